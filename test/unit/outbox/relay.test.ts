import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { startRelay } from "../../../runtime/outbox/relay.ts";
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

/** Committed by a host that died before it published anything. */
async function leftBehind(...ids: readonly string[]): Promise<void> {
  await commit(
    world.store,
    ids.map((id) => message(id)),
  );
  world.clock.advance(CLAIM_MS);
}

const passOnce = async (over: Partial<Parameters<typeof startRelay>[0]> = {}): Promise<void> => {
  await startRelay({ ...world, owner: "relay", ...over }).stop();
};

describe("the relay", () => {
  test("R07: it publishes rows whose claim has run out, and takes them off", async () => {
    await leftBehind("a", "b");
    await passOnce();
    expect(await world.received()).toEqual(["a", "b"]);
    expect(await world.waiting()).toBe(0);
  });

  test("a row that its committer still holds is left alone", async () => {
    await commit(world.store, [message("a")]);
    world.clock.advance(CLAIM_MS - 1);
    await passOnce();
    expect(await world.received()).toEqual([]);
  });

  test("R07: of two relays only one publishes a row", async () => {
    await leftBehind("a", "b", "c");
    const relays = ["one", "two"].map((owner) => startRelay({ ...world, owner, most: 2 }));
    await Promise.all(relays.map((relay) => relay.stop()));
    expect(await world.received()).toEqual(["a", "b", "c"]);
  });

  test("R03: a relay that dies before or after it published loses nothing", async () => {
    await leftBehind("a");
    const publish: Bus["publish"] = () => never();
    void startRelay({ ...world, owner: "one", bus: { publish } });
    await commit(world.store, []);
    world.clock.advance(CLAIM_MS);
    const outbox = { ...world.store.outbox, sent: () => never<never>() };
    void startRelay({ ...world, owner: "two", store: { ...world.store, outbox } });
    expect(await world.nextReceived()).toEqual(["a"]);
    expect(await world.waiting()).toBe(1);
    world.clock.advance(CLAIM_MS);
    await passOnce({ owner: "three" });
    expect(await world.received()).toEqual(["a"]);
    expect(await world.waiting()).toBe(0);
  });

  test("what the bus does not take now is tried again when the claim has run out", async () => {
    await leftBehind("a");
    let asked = 0;
    const publish: Bus["publish"] = async (topic, messages) => {
      asked += 1;
      if (asked > 1) return world.bus.publish(topic, messages);
      return fail({ kind: "unavailable", detail: "away" });
    };
    await passOnce({ bus: { publish } });
    await passOnce({ bus: { publish } });
    expect(asked).toBe(1);
    world.clock.advance(CLAIM_MS);
    await passOnce({ bus: { publish } });
    expect(await world.received()).toEqual(["a"]);
  });

  test("R31: a message the bus never takes becomes an incident, once", async () => {
    await commit(world.store, [tooLarge("big"), message("a")]);
    world.clock.advance(CLAIM_MS);
    await passOnce();
    expect(await world.received()).toEqual(["a"]);
    expect(await world.waiting()).toBe(0);
    expect(await world.store.incidents.openCount()).toEqual(ok(1));
  });

  test("R31 (part): while the incident cannot be kept, the row stays", async () => {
    await commit(world.store, [tooLarge("big")]);
    world.clock.advance(CLAIM_MS);
    const incidents = {
      ...world.store.incidents,
      open: async () => fail({ kind: "full" } as const),
    };
    await passOnce({ store: { ...world.store, incidents } });
    expect(await world.waiting()).toBe(1);
    expect(world.faults.map(({ kind }) => kind)).toEqual(["unpublishable", "store-failed"]);
  });

  test("messages for later are published for later", async () => {
    const notBefore = new Date(world.clock.now().getTime() + 3 * CLAIM_MS);
    await commit(world.store, [message("later", { notBefore })]);
    world.clock.advance(CLAIM_MS);
    await passOnce();
    expect(await world.received()).toEqual([]);
    world.clock.advance(2 * CLAIM_MS);
    expect(await world.received()).toEqual(["later"]);
  });

  test("it goes through all there is, then looks from time to time, until stopped", async () => {
    await leftBehind("a", "b", "c");
    const relay = startRelay({ ...world, owner: "relay", most: 1 });
    while ((await world.waiting()) > 0) await commit(world.store, []);
    expect(await world.received()).toEqual(["a", "b", "c"]);
    await leftBehind("d");
    while ((await world.waiting()) > 0) {
      world.clock.advance(1_000);
      await commit(world.store, []);
    }
    await relay.stop();
    expect(world.clock.next()).toBeNull();
    expect(await world.received()).toContain("d");
  });

  test("a store that is away is told and asked again", async () => {
    await leftBehind("a");
    const outbox = { ...world.store.outbox, claim: async () => fail({ kind: "busy" } as const) };
    await passOnce({ store: { ...world.store, outbox } });
    expect(world.faults).toEqual([{ kind: "store-failed", failure: { kind: "busy" } }]);
    await passOnce();
    expect(await world.received()).toEqual(["a"]);
  });
});

test("a bus named wrongly keeps the row and says so", async () => {
  await commit(world.store, [{ ...message("a"), topic: "nowhere" }]);
  world.clock.advance(CLAIM_MS);
  await passOnce();
  expect(world.faults).toMatchObject([{ kind: "publish-failed", topic: "nowhere" }]);
  expect(await world.waiting()).toBe(1);
  expect(WORK.topic).not.toBe("nowhere");
});
