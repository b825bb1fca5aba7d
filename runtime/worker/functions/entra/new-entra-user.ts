/** New-EntraUser: an account that was not there. It is made without looking first, as a name can be
 *  taken once only; whoever looks may see an account that is gone. Somebody of that name with the
 *  same properties is the account of an earlier attempt; with others it is somebody else's, and is
 *  left alone. */
import { z } from "zod";
import { ok } from "../../../contract/result.ts";
import type { DirectoryUser, NewUser } from "../../../tenant/directory.ts";
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { differenceOf, exactly, namesOf } from "../support/compare.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { address, text } from "../support/params.ts";
import { profileOf, profileParams } from "../support/profile.ts";
import { directorySettles } from "../support/settling.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";

export const newEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "New-EntraUser",
    description:
      "Creates an account. One of the same name and with the same properties counts as created; " +
      "one with other properties is left as it is, and the step fails with what differs.",
    capability: "entra",
    calls: ["directory.findUser", "directory.createUser"],
    params: z.strictObject({
      UserPrincipalName: address.describe("The new account's name, in a domain of the tenant."),
      DisplayName: text.describe("The name that people see."),
      AccountEnabled: z
        .boolean("must be true or false")
        .default(false)
        .describe("Whether it may sign in; Enable-EntraUser does this later."),
      ...profileParams,
    }),
    result: "Object",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          DisplayName: "Ann Lee (moving)",
          Department: "Sales",
          AccountEnabled: false,
        },
        result: {
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          UserPrincipalName: "ann@fabrikam.com",
        },
      },
    ],
    run: async (session, params) => {
      const { UserPrincipalName, DisplayName, AccountEnabled } = params;
      const user: NewUser = {
        userPrincipalName: UserPrincipalName,
        displayName: DisplayName,
        accountEnabled: AccountEnabled,
        properties: profileOf(params),
      };
      const created = await session.directory.createUser(user);
      if (created.ok) return answer(created.value);
      return created.error.kind === "conflict" ? taken(session, user) : failedBy(created.error);
    },
  });

const wanted = ({ displayName, accountEnabled, properties }: NewUser) => ({
  displayName,
  accountEnabled,
  ...properties,
});

/** An earlier attempt's account may be there before the directory shows it, or as it was before. */
async function taken(session: TenantSession, user: NewUser): Promise<FunctionResult> {
  const { userPrincipalName } = user;
  await directorySettles(session);
  const compared = Object.keys(wanted(user));
  const holder = await session.directory.findUser(userPrincipalName, compared);
  if (!holder.ok) return failedBy(holder.error);
  if (holder.value !== null) return sameAs(holder.value, user);
  const message = `${userPrincipalName} is taken by an account that the directory does not show.`;
  return failedWith("name_taken", message);
}

function sameAs(present: DirectoryUser, user: NewUser): FunctionResult {
  const differences = Object.entries(wanted(user)).flatMap(([property, expected]) =>
    differenceOf({
      property,
      expected,
      actual: present.properties[property],
      key: exactly,
      sets: "equal",
    }),
  );
  if (differences.length === 0) return answer(present);
  const message =
    `${user.userPrincipalName} exists with another ${namesOf(differences)}. If it is the same ` +
    "person, set these first; if not, choose another name.";
  return failedWith("name_taken", message);
}

const answer = ({ id, userPrincipalName }: DirectoryUser): FunctionResult =>
  ok({ kind: "done", value: { UserId: id, UserPrincipalName: userPrincipalName } });
