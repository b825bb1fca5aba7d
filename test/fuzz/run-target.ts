/** Feeds a target a number of inputs from a seed and counts how far they came. The first input
 *  that makes the reader throw is shrunk to a small one and reported with the seed. */
import fc from "fast-check";
import type { FuzzTarget } from "./target.ts";

export type FuzzReport = {
  readonly target: string;
  readonly seed: number;
  readonly inputs: number;
  readonly pastFirstParser: number;
  readonly pastShare: number;
  /** null when every input was answered with a value. */
  readonly failure: string | null;
};

export function runTarget<Input>(
  target: FuzzTarget<Input>,
  { inputs, seed }: { readonly inputs: number; readonly seed: number },
): FuzzReport {
  let read = 0;
  let past = 0;
  const property = fc.property(target.inputs, (input) => {
    read += 1;
    if (target.read(input) === "past") past += 1;
  });
  const run = fc.check(property, { numRuns: inputs, seed });
  return {
    target: target.name,
    seed,
    inputs: read,
    pastFirstParser: past,
    pastShare: Math.round((past / Math.max(read, 1)) * 1000) / 1000,
    failure: run.failed
      ? `${String(run.errorInstance)} on ${fc.stringify(run.counterexample)}`
      : null,
  };
}
