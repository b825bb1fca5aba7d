/** How long it takes to open a phase for many members and to send every one of them its first
 *  job: from the word that begins the batch until the worker has been handed the last job. */
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { marksOf } from "../peers/marks.ts";
import { type BenchPlatform, openBenchPlatform } from "./bench-platform.ts";
import { begin, ended, makeBatch, publishBench } from "./run-batch.ts";

const MEMBERS = 10_000;
const ROUNDS = 3;
const WARM_UPS = 1;
const BUDGET_MS = 2_000;

export async function measurePhase(options: BenchOptions) {
  const members = options.members ?? MEMBERS;
  const rounds = options.rounds ?? ROUNDS;
  const warmUps = options.warmUp ?? WARM_UPS;
  const platform = await openBenchPlatform();
  try {
    const times: number[] = [];
    for (let round = 0; round < warmUps + rounds; round += 1) {
      times.push(await oneRoundMs(platform, members, `round-${round}`));
    }
    const dispatchedMs = Math.round(median(times.slice(warmUps)));
    const withinBudget = dispatchedMs <= BUDGET_MS;
    const table =
      `${members} members created in a phase and dispatched in ${dispatchedMs} ms ` +
      `(median of ${rounds}), ${withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MS} ms\n`;
    return { members, dispatchedMs, rounds, withinBudget, table };
  } finally {
    await platform.close();
  }
}

async function oneRoundMs(platform: BenchPlatform, members: number, key: string): Promise<number> {
  const runbook = await publishBench(platform, key, 1);
  const marks = marksOf({ members, steps: 1 });
  platform.noOp.use(marks);
  const batchId = await makeBatch(platform, { ...runbook, members, key });
  const started = performance.now();
  await begin(platform, batchId);
  await marks.allDone;
  const took = performance.now() - started;
  await ended(platform, batchId);
  return took;
}
