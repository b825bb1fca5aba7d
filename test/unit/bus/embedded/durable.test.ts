import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../../runtime/bus/bus.ts";
import type { MessageLock, Settlement, Source } from "../../../../runtime/bus/lock.ts";
import type { Received } from "../../../../runtime/bus/message.ts";
import { fail } from "../../../../runtime/contract/result.ts";
import type { Journal } from "../../../../runtime/store/sqlite/journal.ts";
import type { OutgoingMessage } from "../../../../runtime/store/unit.ts";
import { type BrokerInFile, brokerInFile } from "./broker-in-file.ts";
import { ENTITIES, envelope, JOBS, outgoing, RESULTS } from "./durable-entities.ts";

let file: BrokerInFile;
/** What the broker's own appends meet. */
let isFull = false;
let turn: Promise<void> = Promise.resolve();
const through = (journal: Journal): Journal => ({
  ...journal,
  append: async (records) => {
    await turn;
    return isFull ? fail({ kind: "full" }) : journal.append(records);
  },
});

beforeEach(async () => {
  isFull = false;
  turn = Promise.resolve();
  file = await brokerInFile({ entities: ENTITIES, through });
});
afterEach(() => file.remove());

const HOUR = 3_600_000;
const REFUSED = "rows that are refused";

async function receive(bus: Bus, source: Source, waitMs = 0): Promise<readonly Received[]> {
  const got = await bus.receive(source, { max: 100, waitMs });
  if (!got.ok) throw new Error(got.error.kind);
  return got.value;
}

const idsOf = (messages: readonly Received[]) => messages.map(({ messageId }) => messageId);

const complete = (messages: readonly Received[]): readonly Settlement[] =>
  messages.map(({ lock }) => ({ kind: "complete", lock }));

/** A store's commit that carries messages; `rows` may refuse it. */
const commit = (
  publish: readonly OutgoingMessage[],
  settle: readonly Settlement[] = [],
  rows: () => void = () => {},
) =>
  file.store.together(({ deliver }) => {
    deliver({ publish, settle });
    rows();
    return null;
  });

const refuse = (): never => {
  throw new Error(REFUSED);
};

const segments = (): number => file.store.journal.read().length;

