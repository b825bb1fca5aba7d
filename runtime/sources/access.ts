/** How a source that asks for a token gets one. The scope belongs to the adapter and to the
 *  registered connection, never to a runbook. */
import type { Result } from "../contract/result.ts";
import type { Secret } from "../contract/secret.ts";

/** `rejected`: the token with which a service just answered that it is none. */
export type Access = (
  scope: string,
  rejected?: Secret,
) => Promise<Result<Secret, { readonly message: string }>>;
