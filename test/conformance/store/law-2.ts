/** Law 2: what a store commits and loads again is what the core's `apply` says. */
import { expect } from "@jest/globals";
import fc from "fast-check";
import type { WorkerJob } from "../../../runtime/contract/messages/worker-job.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import { arbitraryRunbook } from "../../unit/domain/engine/arbitrary-runbook.ts";
import { memberNamed } from "../../unit/domain/engine/begin.ts";
import { signed } from "../../unit/domain/engine/run.ts";
import { arbitraryScript, inputsOf, type Order } from "../../unit/domain/engine/script.ts";
import { slice } from "../../unit/domain/engine/slice.ts";
import { answerOf } from "../bus/answers.ts";
import { beginOnStore, commitInputs, reload, rowsIn, rowsOf } from "./core-on-store.ts";
import { type StoreCase, type StoreWorld, storeCase } from "./store-case.ts";

const RUNS = {
  seed: 20_260_303,
  numRuns: Number(process.env["STORE_RUNS"] ?? 12),
  endOnFailure: true,
};

type History = {
  readonly plan: Runbook;
  readonly next: Runbook;
  readonly members: number;
  readonly script: readonly Order[];
};

const history: fc.Arbitrary<History> = fc.record({
  plan: arbitraryRunbook,
  next: arbitraryRunbook,
  members: fc.nat(4),
  script: arbitraryScript,
});

async function compare({ store, clock }: StoreWorld, name: string, given: History): Promise<void> {
  const run = await beginOnStore(store, name, [given.plan, given.next]);
  const keys = Array.from({ length: given.members }, (_, index) => memberNamed(`member-${index}`));
  const seen: WorkerJob[] = [];
  const begin = [...keys, { kind: "batch-detected" } as const].map(signed);
  await commitInputs(store, clock, run, begin);
  for (const order of given.script) {
    const inputs = inputsOf(run, seen, order);
    if (inputs.length === 0) continue;
    const before = run.world;
    await commitInputs(store, clock, run, inputs, (loaded, need) => {
      expect(rowsIn(loaded)).toEqual(rowsIn(slice(before, need)));
    });
    const after = await reload(store, run);
    expect(rowsIn(rowsOf(after, run.world.batch.id))).toEqual(rowsIn(run.world));
    expect(after.nextIds).toEqual(run.world.nextIds);
  }
  const { id, eventSeq } = run.world.batch;
  const events = answerOf(await store.records.events(id, 0, 100_000));
  const numbers = Array.from({ length: eventSeq }, (_, index) => index + 1);
  expect(events.map(({ seq }) => seq)).toEqual(numbers);
}

export const LAW_2: readonly StoreCase[] = [
  storeCase(
    "I29: random histories load as apply makes them, and their log has no gaps",
    async (world) => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(history, (given) => {
          runs += 1;
          return compare(world, `run-${runs}`, given);
        }),
        RUNS,
      );
    },
  ),
];
