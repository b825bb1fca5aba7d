/** What a step costs in rows. Speed is for the benchmarks; this is what they rest on, and it does
 *  not depend on the machine: whoever adds a row to the hot path finds it here. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { beginOnStore, commitInputs } from "../../conformance/store/core-on-store.ts";
import { resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { type Run, signed } from "../domain/engine/run.ts";
import { phase, runbook, step } from "../domain/engine/runbooks.ts";
import { START } from "../domain/engine/start-world.ts";
import { dueInputs } from "../domain/engine/sweep.ts";
import { type TemporaryStore, temporaryStore } from "./temporary-store.ts";

const MEMBERS = 40;
const PLAN = runbook([phase("only", [step("a"), step("b"), step("c"), step("d")])]);
/** The execution that ended and the one that was sent. */
const ROWS_PER_STEP = 2;
/** The lock, the counters of batch and phase, the events, the broker's records. */
const ROWS_PER_COMMIT = 5;

let temporary: TemporaryStore;
let run: Run;

/** Rows that were inserted, changed or deleted so far. */
const rowsWritten = (): number =>
  temporary.store.share((database) =>
    Number(database.prepare("select total_changes() as n").get()?.["n"]),
  );

const answer = async (count: number): Promise<number> => {
  const results = run.jobs.splice(0, count).map((job) => signed(resultOf(job, SUCCESS)));
  const before = rowsWritten();
  await commitInputs(temporary.store, temporary.clock, run, results);
  return rowsWritten() - before;
};

beforeEach(async () => {
  temporary = await temporaryStore({
    delivery: () => ({ kind: "fused", fuse: () => ({ records: "", ended: () => {} }) }),
  });
  run = await beginOnStore(temporary.store, "rows", [PLAN]);
  const members = Array.from({ length: MEMBERS }, (_, index) => memberNamed(`m-${index}`));
  run.now = START;
  const begin = [...members, { kind: "batch-detected" } as const].map(signed);
  await commitInputs(temporary.store, temporary.clock, run, begin);
  for (let due = dueInputs(run); due.length > 0; due = dueInputs(run)) {
    await commitInputs(temporary.store, temporary.clock, run, due.map(signed));
  }
});
afterEach(() => temporary.remove());

describe("steps that end together", () => {
  test("write two rows each, and a handful for the commit", async () => {
    expect(run.jobs).toHaveLength(MEMBERS);
    for (let round = 0; round < 3; round += 1) {
      expect(await answer(MEMBERS)).toBeLessThanOrEqual(MEMBERS * ROWS_PER_STEP + ROWS_PER_COMMIT);
    }
  });

  test("a lone one writes two rows and those of its commit", async () => {
    for (let round = 0; round < MEMBERS; round += 1) {
      expect(await answer(1)).toBeLessThanOrEqual(ROWS_PER_STEP + ROWS_PER_COMMIT);
    }
  });
});
