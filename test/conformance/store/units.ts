/** One unit, one commit: whole or not at all, under the lock, with ids and numbers that hold. */
import { expect } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { answerOf, failureOf } from "../bus/answers.ts";
import { commitRows, look, makeBatch, NO_ROWS } from "./batch-of.ts";
import { NOTHING, rowsOf, unitOf } from "./core-on-store.ts";
import { counted, event, memberRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

export const UNITS: readonly StoreCase[] = [
  test("X-78 (part): the time that decides is the store's own", async ({ store, clock }) => {
    clock.time = new Date("2027-01-01T00:00:00.000Z");
    expect((await look(store)).now).toEqual(clock.time);
  }),
  test("R04: every transaction on a batch leaves a higher revision behind", async ({ store }) => {
    const id = await makeBatch(store);
    const first = rowsOf(await look(store, id), id).lock;
    const second = rowsOf(await look(store, id), id).lock;
    expect(second).toEqual({ ...first, revision: first.revision + 1 });
  }),
  test("a batch that does not exist is not there, and the others are", async ({ store }) => {
    const id = await makeBatch(store);
    const missing = rowsOf(await look(store, id), id).batch;
    const loaded = await look(store, id, BatchId.parse(missing.id + 999));
    expect([...loaded.batches.keys()]).toEqual([id]);
  }),
  test("a unit with one stale row is abandoned whole, its messages too", async ({ store }) => {
    const id = await makeBatch(store);
    const expectOld = { table: "batches", id, expect: { fence: 9 }, set: { fence: 10 } } as const;
    const result = await commitRows(
      store,
      id,
      { inserts: [{ table: "members", row: memberRow(id, 1, "a") }], patches: [expectOld] },
      {
        unit: () => ({
          publish: [
            {
              topic: "worker-jobs",
              envelope: { messageId: MessageId.parse("m"), body: "{}", properties: {} },
              notBefore: null,
            },
          ],
        }),
      },
    );
    expect(failureOf(result)).toMatchObject({ kind: "stale", row: String(id) });
    expect(answerOf(await store.batches.members(id, 0, 10))).toEqual([]);
    expect(answerOf(await store.outbox.waiting())).toBe(0);
  }),
  test("when decide throws nothing was written and the next unit goes through", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const broken = store.transact({ batches: new Map([[id, NOTHING]]) }, () => {
      throw new Error("a bug in a handler");
    });
    await expect(broken).rejects.toThrow("a bug in a handler");
    expect(rowsOf(await look(store, id), id).lock.revision).toBe(1);
  }),
  test("a refused unit takes nothing of its neighbours with it", async ({ store }) => {
    const id = await makeBatch(store);
    const add = (...keys: readonly (readonly [number, string])[]) =>
      commitRows(store, id, {
        inserts: keys.map(([number, key]) => ({
          table: "members",
          row: memberRow(id, number, key),
        })),
      });
    const results = await Promise.all([add([1, "a"]), add([2, "c"], [3, "a"]), add([4, "b"])]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    const members = answerOf(await store.batches.members(id, 0, 10));
    expect(members.map(({ key }) => key)).toEqual(["a", "b"]);
  }),
  test("a decision about a batch that was not locked is a bug", async ({ store }) => {
    const id = await makeBatch(store);
    const unlocked = store.transact({ batches: new Map() }, (loaded) =>
      unitOf(loaded, { writes: [{ batchId: id, decision: NO_ROWS }] }),
    );
    await expect(unlocked).rejects.toThrow("was not locked");
  }),
  test("I29: events are numbered without gaps across units and decisions", async ({ store }) => {
    const id = await makeBatch(store);
    const two = { events: [event("a"), event("b")], counters: [counted(id, 2)] };
    answerOf(await commitRows(store, id, two));
    answerOf(
      await store.transact({ batches: new Map([[id, NOTHING]]) }, (loaded) => {
        const decision = { ...NO_ROWS, events: [event("c")], counters: [counted(id, 1)] };
        return unitOf(loaded, {
          writes: [
            { batchId: id, decision },
            { batchId: id, decision },
          ],
        });
      }),
    );
    const events = answerOf(await store.records.events(id, 1, 10));
    expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual(["2 b", "3 c", "4 c"]);
    expect(rowsOf(await look(store, id), id).lock.eventSeq).toBe(4);
  }),
  test("ids that a unit used are not shown again, those it did not are", async ({ store }) => {
    const id = await makeBatch(store);
    const { nextIds } = await look(store, id);
    const unit = () => ({ nextIds: { ...nextIds, execution: nextIds.execution + 50 } });
    answerOf(await commitRows(store, id, {}, { unit }));
    const after = await look(store, id);
    expect(after.nextIds).toEqual({ ...nextIds, execution: nextIds.execution + 50 });
  }),
  test("R17: an answer is remembered with its unit, once", async ({ store }) => {
    const id = await makeBatch(store);
    const answer = { actor: "ada", key: "k", requestHash: "h", response: "{}" };
    const unit = () => ({ remember: [answer] });
    answerOf(await commitRows(store, id, {}, { unit }));
    expect(answerOf(await store.records.recall("ada", "k"))).toEqual(answer);
    expect(answerOf(await store.records.recall("bob", "k"))).toBeNull();
    expect(failureOf(await commitRows(store, id, {}, { unit })).kind).toBe("conflict");
  }),
  test("R12 (part): a message that was dealt with cannot be dealt with again", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const message = { consumer: "run-cards", messageId: "m-1", response: null };
    const unit = () => ({ consumed: [message] });
    answerOf(await commitRows(store, id, {}, { unit }));
    expect(answerOf(await store.records.consumed("run-cards", "m-1"))).toEqual(message);
    expect(answerOf(await store.records.consumed("other", "m-1"))).toBeNull();
    expect(failureOf(await commitRows(store, id, {}, { unit })).kind).toBe("conflict");
  }),
];
