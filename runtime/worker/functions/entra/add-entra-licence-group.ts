/** Add-EntraLicenceGroup: a licence by way of a group that carries it. The directory assigns no
 *  licence to somebody whose country of use it does not know, and says so only in the group's
 *  errors; so this asks first, and twice before it gives anybody a country. */
import { z } from "zod";
import type { Directory, DirectoryUser } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { findGroup, findUser } from "../support/find-user.ts";
import { GroupName } from "../support/membership.ts";
import { lookTwice } from "../support/settling.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { writeUser } from "../support/write-user.ts";

const COUNTRY = /^[A-Za-z]{2}$/;

export const addEntraLicenceGroup = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Add-EntraLicenceGroup",
    description:
      "Puts a user into a group that carries a licence. Whoever has no country of use gets the " +
      "given one first; without one the step fails.",
    capability: "entra",
    calls: [
      "directory.findGroup",
      "directory.findUser",
      "directory.updateUser",
      "directory.addMember",
    ],
    params: aboutUser({
      GroupName,
      UsageLocation: z
        .union([z.string().regex(COUNTRY, "must be two letters, such as DE"), z.literal("")])
        .nullish()
        .describe("Two letters of a country; used where the user has none."),
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          GroupName: "licence-e3",
          UsageLocation: "DE",
        },
        result: true,
      },
    ],
    run: async (session, params) => {
      const { directory } = session;
      const group = await findGroup(directory, params.GroupName);
      if (!group.ok) return group;
      const look = () => findUser(directory, keyOf(params), ["usageLocation"]);
      const isEnough = (user: DirectoryUser) => !params.UsageLocation || hasCountry(user);
      const user = await lookTwice(session, look, isEnough);
      if (!user.ok) return user;
      const { id } = user.value;
      if (!hasCountry(user.value)) {
        const set = await giveCountry(directory, id, params.UsageLocation);
        if (!set.ok) return set;
      }
      const added = await directory.addMember(group.value.id, id);
      return added.ok ? DONE : failedBy(added.error);
    },
  });

async function giveCountry(
  directory: Directory,
  id: string,
  country: string | null | undefined,
): Promise<FunctionResult> {
  if (!country) return failedWith("no_usage_location", NO_COUNTRY);
  return writeUser(directory, id, { usageLocation: country.toUpperCase() });
}

const hasCountry = ({ properties }: DirectoryUser): boolean => Boolean(properties["usageLocation"]);

const NO_COUNTRY =
  "The user has no country of use, so no licence can be assigned. Give UsageLocation, or set it " +
  "with Set-EntraUserAttribute.";
