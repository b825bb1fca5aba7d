/** What the mutants are run with. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export type MutantOptions = {
  /** Most seeds that are spent on one mutant, and on the control. */
  readonly seeds: number;
  /** The first of them: the same seeds for every mutant and the control, printed, so that a kill
   *  can be repeated and none is one the control would have shown, too. */
  readonly first: number;
  /** Ids, or parts of ids; all when there are none. */
  readonly only: readonly string[];
  /** Also whether each compiles and passes the unit tests of its part. */
  readonly unit: boolean;
  /** Also how small the run that finds it becomes. */
  readonly shrink: boolean;
  readonly json: boolean;
  readonly jobs: number;
};

export const DEFAULTS: MutantOptions = {
  seeds: 2_000,
  first: 50_000,
  only: [],
  unit: false,
  shrink: false,
  json: false,
  jobs: availableParallelism(),
};

export function readOptions(args: readonly string[]): MutantOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: "string" },
      first: { type: "string" },
      only: { type: "string" },
      unit: { type: "boolean", default: false },
      shrink: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      jobs: { type: "string" },
    },
  });
  return {
    seeds: Number(values.seeds ?? DEFAULTS.seeds),
    first: Number(values.first ?? DEFAULTS.first),
    only: values.only?.split(",") ?? DEFAULTS.only,
    unit: values.unit,
    shrink: values.shrink,
    json: values.json,
    jobs: Number(values.jobs ?? DEFAULTS.jobs),
  };
}
