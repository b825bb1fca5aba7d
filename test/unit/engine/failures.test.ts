import { afterEach, describe, expect, test } from "@jest/globals";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { fail } from "../../../runtime/contract/result.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { version } from "../domain/engine/start-world.ts";
import { lockOf } from "./locks.ts";
import { makeBatch, prepare, yamlOf } from "./prepare.ts";
import { type Bench, itemOf, takeJobs, temporaryEngine } from "./temporary-engine.ts";

let bench: Bench;
afterEach(() => bench.remove());

/** A store whose next commits end as told; `after` those that are made first. */
type Told = { readonly failure: CommitFailure; readonly made: boolean };
const told: Told[] = [];
/** Questions that its next ones are not answered to. */
const unanswered: ("recall" | "read")[] = [];
const AWAY = { kind: "unavailable", reason: "away" } as const;
const isAway = (question: "recall" | "read"): boolean =>
  unanswered[0] === question && unanswered.shift() !== undefined;

const around = (store: Store<Settlement>): Store<Settlement> => ({
  ...store,
  records: {
    ...store.records,
    recall: async (actor, key) =>
      isAway("recall") ? fail(AWAY) : store.records.recall(actor, key),
  },
  batches: {
    ...store.batches,
    read: async (id) => (isAway("read") ? fail(AWAY) : store.batches.read(id)),
  },
  transact: async (locks, decide) => {
    const next = told.shift();
    if (next === undefined) return store.transact(locks, decide);
    if (next.made) await store.transact(locks, decide);
    return fail(next.failure);
  },
});

async function beginWith(keys: readonly string[]): Promise<BatchId> {
  told.length = 0;
  bench = await temporaryEngine({ around });
  const id = await prepare(bench, yamlOf([2]));
  const inputs = [...keys.map((key) => memberNamed(key)), { kind: "batch-detected" } as const];
  await bench.engine.handle(inputs.map((input) => itemOf(id, input)));
  return id;
}

const results = (id: BatchId) =>
  takeJobs(bench).map((job, index) => ({
    ...itemOf(id, resultOf(job, SUCCESS)),
    lock: lockOf(index),
  }));

