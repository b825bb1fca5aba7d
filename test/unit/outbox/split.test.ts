import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { fail } from "../../../runtime/contract/result.ts";
import { startRelay } from "../../../runtime/outbox/relay.ts";
import { openSplit } from "../../../runtime/outbox/split.ts";
import { never } from "./never.ts";
import {
  CLAIM_MS,
  commit,
  message,
  type OutboxWorld,
  outboxWorld,
  tooLarge,
  WORK,
} from "./world.ts";

let world: OutboxWorld;
beforeEach(async () => {
  world = await outboxWorld();
});
afterEach(() => world.remove());

const UNAVAILABLE = { kind: "unavailable", detail: "away" } as const;

/** What a relay does with everything that nobody holds. */
async function relayOnce(owner = "relay"): Promise<void> {
  const relay = startRelay({ ...world, owner });
  await relay.stop();
}

async function lockedMessage() {
  await world.bus.publish(WORK.topic, [message("came-with").envelope]);
  const got = await world.bus.receive(WORK, { max: 1, waitMs: 0 });
  if (!got.ok || got.value[0] === undefined) throw new Error("nothing to settle");
  return got.value[0].lock;
}

describe("store and bus apart", () => {
  test("R03 (part): what is committed is published, and what it came with is settled", async () => {
    const split = openSplit(world);
    const lock = await lockedMessage();
    expect(await commit(split, [message("a")], [{ kind: "complete", lock }])).toMatchObject({
      ok: true,
    });
    expect(await world.received()).toEqual(["a"]);
    world.clock.advance(3_600_000);
    expect(await world.received()).toEqual(["a"]);
  });

  test("published rows leave with the next commit", async () => {
    const split = openSplit(world);
    await commit(split, [message("a")]);
    expect(await world.waiting()).toBe(1);
    await commit(split, []);
    expect(await world.waiting()).toBe(0);
  });

  test("published rows leave by themselves when no commit follows", async () => {
    const split = openSplit(world);
    await commit(split, [message("a")]);
    world.clock.advance(CLAIM_MS - 1);
    await commit(world.store, []);
    expect(await world.waiting()).toBe(0);
  });

  test("a commit that is refused publishes, settles and takes off nothing", async () => {
    const split = openSplit(world);
    const lock = await lockedMessage();
    await commit(split, [message("a")]);
    const store = {
      ...world.store,
      transact: async () => fail({ kind: "busy" } as const),
    };
    const broken = openSplit({ ...world, store });
    const answer = await commit(broken, [message("b")], [{ kind: "complete", lock }]);
    expect(answer).toEqual(fail({ kind: "busy" }));
    expect(await world.received()).toEqual(["a"]);
    expect(await world.waiting()).toBe(1);
    expect(await world.bus.settle([{ kind: "complete", lock }])).toMatchObject([{ ok: true }]);
  });

  test("R03, R07: what the bus did not take is committed, and the relay's", async () => {
    const bus = { ...world.bus, publish: async () => fail(UNAVAILABLE) };
    const answer = await commit(openSplit({ ...world, bus }), [message("a"), message("b")]);
    expect(answer.ok).toBe(true);
    expect(world.faults).toMatchObject([{ kind: "publish-failed", topic: WORK.topic }]);
    await relayOnce();
    expect(await world.received()).toEqual([]);
    world.clock.advance(CLAIM_MS);
    await relayOnce();
    expect(await world.received()).toEqual(["a", "b"]);
    expect(await world.waiting()).toBe(0);
  });

  test("R03: a process that dies between commit and publish loses nothing", async () => {
    const lock = await lockedMessage();
    const bus = { ...world.bus, publish: () => never<never>() };
    void commit(openSplit({ ...world, bus }), [message("a")], [{ kind: "complete", lock }]);
    await commit(world.store, []);
    world.clock.advance(CLAIM_MS);
    await relayOnce();
    expect(await world.received()).toEqual(["a"]);
    // What it came with was not settled, so it comes again.
    world.clock.advance(60_000 - CLAIM_MS);
    expect(await world.received()).toContain("came-with");
  });

  test("R06 (part): one that dies between publish and settle publishes again", async () => {
    const lock = await lockedMessage();
    const bus = { ...world.bus, settle: () => never<never>() };
    void commit(openSplit({ ...world, bus }), [message("a")], [{ kind: "complete", lock }]);
    expect(await world.nextReceived()).toEqual(["a"]);
    world.clock.advance(CLAIM_MS);
    await relayOnce();
    expect(await world.received()).toEqual(["a"]);
    expect(await world.waiting()).toBe(0);
  });

  test("a settlement that is refused is told, and the commit stands", async () => {
    const lock = await lockedMessage();
    await world.bus.settle([{ kind: "complete", lock }]);
    expect((await commit(openSplit(world), [], [{ kind: "complete", lock }])).ok).toBe(true);
    expect(world.faults).toMatchObject([{ kind: "settle-failed" }]);
  });

  test("R31: a message the bus never takes becomes an incident", async () => {
    const split = openSplit(world);
    await commit(split, [message("a"), tooLarge("big"), message("b")]);
    expect(await world.received()).toEqual(["a", "b"]);
    expect(world.faults).toMatchObject([{ kind: "unpublishable", topic: WORK.topic }]);
    expect(await world.store.incidents.list(0, 10)).toMatchObject({
      ok: true,
      value: [{ topic: WORK.topic, envelope: { messageId: "big" }, reason: "message-too-large" }],
    });
    await commit(split, []);
    expect(await world.waiting()).toBe(0);
  });

  test("a bus that breaks its promise is told and loses nothing", async () => {
    const bus = { ...world.bus, publish: () => Promise.reject(new Error("broken")) };
    expect((await commit(openSplit({ ...world, bus }), [message("a")])).ok).toBe(true);
    expect(world.faults.map(({ kind }) => kind)).toEqual(["bug", "publish-failed"]);
    expect(await world.waiting()).toBe(1);
  });
});
