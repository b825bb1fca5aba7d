/** Convert-EntraB2BToInternal: somebody external becomes an account of this directory, the same
 *  object as before. The call exists in Graph's beta only, and the directory takes a while to
 *  agree with itself: until it shows an internal account the answer is "not done yet". */
import { ok } from "../../../contract/result.ts";
import type { DirectoryUser } from "../../../tenant/directory.ts";
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { EXTERNAL_PROPERTIES, isExternal } from "../support/external.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { findUser } from "../support/find-user.ts";
import { address } from "../support/params.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const convertEntraB2bToInternal = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Convert-EntraB2BToInternal",
    description:
      "Makes an external account internal, keeping its object. Who is internal already is a " +
      "success. Graph offers this in its beta only. Give the step a poll: the directory needs a " +
      "while.",
    capability: "entra",
    calls: ["directory.findUser", "directory.convertToInternal"],
    params: aboutUser({
      NewUserPrincipalName: address.optional().describe("Its name afterwards; otherwise as it is."),
      Mail: address.optional().describe("Its mail address afterwards; otherwise as it is."),
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          NewUserPrincipalName: "ann@fabrikam.com",
        },
        result: true,
      },
    ],
    run: async (session, { NewUserPrincipalName, Mail, ...key }, { poll }) => {
      const { directory } = session;
      const present = await directory.findUser(keyOf(key), EXTERNAL_PROPERTIES);
      if (!present.ok) return failedBy(present.error);
      // Named by its old name, it is not found once it has the new one.
      const user =
        present.value === null
          ? await findUser(directory, key.UserId ?? NewUserPrincipalName ?? keyOf(key), [
              ...EXTERNAL_PROPERTIES,
            ])
          : ok(present.value);
      if (!user.ok) return user;
      if (!isExternal(user.value)) return internal(user.value, NewUserPrincipalName);
      if (poll > 0) return NOT_YET;
      return convert(session, user.value, {
        userPrincipalName: NewUserPrincipalName ?? user.value.userPrincipalName,
        mail: Mail ?? null,
      });
    },
  });

const NOT_YET: FunctionResult = ok({ kind: "incomplete", progress: { External: true } });

function internal({ userPrincipalName }: DirectoryUser, name: string | undefined): FunctionResult {
  if (name === undefined || userPrincipalName.toLowerCase() === name.toLowerCase()) return DONE;
  const message =
    `It is an internal account already, and its name is not ${name}. ` +
    "Rename it with Set-EntraUserUPN.";
  return failedWith("internal_already", message);
}

async function convert(
  { directory }: TenantSession,
  { id }: DirectoryUser,
  to: { readonly userPrincipalName: string; readonly mail: string | null },
): Promise<FunctionResult> {
  const converted = await directory.convertToInternal(id, to);
  if (!converted.ok) return failedBy(converted.error);
  const seen = await directory.findUser(id, EXTERNAL_PROPERTIES);
  return seen.ok && seen.value !== null && !isExternal(seen.value) ? DONE : NOT_YET;
}
