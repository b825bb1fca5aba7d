/** Random lives of a batch: two runbooks, a few members and a script, always the same ones. */
import fc from "fast-check";
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type { Input } from "../../../../runtime/domain/engine/inputs.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import { arbitraryRunbook } from "./arbitrary-runbook.ts";
import { memberNamed } from "./begin.ts";
import { feed, feedSigned, type Run, startRun } from "./run.ts";
import { arbitraryScript, inputsOf, type Order } from "./script.ts";
import { START, startWorld, version } from "./start-world.ts";

export const RUNS = { seed: 20_260_302, numRuns: 150 };

export const history = fc.record({
  plan: arbitraryRunbook,
  next: arbitraryRunbook,
  members: fc.nat(4),
  script: arbitraryScript,
});

export function begin(plan: Runbook, next: Runbook, members: number): Run {
  const world = startWorld(plan, {
    plans: new Map([
      [version(1), plan],
      [version(2), next],
    ]),
  });
  const soon = new Date(START.getTime() - 3_600_000);
  const run = startRun(world, soon);
  const keys = Array.from({ length: members }, (_, index) => memberNamed(`member-${index}`));
  feed(run, ...keys, { kind: "batch-detected" });
  return run;
}

/** Carries a script out, and shows each group of inputs and the world it meets to `look`. */
export function play(
  run: Run,
  script: readonly Order[],
  look: (world: World, inputs: readonly Input[], now: Date) => void = () => {},
): void {
  const seen: WorkerJob[] = [];
  for (const order of script) {
    const inputs = inputsOf(run, seen, order);
    if (inputs.length === 0) continue;
    look(run.world, inputs, run.now);
    feedSigned(run, inputs);
  }
}