describe("a commit that fails", () => {
  const stale = { kind: "stale", table: "executions", row: "1" } as const;
  const mended: readonly CommitFailure[] = [stale, { kind: "ids-taken" }, { kind: "unknown" }];

  test.each(mended)("R06: is tried again after $kind", async (failure) => {
    const id = await beginWith(["ann"]);
    told.push({ failure, made: false }, { failure, made: false });
    expect(await bench.engine.handle(results(id))).toMatchObject([{ verdict: "applied" }]);
    expect(bench.tray.settled).toHaveLength(1);
    expect(takeJobs(bench)).toHaveLength(1);
  });

  test("R06: of which nobody heard changes nothing when it is tried again", async () => {
    const id = await beginWith(["ann"]);
    told.push({ failure: { kind: "unknown" }, made: true });
    expect(await bench.engine.handle(results(id))).toMatchObject([{ verdict: "duplicate" }]);
    expect(takeJobs(bench)).toHaveLength(1);
  });

  test("R06, R17, I16: with a request's answer: the first answer stands", async () => {
    const id = await beginWith(["ann"]);
    told.push({ failure: { kind: "unknown" }, made: true });
    const respond = (verdict: unknown): string => JSON.stringify(verdict);
    const answer = { actor: "ada", key: "k-1", requestHash: "h", respond };
    const pause = itemOf(id, { kind: "pause", phaseId: null, ifSeq: null });
    const handled = await bench.engine.handle([{ ...pause, answer }]);
    expect(handled).toMatchObject([{ kind: "decided", verdict: "duplicate" }]);
    const kept = answerOf(await bench.store.records.recall("ada", "k-1"));
    expect(kept?.response).toBe('"applied"');
  });

  test("R12, R17: the same word twice at once counts once, both messages are settled", async () => {
    const id = await beginWith(["ann"]);
    const answer = { actor: "bus", key: "m-1", requestHash: "h", respond: () => "consumed" };
    const pause = itemOf(id, { kind: "pause", phaseId: null, ifSeq: null });
    const handled = await bench.engine.handle(
      [1, 2].map((number) => ({ ...pause, answer, lock: lockOf(number) })),
    );
    expect(handled).toMatchObject([{ verdict: "applied" }, { verdict: "duplicate" }]);
    expect(bench.tray.settled.map(({ kind, lock }) => `${kind} ${lock.sequenceNumber}`)).toEqual([
      "complete 1",
      "complete 2",
    ]);
  });

  test("R17, R30: a word heard before is its caller's until its message is settled", async () => {
    const id = await beginWith(["ann"]);
    const answer = { actor: "bus", key: "m-1", requestHash: "h", respond: () => "consumed" };
    const pause = itemOf(id, { kind: "pause", phaseId: null, ifSeq: null });
    const item = { ...pause, answer, lock: lockOf(1) };
    await bench.engine.handle([{ ...pause, answer }]);
    const failure = { kind: "full" } as const;
    // The first to fail is the commit that finds the word heard, the next the one that settles.
    told.push({ failure: { kind: "conflict", key: "answers" }, made: false });
    told.push({ failure, made: false });
    expect(await bench.engine.handle([item])).toEqual([{ kind: "failed", failure }]);
    expect(bench.tray.settled).toEqual([]);
    expect(await bench.engine.handle([item])).toMatchObject([{ verdict: "duplicate" }]);
    expect(bench.tray.settled).toEqual([{ kind: "complete", lock: lockOf(1) }]);
  });

  test("R28, I21: a store that is away when a word was heard before is no conflict", async () => {
    const id = await beginWith(["ann"]);
    const answer = { actor: "bus", key: "m-1", requestHash: "h", respond: () => "consumed" };
    const pause = itemOf(id, { kind: "pause", phaseId: null, ifSeq: null });
    const item = { ...pause, answer, lock: lockOf(1) };
    await bench.engine.handle([{ ...pause, answer }]);
    unanswered.push("recall", "read");
    for (const _ of "12") {
      expect(await bench.engine.handle([item])).toEqual([{ kind: "failed", failure: AWAY }]);
    }
    expect(await bench.engine.handle([item])).toMatchObject([{ verdict: "duplicate" }]);
  });

  test("R28, I32: a full store and a lost lease are answers, and nothing is settled", async () => {
    const id = await beginWith(["ann", "bob"]);
    const items = results(id);
    for (const failure of [{ kind: "full" }, { kind: "lease-lost", name: "x" }] as const) {
      told.push({ failure, made: false });
      const answers = await bench.engine.handle(items);
      expect(answers).toEqual(items.map(() => ({ kind: "failed", failure })));
    }
    expect(bench.tray.settled).toEqual([]);
    const lease = { name: "tick", owner: "nobody", token: 4 };
    expect(await bench.engine.handle(items, lease)).toMatchObject([
      { failure: { kind: "lease-lost" } },
      { failure: { kind: "lease-lost" } },
    ]);
    expect(await bench.engine.handle(items)).toMatchObject([
      { verdict: "applied" },
      { verdict: "applied" },
    ]);
  });

  test("that goes on failing is given up after some tries, and says why", async () => {
    const id = await beginWith(["ann"]);
    const failure = { kind: "unknown" } as const;
    told.push(...Array.from({ length: 50 }, () => ({ failure, made: false })));
    expect(await bench.engine.handle(results(id))).toEqual([{ kind: "failed", failure }]);
    expect(told.length).toBeGreaterThan(0);
  });

  test("I2: because another batch has a member takes no neighbour with it", async () => {
    const id = await beginWith(["ann"]);
    const other = await makeBatch(bench.store, version(1), "two");
    const inputs = ["bob", "ann", "cem", "dan"].map((key) => memberNamed(key));
    const answers = await bench.engine.handle([
      ...inputs.map((input) => itemOf(other, input)),
      itemOf(id, { kind: "pause", phaseId: null, ifSeq: null }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual([
      "decided",
      "failed",
      "decided",
      "decided",
      "decided",
    ]);
    const members = answerOf(await bench.store.batches.members(other, 0, 10));
    expect(members.map(({ key }) => key).sort()).toEqual(["bob", "cem", "dan"]);
  });
});

describe("an input on which deciding throws", () => {
  test("R32: is set aside alone, with attention and a dead letter; the others go on", async () => {
    const id = await beginWith(Array.from({ length: 20 }, (_, index) => `m-${index}`));
    const items = results(id);
    const bad = itemOf(id, {
      kind: "version-published",
      version: version(99),
      overdue: "ignore",
      rerunInit: false,
    });
    const given = [...items.slice(0, 7), { ...bad, lock: lockOf(77) }, ...items.slice(7)];
    const answers = await bench.engine.handle(given);
    expect(answers.filter(({ kind }) => kind === "decided")).toHaveLength(20);
    expect(answers[7]).toMatchObject({ kind: "set-aside" });
    expect(bench.tray.settled.filter(({ kind }) => kind === "dead-letter")).toMatchObject([
      { reason: "set-aside", lock: { sequenceNumber: 77 } },
    ]);
    expect(bench.faults).toMatchObject([{ kind: "set-aside", input: "version-published" }]);
    const open = answerOf(await bench.store.records.attention(10));
    expect(open.map(({ batchId }) => batchId)).toEqual([id]);
    expect(takeJobs(bench)).toHaveLength(20);
  });

  test("R32: many of them are all set aside, however many there are", async () => {
    const id = await beginWith(["ann"]);
    const bad = Array.from({ length: 30 }, (_, index) =>
      itemOf(id, {
        kind: "version-published",
        version: version(100 + index),
        overdue: "ignore",
        rerunInit: false,
      }),
    );
    const answers = await bench.engine.handle([...bad, ...results(id)]);
    expect(answers.filter(({ kind }) => kind === "set-aside")).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({ kind: "decided", verdict: "applied" });
  });
});
