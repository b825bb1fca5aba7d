/** The work every engine is given, and the clock on it: so many members, each so many steps that
 *  do nothing, one after the other. A round is over when every member is; a step that did not run
 *  makes it void. The same answers are given to all, so that all have the same to keep. */
import { performance } from "node:perf_hooks";

export type Work = { readonly members: number; readonly steps: number };

export type StepResult = {
  readonly ok: true;
  readonly member: number;
  readonly index: number;
  readonly output: string;
};

export type Marks = Work & {
  /** The step itself, called by whatever runs steps in the engine under test. */
  readonly step: (member: number, index: number) => StepResult;
  readonly memberDone: () => void;
  readonly allDone: Promise<void>;
  readonly start: () => void;
  readonly times: () => Times;
};

export type Times = {
  readonly steps: number;
  readonly wallMs: number;
  readonly stepsPerSec: number;
  /** Between one step of a member and the next. */
  readonly p50Ms: number;
  readonly p99Ms: number;
};

const OUTPUT = "x".repeat(60);

export function marksOf({ members, steps }: Work): Marks {
  const at = new Float64Array(members * steps);
  const { promise: allDone, resolve } = Promise.withResolvers<void>();
  let ran = 0;
  let done = 0;
  let startedAt = performance.now();
  return {
    members,
    steps,
    allDone,
    start: () => {
      startedAt = performance.now();
    },
    step: (member, index) => {
      const place = member * steps + index;
      if (at[place] === 0) {
        at[place] = performance.now();
        ran += 1;
      }
      return { ok: true, member, index, output: OUTPUT };
    },
    memberDone: () => {
      done += 1;
      if (done === members) resolve();
    },
    times: () => {
      const wallMs = performance.now() - startedAt;
      if (ran !== members * steps) throw new Error(`${ran} of ${members * steps} steps ran`);
      return { ...timesOf(members * steps, wallMs), ...quantiles(intervals(at, steps)) };
    },
  };
}

const timesOf = (steps: number, wallMs: number) => ({
  steps,
  wallMs: Math.round(wallMs),
  stepsPerSec: Math.round((steps / wallMs) * 1_000),
});

function intervals(at: Float64Array, steps: number): Float64Array {
  const found: number[] = [];
  for (let place = 1; place < at.length; place += 1) {
    if (place % steps !== 0) found.push((at[place] ?? 0) - (at[place - 1] ?? 0));
  }
  return Float64Array.from(found);
}

export function quantiles(values: Float64Array): {
  readonly p50Ms: number;
  readonly p99Ms: number;
} {
  const sorted = values.toSorted();
  const at = (share: number): number => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.round(value * 100) / 100;
  };
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
