/** How a source that asks for a token gets one. The scope belongs to the adapter and to the
 *  registered connection, never to a runbook.
 *  - Waiting for a token is a part of the time that a source has: an authority that does not answer
 *    holds up nobody for longer. */
import { fail, type Result } from "../contract/result.ts";
import type { Secret } from "../contract/secret.ts";
import type { Scrubber } from "../contract/secret-scrubber.ts";
import type { SourceFailure } from "./failure.ts";
import { before, type Timing } from "./timing.ts";

/** `rejected`: the token with which a service just answered that it is none. */
export type Access = (
  scope: string,
  rejected?: Secret,
) => Promise<Result<Secret, { readonly message: string }>>;

/** Tells on every token that is had: whoever repeats what a service says must know it. */
export const knownAccess =
  (access: Access, know: Scrubber["know"]): Access =>
  async (scope, rejected) => {
    const token = await access(scope, rejected);
    if (token.ok) know(scope, token.value);
    return token;
  };

export type AccessParts = {
  readonly access: Access;
  readonly clock: Timing;
  readonly deadline: Date;
  /** The whole time until the deadline, to tell people. */
  readonly limitMs: number;
};

export async function tokenFor(
  { access, clock, deadline, limitMs }: AccessParts,
  scope: string,
  rejected?: Secret,
): Promise<Result<Secret, SourceFailure>> {
  const token = await before(clock, deadline, access(scope, rejected));
  if (token === null) return fail({ kind: "timed-out", limitMs, waitedFor: "token" });
  return token.ok ? token : fail({ kind: "unavailable", reason: token.error.message });
}
