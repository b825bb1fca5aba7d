/** What the mutants are run with, and which of them. */
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";
import { MUTANTS } from "./list/all.ts";
import type { Mutant } from "./mutant.ts";

export type MutantOptions = {
  /** Most seeds that are spent on one mutant, and on the control. */
  readonly seeds: number;
  /** The first of them: the same seeds for every mutant and the control, printed, so that a kill
   *  can be repeated and none is one the control would have shown, too. */
  readonly first: number;
  /** Ids, or parts of ids; all, and the control, when there are none. */
  readonly only: readonly string[];
  /** Also whether each compiles and passes the unit tests of its part. */
  readonly unit: boolean;
  /** Also how small the run that finds it becomes. */
  readonly shrink: boolean;
  readonly json: boolean;
  readonly jobs: number;
};

/** Or which part is in no id: a name that was written wrong must not look like a mutant found. */
export function chosenMutants(only: readonly string[]): Result<readonly Mutant[], string> {
  const isNamed = (part: string): boolean => MUTANTS.some(({ id }) => id.includes(part));
  const unknown = only.filter((part) => !isNamed(part));
  if (unknown.length > 0) return fail(`no mutant is called ${unknown.join(" or ")}`);
  if (only.length === 0) return ok(MUTANTS);
  return ok(MUTANTS.filter(({ id }) => only.some((part) => id.includes(part))));
}
