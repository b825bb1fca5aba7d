/** Why a source did not answer, classed by what helps. None of these says anything about a
 *  member.
 *  - `unknown-connection`: nobody registered that name; an administrator must (R52).
 *  - `no-adapter`: this host cannot read that type of source.
 *  - `refused`: the query or the file is wrong; trying again gives the same.
 *  - `unavailable`: try again later.
 *  - `timed-out`: the source had its time, or no token came to ask it with. */

export type SourceFailure =
  | { readonly kind: "unknown-connection"; readonly name: string }
  | { readonly kind: "no-adapter"; readonly type: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly limitMs: number; readonly waitedFor?: "token" };

/** For a person: what, and what to do next. */
export function explainSourceFailure(failure: SourceFailure): string {
  switch (failure.kind) {
    case "unknown-connection":
      return (
        `No connection is registered as "${failure.name}". ` +
        "An administrator registers connections; names of settings or addresses are not looked up."
      );
    case "no-adapter":
      return `Sources of the type "${failure.type}" cannot be read here.`;
    case "refused":
      return failure.reason;
    case "unavailable":
      return `The source could not be read: ${failure.reason} It is asked again at the next tick.`;
    case "timed-out":
      return timedOut(Math.ceil(failure.limitMs / 1_000), failure.waitedFor);
  }
}

const timedOut = (limitSec: number, waitedFor: "token" | undefined): string =>
  waitedFor === "token"
    ? `The source was not asked: the authority gave no token for it within ${limitSec} seconds. ` +
      "It is asked again at the next tick; see whether this machine reaches the authority."
    : `The source did not answer within ${limitSec} seconds. ` +
      "Let the query select less, or add an index for it.";