describe("a durable broker", () => {
  test("what was answered is there after a restart, with its properties", async () => {
    const bus = file.broker.connect("one");
    const message = { ...envelope("a", { n: 1, flag: true, text: "ü" }), body: '€\u0000\n"x" 🜚' };
    await bus.publish("jobs", [{ ...message, system: { subject: "s" } }, envelope("b")]);
    file = await file.reopen();
    const [first, second] = await receive(file.broker.connect("two"), JOBS);
    expect(first).toMatchObject({ ...message, system: { subject: "s" }, deliveryCount: 1 });
    expect(second).toMatchObject(envelope("b"));
  });

  test("half a character is kept as UTF-8 keeps it, before and after a restart", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("jobs", [{ ...envelope("a"), body: "x\ud800y" }, envelope("b")]);
    const before = await bus.peek(JOBS, { from: 0, max: 9 });
    file = await file.reopen();
    expect(await file.broker.connect("two").peek(JOBS, { from: 0, max: 9 })).toEqual(before);
    expect(before).toMatchObject({ value: [{ body: "x\ufffdy" }, { body: "body of b" }] });
  });

  test("what earlier hosts held comes back alone, with its delivery counted", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("jobs", [envelope("a"), envelope("b"), envelope("c")]);
    await bus.receive(JOBS, { max: 2, waitMs: 0 });
    file = await file.reopen();
    const again = file.broker.connect("two");
    const rounds = [await receive(again, JOBS), await receive(again, JOBS)];
    expect(rounds.map(idsOf)).toEqual([["a"], ["b"]]);
    expect(rounds[0]?.[0]?.deliveryCount).toBe(2);
    expect(idsOf(await receive(again, JOBS))).toEqual(["c"]);
  });

  test("A-008 (part): a message that kills the process each time ends among the dead letters", async () => {
    await file.broker.connect("one").publish("jobs", [envelope("poison"), envelope("b")]);
    for (let life = 0; life < 3; life += 1) {
      await receive(file.broker.connect("one"), JOBS);
      file = await file.reopen();
    }
    const bus = file.broker.connect("one");
    expect(idsOf(await receive(bus, { ...JOBS, queue: "dead-letter" }))).toEqual(["poison"]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["b"]);
  });

  test("R12 (part): the duplicate window goes on after a restart", async () => {
    await file.broker.connect("one").publish("jobs", [envelope("a")]);
    file = await file.reopen();
    await file.broker.connect("one").publish("jobs", [envelope("a"), envelope("b")]);
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(["a", "b"]);
  });

  test("what is scheduled, deferred, or held in a session goes on after a restart", async () => {
    const bus = file.broker.connect("one");
    const notBefore = new Date(file.clock.now().getTime() + HOUR);
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
    file = await file.reopen();
    const again = file.broker.connect("two");
    const sequenceNumbers = [aside.sequenceNumber];
    expect(await again.receiveDeferred(JOBS, { sequenceNumbers })).toMatchObject({ ok: true });
    const taken = await again.acceptSession(ordered, { sessionId: null, waitMs: 0 });
    if (!taken.ok) throw new Error(taken.error.kind);
    expect(await again.readSessionState(taken.value)).toMatchObject({ value: "state" });
    file.clock.advance(HOUR);
    expect(idsOf(await receive(again, JOBS))).toEqual(["later"]);
  });

  test("what cannot be kept is refused, and the broker is as if it had not been asked", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("jobs", [envelope("a")]);
    const [held] = await receive(bus, JOBS);
    const lock = held?.lock as MessageLock;
    isFull = true;
    const refused = [
      bus.publish("jobs", [envelope("b")]),
      bus.publish("results", [envelope("c")]),
      bus.settle([{ kind: "complete", lock }]).then(([only]) => only),
      bus.receive(RESULTS, { max: 1, waitMs: 0 }),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    isFull = false;
    expect(await bus.settle([{ kind: "complete", lock }])).toMatchObject([{ ok: true }]);
    await bus.publish("jobs", [envelope("b")]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["b"]);
    file = await file.reopen();
    expect(file.broker.statistics()).toMatchObject([
      { subscriptions: { reader: { ready: 1, locked: 0 } } },
      { subscriptions: { reader: { ready: 0, locked: 0 } } },
      {},
    ]);
  });

  test("commands of one turn share a segment, and so a sync to disk", async () => {
    const bus = file.broker.connect("one");
    const before = segments();
    await Promise.all(["a", "b", "c"].map((id) => bus.publish("jobs", [envelope(id)])));
    expect(segments()).toBe(before + 1);
  });

  test("a stopped broker has kept everything it was asked before", async () => {
    const bus = file.broker.connect("one");
    void bus.publish("jobs", [envelope("a")]);
    file = await file.reopen();
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(["a"]);
  });
});

