/** Add-EntraLicenceGroup: a licence by way of a group that carries it. The directory assigns no
 *  licence to somebody whose country of use it does not know, and says so only in the group's
 *  errors; so this asks first. */
import { z } from "zod";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { findGroup, findUser } from "../support/find-user.ts";
import { GroupName } from "../support/membership.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

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
    run: async ({ directory }, params) => {
      const group = await findGroup(directory, params.GroupName);
      if (!group.ok) return group;
      const user = await findUser(directory, keyOf(params), ["usageLocation"]);
      if (!user.ok) return user;
      const { id, properties } = user.value;
      if (!properties["usageLocation"]) {
        if (!params.UsageLocation) return failedWith("no_usage_location", NO_COUNTRY);
        const usageLocation = params.UsageLocation.toUpperCase();
        const set = await directory.updateUser(id, { usageLocation });
        if (!set.ok) return failedBy(set.error);
      }
      const added = await directory.addMember(group.value.id, id);
      return added.ok ? DONE : failedBy(added.error);
    },
  });

const NO_COUNTRY =
  "The user has no country of use, so no licence can be assigned. Give UsageLocation, or set it " +
  "with Set-EntraUserAttribute.";
