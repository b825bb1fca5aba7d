/** Convert-EntraB2BToInternal: somebody external becomes an account of this directory, the same
 *  object as before. It is asked for without looking first whether somebody is external: that may
 *  have changed and not be shown. The call exists in Graph's beta only, and the directory takes a
 *  while to agree with itself: until it shows an internal account the answer is "not done yet". */
import { ok, type Result } from "../../../contract/result.ts";
import type { DirectoryUser } from "../../../tenant/directory.ts";
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionFailure, FunctionResult, WorkerFunction } from "../../function.ts";
import { EXTERNAL_PROPERTIES, isExternal } from "../support/external.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { findUser, noUser } from "../support/find-user.ts";
import { findRenamed } from "../support/formerly.ts";
import { address } from "../support/params.ts";
import { directorySettles } from "../support/settling.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser } from "../support/user-params.ts";

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
    polled: true,
    examples: [
      {
        params: {
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          NewUserPrincipalName: "ann@fabrikam.com",
        },
        result: true,
      },
    ],
    run: (session, { Mail, ...asked }, { poll }) =>
      poll > 0 ? progress(session, asked) : begin(session, asked, Mail ?? null),
  });

type Asked = {
  readonly UserId?: string | undefined;
  readonly UserPrincipalName?: string | undefined;
  readonly NewUserPrincipalName?: string | undefined;
};

const NOT_YET: FunctionResult = ok({ kind: "incomplete", progress: { External: true } });

async function begin(
  session: TenantSession,
  asked: Asked,
  mail: string | null,
): Promise<FunctionResult> {
  const { directory } = session;
  const { NewUserPrincipalName: name } = asked;
  const user = await whoIs(session, asked);
  if (!user.ok) return user;
  const { id, userPrincipalName } = user.value;
  const converted = await directory.convertToInternal(id, { userPrincipalName, mail });
  if (converted.ok) {
    const seen = await directory.findUser(id, EXTERNAL_PROPERTIES);
    return seen.ok && seen.value !== null && !isExternal(seen.value) ? DONE : NOT_YET;
  }
  const { error } = converted;
  if (error.kind === "not-found") return noUser(id);
  if (error.kind !== "refused" || error.status !== BAD_REQUEST) return failedBy(error);
  // Somebody internal is refused like somebody with a wrong name: looking tells them apart.
  await directorySettles(session);
  const seen = await findUser(directory, id, EXTERNAL_PROPERTIES);
  if (!seen.ok) return seen;
  return isExternal(seen.value) ? failedBy(error) : internal(seen.value, name);
}

const BAD_REQUEST = 400;

type Named = { readonly id: string; readonly userPrincipalName: string };

/** Whom it is about, and the name it is to have. */
async function whoIs(
  session: TenantSession,
  { UserId, UserPrincipalName = "", NewUserPrincipalName: name }: Asked,
): Promise<Result<Named, FunctionFailure>> {
  const { directory } = session;
  if (UserId !== undefined && name !== undefined)
    return ok({ id: UserId, userPrincipalName: name });
  // The name it has is written, too: one from before a renaming would undo that.
  if (UserId !== undefined) await directorySettles(session);
  const user =
    UserId === undefined
      ? await findRenamed(directory, UserPrincipalName, name)
      : await findUser(directory, UserId);
  if (!user.ok) return user;
  const { id, userPrincipalName } = user.value;
  return ok({ id, userPrincipalName: name ?? userPrincipalName });
}

/** Asked again only after the directory took the conversion: the new name is this account's. */
async function progress({ directory }: TenantSession, asked: Asked): Promise<FunctionResult> {
  const { NewUserPrincipalName: name, UserPrincipalName } = asked;
  for (const key of [asked.UserId ?? name, asked.UserId ?? UserPrincipalName]) {
    const seen = key === undefined ? ok(null) : await directory.findUser(key, EXTERNAL_PROPERTIES);
    if (!seen.ok) return failedBy(seen.error);
    if (seen.value !== null) return isExternal(seen.value) ? NOT_YET : internal(seen.value, name);
  }
  return NOT_YET;
}

function internal({ userPrincipalName }: DirectoryUser, name: string | undefined): FunctionResult {
  if (name === undefined || userPrincipalName.toLowerCase() === name.toLowerCase()) return DONE;
  const message =
    `It is an internal account already, and its name is not ${name}. ` +
    "Rename it with Set-EntraUserUPN.";
  return failedWith("internal_already", message);
}
