/** Leases: one owner at a time, and no commit under a token that was taken over. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "../bus/answers.ts";
import { commitRows, look, makeBatch, newBatch } from "./batch-of.ts";
import { rowsOf } from "./core-on-store.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const MINUTE = 60_000;

export const LEASES: readonly StoreCase[] = [
  test("R42: a lease has one owner until it runs out", async (world) => {
    const { store } = world;
    const mine = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    expect(mine?.token).toBe(1);
    expect(answerOf(await store.leases.acquire("tick", "b", MINUTE))).toBeNull();
    pass(world, MINUTE);
    expect(answerOf(await store.leases.acquire("tick", "b", MINUTE))?.token).toBe(2);
  }),
  test("R42, R43: a lease from before the clock was set back can be taken", async (world) => {
    const { store } = world;
    answerOf(await store.leases.acquire("tick", "a", MINUTE));
    pass(world, -1);
    expect(answerOf(await store.leases.acquire("tick", "b", MINUTE))?.token).toBe(2);
    expect(answerOf(await store.leases.acquire("tick", "c", MINUTE))).toBeNull();
  }),
  test("leases of different names do not meet", async ({ store }) => {
    answerOf(await store.leases.acquire("tick", "a", MINUTE));
    expect(answerOf(await store.leases.acquire("relay", "b", MINUTE))?.token).toBe(1);
  }),
  test("I32: an owner that asks again gets a new token, and its old one is worth nothing", async ({
    store,
  }) => {
    const old = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    const again = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    expect(again?.token).toBe(2);
    if (old === null) throw new Error("no lease");
    expect(answerOf(await store.leases.renew(old, MINUTE))).toBeNull();
    const id = await makeBatch(store);
    expect(failureOf(await commitRows(store, id, {}, { lease: old })).kind).toBe("lease-lost");
  }),
  test("a lease is renewed while it is held and released once", async (world) => {
    const { store } = world;
    const lease = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    if (lease === null) throw new Error("no lease");
    pass(world, MINUTE - 1);
    expect(answerOf(await store.leases.renew(lease, MINUTE))?.until.getTime()).toBe(
      world.clock.time.getTime() + MINUTE,
    );
    expect(answerOf(await store.leases.release(lease))).toBe(true);
    expect(answerOf(await store.leases.release(lease))).toBe(false);
    expect(answerOf(await store.leases.acquire("tick", "b", MINUTE))?.token).toBe(2);
  }),
  test("I32: a stale fencing token never commits, nor one that has run out", async (world) => {
    const { store } = world;
    const id = await makeBatch(store);
    const lease = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    if (lease === null) throw new Error("no lease");
    answerOf(await commitRows(store, id, {}, { lease }));
    pass(world, MINUTE);
    expect(failureOf(await commitRows(store, id, {}, { lease }))).toEqual({
      kind: "lease-lost",
      name: "tick",
    });
    answerOf(await store.leases.acquire("tick", "b", MINUTE));
    expect(failureOf(await commitRows(store, id, {}, { lease })).kind).toBe("lease-lost");
    const made = await store.batches.create([newBatch("late")], lease);
    expect(failureOf(made).kind).toBe("lease-lost");
    expect(rowsOf(await look(store, id), id).lock.revision).toBe(2);
  }),
];
