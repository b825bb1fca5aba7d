import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { WorkerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { arbitraryRunbook } from "../domain/engine/arbitrary-runbook.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { signed } from "../domain/engine/run.ts";
import { arbitraryScript, inputsOf } from "../domain/engine/script.ts";
import { slice } from "../domain/engine/slice.ts";
import { beginOnStore, commitInputs, reload, rowsIn, rowsOf } from "./core-on-store.ts";
import { type TemporaryStore, temporaryStore } from "./temporary-store.ts";

const RUNS = { seed: 20_260_303, numRuns: Number(process.env["STORE_RUNS"] ?? 40) };

const history = fc.record({
  plan: arbitraryRunbook,
  next: arbitraryRunbook,
  members: fc.nat(4),
  script: arbitraryScript,
});

let temporary: TemporaryStore;
let runs = 0;

beforeAll(async () => {
  temporary = await temporaryStore();
});
afterAll(() => temporary.remove());

describe("Law 2", () => {
  test("a decision committed and loaded again is what apply makes of it, on random histories", async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ plan, next, members, script }) => {
        runs += 1;
        const { store, clock } = temporary;
        const run = await beginOnStore(store, `run-${runs}`, [plan, next]);
        const keys = Array.from({ length: members }, (_, index) => memberNamed(`member-${index}`));
        const seen: WorkerJob[] = [];
        const begin = [...keys, { kind: "batch-detected" } as const].map(signed);
        await commitInputs(store, clock, run, begin);
        for (const order of script) {
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
        const events = await store.records.events(id, 0, 10_000);
        const numbers = events.ok ? events.value.map(({ seq }) => seq) : [];
        expect(numbers).toEqual(Array.from({ length: eventSeq }, (_, index) => index + 1));
      }),
      RUNS,
    );
  }, 300_000);
});
