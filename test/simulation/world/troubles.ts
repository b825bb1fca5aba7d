/** What can go wrong with one call of a worker's function. */

export type Ending =
  | "done"
  | "failed"
  | "throttled"
  | "ambiguous"
  | "throws"
  | "never"
  | "oversized"
  | "wrong-kind"
  | "no-output"
  | "crash";

/** `slow`: it takes minutes. `deaf`: it answers the first call and no question after it, and
 *  `fragile` dies at every question. */
export type Trouble = Ending | "slow" | "deaf" | "fragile";

export const TROUBLES: readonly Trouble[] = [
  "failed",
  "throttled",
  "ambiguous",
  "throws",
  "never",
  "slow",
  "deaf",
  "fragile",
  "oversized",
  "wrong-kind",
  "no-output",
  "crash",
];

/** A worker that hangs, dies or dawdles keeps others waiting, who may then be given up. */
export const DISTURBING: ReadonlySet<Trouble> = new Set([
  "never",
  "crash",
  "slow",
  "deaf",
  "fragile",
]);

/** How a function calls its own failure, and how the end that it knows nothing about. */
export const FAILED_CODE = "simulated";
export const IN_DOUBT_CODE = "in_doubt";

/** Errors by which a function says that it has changed nothing. */
export const SAYS_NO: ReadonlySet<string> = new Set([FAILED_CODE, "throttled"]);
