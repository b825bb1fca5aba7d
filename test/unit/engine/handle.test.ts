import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import type { Item } from "../../../runtime/engine/engine.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { lockOf } from "./locks.ts";
import { prepare, yamlOf } from "./prepare.ts";
import { type Bench, itemOf, takeJobs, temporaryEngine } from "./temporary-engine.ts";

let bench: Bench;
afterEach(() => bench.remove());

const begin = async (keys: readonly string[], phases: readonly number[] = [2]) => {
  bench = await temporaryEngine();
  const id = await prepare(bench, yamlOf(phases));
  const items = [...keys.map((key) => memberNamed(key)), { kind: "batch-detected" } as const];
  const answers = await bench.engine.handle(items.map((input) => itemOf(id, input)));
  return { id, answers };
};

/** Answers every job with success, each with the lock of a message. */
const answerAll = (id: BatchId): readonly Item[] =>
  takeJobs(bench).map((job, index) => ({
    ...itemOf(id, resultOf(job, SUCCESS)),
    lock: lockOf(index + 1),
  }));

/** How many steps are due and not looked at. */
const dueNow = async (): Promise<number> =>
  answerOf(await bench.store.due.executions(10_000)).length;

describe("handle", () => {
  test("M-066: R03: a batch runs to its end; messages are settled with their commit", async () => {
    const { id, answers } = await begin(["ann", "ben"]);
    expect(answers.map(({ kind }) => kind)).toEqual(["decided", "decided", "decided"]);
    for (const step of [1, 2]) {
      const items = answerAll(id);
      expect(items).toHaveLength(2);
      const handled = await bench.engine.handle(items);
      expect(handled).toMatchObject([{ verdict: "applied" }, { verdict: "applied" }]);
      expect(bench.tray.settled).toHaveLength(step * 2);
    }
    expect(bench.tray.settled.every(({ kind }) => kind === "complete")).toBe(true);
    const found = answerOf(await bench.store.batches.read(id));
    expect(found?.batch).toMatchObject({ status: "completed", outcome: "all" });
  });

  test("a repeated result changes nothing and is settled", async () => {
    const { id } = await begin(["ann"]);
    const [item] = answerAll(id);
    if (item === undefined) throw new Error("no job");
    const twice = await bench.engine.handle([item, item]);
    expect(twice).toMatchObject([{ verdict: "applied" }, { verdict: "duplicate" }]);
    expect(bench.tray.settled).toHaveLength(2);
  });

  test("I35 (part): a message about no batch is a dead letter", async () => {
    await begin([]);
    const input = itemOf(BatchId.parse(999), { kind: "batch-detected" });
    expect(await bench.engine.handle([{ ...input, lock: lockOf(1) }])).toEqual([
      { kind: "unknown-batch" },
    ]);
    expect(bench.tray.settled).toMatchObject([{ kind: "dead-letter", reason: "unknown-batch" }]);
  });

  test("R30 (part): a large phase is dispatched by the call that opened it", async () => {
    const keys = Array.from({ length: 2_500 }, (_, index) => `member-${index}`);
    const { id } = await begin(keys, [1]);
    const { batch } = answerOf(await bench.store.batches.read(id)) ?? {};
    expect(batch?.inFlight).toBe(takeJobs(bench).length);
    expect(batch?.inFlight).toBeGreaterThanOrEqual(2_000);
  });

  test("R30 (part): a call ends after some portions; a later look takes up the rest", async () => {
    const keys = Array.from({ length: 6_500 }, (_, index) => `member-${index}`);
    const { id } = await begin(keys, [1]);
    expect(await dueNow()).toBeGreaterThan(0);
    const sent: unknown[] = [];
    for (let jobs = takeJobs(bench); jobs.length > 0; jobs = takeJobs(bench)) {
      sent.push(...jobs.map(({ parameters }) => parameters["Key"]));
      await bench.engine.handle(jobs.map((job) => itemOf(id, resultOf(job, SUCCESS))));
      answerOf(await bench.engine.sweep());
    }
    expect(sent.toSorted()).toEqual(keys.toSorted());
    expect(await dueNow()).toBe(0);
    const found = answerOf(await bench.store.batches.read(id));
    expect(found?.batch).toMatchObject({ status: "completed", outcome: "all", inFlight: 0 });
  });
});
