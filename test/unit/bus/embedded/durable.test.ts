import { describe, expect, test } from "@jest/globals";
import type { MessageLock } from "../../../../runtime/bus/lock.ts";
import { envelope, JOBS, RESULTS } from "./durable-entities.ts";
import { durableWorld, idsOf, receive, segments } from "./durable-world.ts";

const world = durableWorld();
const HOUR = 3_600_000;

describe("a durable broker", () => {
  test("what was answered is there after a restart, with its properties", async () => {
    const bus = world.file.broker.connect("one");
    const message = { ...envelope("a", { n: 1, flag: true, text: "ü" }), body: '€\u0000\n"x" 🜚' };
    await bus.publish("jobs", [{ ...message, system: { subject: "s" } }, envelope("b")]);
    world.file = await world.file.reopen();
    const [first, second] = await receive(world.file.broker.connect("two"), JOBS);
    expect(first).toMatchObject({ ...message, system: { subject: "s" }, deliveryCount: 1 });
    expect(second).toMatchObject(envelope("b"));
  });

  test("half a character is kept as UTF-8 keeps it, before and after a restart", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("jobs", [{ ...envelope("a"), body: "x\ud800y" }, envelope("b")]);
    const before = await bus.peek(JOBS, { from: 0, max: 9 });
    world.file = await world.file.reopen();
    expect(await world.file.broker.connect("two").peek(JOBS, { from: 0, max: 9 })).toEqual(before);
    expect(before).toMatchObject({ value: [{ body: "x\ufffdy" }, { body: "body of b" }] });
  });

  test("what earlier hosts held comes back alone, with its delivery counted", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("jobs", [envelope("a"), envelope("b"), envelope("c")]);
    await bus.receive(JOBS, { max: 2, waitMs: 0 });
    world.file = await world.file.reopen();
    const again = world.file.broker.connect("two");
    const rounds = [await receive(again, JOBS), await receive(again, JOBS)];
    expect(rounds.map(idsOf)).toEqual([["a"], ["b"]]);
    expect(rounds[0]?.[0]?.deliveryCount).toBe(2);
    expect(idsOf(await receive(again, JOBS))).toEqual(["c"]);
  });

  test("A-008 (part): what kills the process each time becomes a dead letter", async () => {
    await world.file.broker.connect("one").publish("jobs", [envelope("poison"), envelope("b")]);
    for (let life = 0; life < 3; life += 1) {
      await receive(world.file.broker.connect("one"), JOBS);
      world.file = await world.file.reopen();
    }
    const bus = world.file.broker.connect("one");
    expect(idsOf(await receive(bus, { ...JOBS, queue: "dead-letter" }))).toEqual(["poison"]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["b"]);
  });

  test("R12 (part): the duplicate window goes on after a restart", async () => {
    await world.file.broker.connect("one").publish("jobs", [envelope("a")]);
    world.file = await world.file.reopen();
    await world.file.broker.connect("one").publish("jobs", [envelope("a"), envelope("b")]);
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(["a", "b"]);
  });

  test("what is scheduled, deferred, or held in a session goes on after a restart", async () => {
    const bus = world.file.broker.connect("one");
    const notBefore = new Date(world.file.clock.now().getTime() + HOUR);
    await bus.schedule("jobs", [{ ...envelope("later"), notBefore }]);
    await bus.publish("jobs", [envelope("aside")]);
    const [aside] = await receive(bus, JOBS);
    if (aside === undefined) throw new Error("nothing to set aside");
    await bus.settle([{ kind: "defer", lock: aside.lock }]);
    const ordered = { topic: "ordered", subscription: "reader" };
    await bus.publish("ordered", [{ ...envelope("o"), sessionId: "s" }]);
    const session = await bus.acceptSession(ordered, { sessionId: "s", waitMs: 0 });
    if (!session.ok) throw new Error(session.error.kind);
    await bus.writeSessionState(session.value, "state");
    world.file = await world.file.reopen();
    const again = world.file.broker.connect("two");
    const sequenceNumbers = [aside.sequenceNumber];
    expect(await again.receiveDeferred(JOBS, { sequenceNumbers })).toMatchObject({ ok: true });
    const taken = await again.acceptSession(ordered, { sessionId: null, waitMs: 0 });
    if (!taken.ok) throw new Error(taken.error.kind);
    expect(await again.readSessionState(taken.value)).toMatchObject({ value: "state" });
    world.file.clock.advance(HOUR);
    expect(idsOf(await receive(again, JOBS))).toEqual(["later"]);
  });

  test("what cannot be kept is refused, and the broker is as before", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("jobs", [envelope("a")]);
    const [held] = await receive(bus, JOBS);
    const lock = held?.lock as MessageLock;
    world.isFull = true;
    const refused = [
      bus.publish("jobs", [envelope("b")]),
      bus.publish("results", [envelope("c")]),
      bus.settle([{ kind: "complete", lock }]).then(([only]) => only),
      bus.receive(RESULTS, { max: 1, waitMs: 0 }),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    world.isFull = false;
    expect(await bus.settle([{ kind: "complete", lock }])).toMatchObject([{ ok: true }]);
    await bus.publish("jobs", [envelope("b")]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["b"]);
    world.file = await world.file.reopen();
    expect(world.file.broker.statistics()).toMatchObject([
      { subscriptions: { reader: { ready: 1, locked: 0 } } },
      { subscriptions: { reader: { ready: 0, locked: 0 } } },
      {},
    ]);
  });

  test("commands of one turn share a segment, and so a sync to disk", async () => {
    const bus = world.file.broker.connect("one");
    const before = segments(world.file);
    await Promise.all(["a", "b", "c"].map((id) => bus.publish("jobs", [envelope(id)])));
    expect(segments(world.file)).toBe(before + 1);
  });

  test("a stopped broker has kept everything it was asked before", async () => {
    const bus = world.file.broker.connect("one");
    void bus.publish("jobs", [envelope("a")]);
    world.file = await world.file.reopen();
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(["a"]);
  });
});