describe("messages in the commit of a store", () => {
  test("R03, R06: what a unit publishes and settles is there with its rows", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("jobs", [envelope("job")]);
    const jobs = await receive(bus, JOBS);
    expect((await commit([outgoing("results", "result")], complete(jobs))).ok).toBe(true);
    file = await file.reopen();
    const again = file.broker.connect("two");
    expect(idsOf(await receive(again, RESULTS))).toEqual(["result"]);
    expect(await receive(again, JOBS)).toEqual([]);
  });

  test("who waits is served in the same commit, the delivery with it", async () => {
    const waiting = receive(file.broker.connect("worker"), JOBS, HOUR);
    const before = segments();
    await commit([outgoing("jobs", "a"), outgoing("jobs", "b")]);
    expect(idsOf(await waiting)).toEqual(["a", "b"]);
    expect(segments()).toBe(before + 1);
    file = await file.reopen();
    const [first] = await receive(file.broker.connect("worker"), JOBS);
    expect(first?.deliveryCount).toBe(2);
  });

  test("a lone step is two commits: its job with the claim, and its result with the claim", async () => {
    const [worker, engine] = [file.broker.connect("worker"), file.broker.connect("engine")];
    const job = receive(worker, JOBS, HOUR);
    const before = segments();
    await commit([outgoing("jobs", "job")]);
    const result = receive(engine, RESULTS, HOUR);
    await commit([outgoing("results", "result")], complete(await job));
    const next = receive(worker, JOBS, HOUR);
    await commit([outgoing("jobs", "next")], complete(await result));
    expect(idsOf(await next)).toEqual(["next"]);
    expect(segments()).toBe(before + 3);
  });

  test("R06: of a unit that was not committed nobody saw anything", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("results", [envelope("came-with")]);
    const held = await receive(bus, RESULTS);
    let seen = 0;
    const waiting = bus.receive(JOBS, { max: 9, waitMs: HOUR }).then((answer) => {
      seen += 1;
      return answer;
    });
    await expect(commit([outgoing("jobs", "a")], complete(held), refuse)).rejects.toThrow(REFUSED);
    expect(await waiting).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    expect(seen).toBe(1);
    expect(await receive(bus, JOBS)).toEqual([]);
    expect(await bus.settle(complete(held))).toMatchObject([{ ok: true }]);
  });

  test("after a unit that was not committed the same unit can be", async () => {
    const bus = file.broker.connect("one");
    await expect(commit([outgoing("jobs", "a")], [], refuse)).rejects.toThrow(REFUSED);
    await commit([outgoing("jobs", "a")]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["a"]);
    file = await file.reopen();
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(["a"]);
  });

  test("a command on its way by itself is kept though a unit beside it is not", async () => {
    const bus = file.broker.connect("one");
    const published = bus.publish("jobs", [envelope("mine")]);
    const refused = commit([outgoing("jobs", "theirs")], [], refuse);
    await expect(refused).rejects.toThrow(REFUSED);
    const answer = await published;
    const there = idsOf(await receive(bus, JOBS));
    // Refused or kept, but what was said is what is so.
    expect(there).toEqual(answer.ok ? ["mine"] : []);
    file = await file.reopen();
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(there);
  });

  test("a command whose record is still on its way outlives a unit that is refused", async () => {
    const bus = file.broker.connect("one");
    let go = (): void => {};
    turn = new Promise((resolve) => {
      go = resolve;
    });
    const published = bus.publish("jobs", [envelope("mine")]);
    await Promise.resolve();
    const refused = commit([outgoing("jobs", "theirs")], [], refuse);
    await expect(refused).rejects.toThrow(REFUSED);
    go();
    expect((await published).ok).toBe(true);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["mine"]);
    file = await file.reopen();
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(["mine"]);
  });

  test("units and commands of one turn, in any order, leave one broker in memory and file", async () => {
    const bus = file.broker.connect("one");
    const asked = [];
    for (let round = 0; round < 20; round += 1) {
      asked.push(bus.publish("jobs", [envelope(`p${round}`)]));
      asked.push(commit([outgoing("jobs", `u${round}`)]));
      asked.push(bus.receive(JOBS, { max: 1, waitMs: 0 }));
      if (round % 3 === 0) await Promise.resolve();
    }
    await Promise.all(asked);
    const before = file.broker.statistics();
    await file.broker.hostDied("one");
    const [jobs] = file.broker.statistics();
    file = await file.reopen();
    expect(file.broker.statistics()[0]).toEqual(jobs);
    expect(before[0]?.subscriptions["reader"]).toEqual({
      ready: 20,
      locked: 20,
      deferred: 0,
      dead: 0,
    });
  });

  test("R31: a message that is too large is left out, told, and keeps nobody", async () => {
    const large = { ...envelope("large"), body: "x".repeat(300_000) };
    await commit([
      outgoing("jobs", "a"),
      { topic: "jobs", envelope: large, notBefore: null },
      outgoing("jobs", "b"),
    ]);
    expect(idsOf(await receive(file.broker.connect("one"), JOBS))).toEqual(["a", "b"]);
    expect(file.faults).toMatchObject([
      { kind: "unpublishable", topic: "jobs", failure: { kind: "message-too-large" } },
    ]);
  });

  test("a topic that is not there commits nothing, not even what was settled with it", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("jobs", [envelope("a")]);
    const held = await receive(bus, JOBS);
    await expect(commit([outgoing("nowhere", "x")], complete(held))).rejects.toThrow("nowhere");
    expect(await bus.settle(complete(held))).toMatchObject([{ ok: true }]);
  });

  test("messages for later come at their time", async () => {
    const notBefore = new Date(file.clock.now().getTime() + HOUR);
    await commit([outgoing("jobs", "later", notBefore)]);
    const bus = file.broker.connect("one");
    expect(await receive(bus, JOBS)).toEqual([]);
    file.clock.advance(HOUR);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["later"]);
  });
});
