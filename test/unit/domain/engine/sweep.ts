/** The sweeper of a run: finds what is due, and lets time pass. */
import { feed, type Run, type Unsigned } from "./run.ts";

/** Everything that is due by now, as a sweep finds it. */
export function dueInputs({ world, now }: Run): readonly Unsigned[] {
  const isDue = ({ dueAt }: { readonly dueAt: Date | null }): boolean =>
    dueAt !== null && dueAt <= now;
  const timers = [...world.executions.values()].filter(isDue);
  const slots = [...world.slots.values()].filter(isDue);
  const phases = [...world.phases.values()].filter(
    (phase) => phase.status === "pending" && world.batch.status === "active" && isDue(phase),
  );
  return [
    ...phases.map(({ id }) => ({ kind: "phase-due", phaseId: id }) as const),
    ...slots.map(({ key }) => ({ kind: "slot-due", key }) as const),
    ...timers.map(({ id }) => ({ kind: "timer", executionId: id }) as const),
  ];
}

const SWEEPS_MAX = 1_000;

/** Sweeps until nothing is due any more. */
export function sweep(run: Run): void {
  for (let sweeps = 0; sweeps < SWEEPS_MAX; sweeps += 1) {
    const due = dueInputs(run);
    if (due.length === 0) return;
    feed(run, ...due);
  }
  throw new Error("rows stay due however often they are looked at");
}

export function later(run: Run, seconds: number): void {
  run.now = new Date(run.now.getTime() + seconds * 1_000);
  sweep(run);
}
