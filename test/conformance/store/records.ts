/** What is recorded stays in order; what is open for a person is open once. */
import { expect } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { AttentionDraft } from "../../../runtime/domain/engine/decision.ts";
import { answerOf } from "../bus/answers.ts";
import { commitRows, makeBatch } from "./batch-of.ts";
import { counted, event } from "./rows.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const opened = (batchId: BatchId, subject: string, reason: string): AttentionDraft => ({
  kind: "open",
  subject,
  batchId,
  reason,
  actions: ["retry-step"],
  openedAt: new Date("2026-03-02T05:00:00.000Z"),
});

export const RECORDS: readonly StoreCase[] = [
  test("an event is read back as it was written, with the time of its commit", async (world) => {
    const { store, clock } = world;
    const id = await makeBatch(store);
    answerOf(await commitRows(store, id, { events: [event("a")], counters: [counted(id, 1)] }));
    const [found] = answerOf(await store.records.events(id, 0, 10));
    expect(found).toEqual({ ...event("a"), batchId: id, seq: 1, at: clock.time });
  }),
  test("I29: events of the platform are numbered by themselves, without gaps", async ({
    store,
  }) => {
    const platform = (type: string) => ({ actor: "ada", cause: "api", type, detail: null });
    answerOf(await store.records.recordPlatform([platform("a"), platform("b")]));
    answerOf(await store.records.recordPlatform([platform("c")]));
    const events = answerOf(await store.records.events(0, 0, 10));
    expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual(["1 a", "2 b", "3 c"]);
  }),
  test("a subject is open once, and may be opened again after it was closed", async ({ store }) => {
    const id = await makeBatch(store);
    const commit = async (...attention: readonly AttentionDraft[]) => {
      answerOf(await commitRows(store, id, { attention }));
      return answerOf(await store.records.attention(10)).map(({ reason }) => reason);
    };
    expect(await commit(opened(id, "s", "first"), opened(id, "s", "second"))).toEqual(["first"]);
    expect(await commit({ kind: "close", subject: "s" })).toEqual([]);
    expect(await commit(opened(id, "s", "third"))).toEqual(["third"]);
  }),
  test("old answers and messages are forgotten in portions, young ones are kept", async (world) => {
    const { store } = world;
    const id = await makeBatch(store);
    const keep = (key: string) => ({
      remember: [{ actor: "ada", key, requestHash: "h", response: "{}" }],
      consumed: [{ consumer: "c", messageId: key, response: key }],
    });
    for (const key of ["a", "b", "c"]) {
      answerOf(await commitRows(store, id, {}, { unit: () => keep(key) }));
      pass(world, 1_000);
    }
    const before = new Date(world.clock.time.getTime() - 1_000);
    expect(answerOf(await store.records.prune(before, 1))).toBe(2);
    expect(answerOf(await store.records.recall("ada", "a"))).toBeNull();
    expect(answerOf(await store.records.recall("ada", "b"))).not.toBeNull();
    expect(answerOf(await store.records.prune(before, 10))).toBe(2);
    expect(answerOf(await store.records.consumed("c", "c"))?.response).toBe("c");
    expect(answerOf(await store.records.prune(before, 10))).toBe(0);
  }),
];
