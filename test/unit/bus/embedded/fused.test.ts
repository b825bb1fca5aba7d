import { describe, expect, test } from "@jest/globals";
import { envelope, JOBS, outgoing, RESULTS } from "./durable-entities.ts";
import { commit, complete, durableWorld, idsOf, receive, segments } from "./durable-world.ts";

const world = durableWorld();
const HOUR = 3_600_000;
const REFUSED = "rows that are refused";
const refuse = (): never => {
  throw new Error(REFUSED);
};

describe("messages in the commit of a store", () => {
  test("R03, R06: what a unit publishes and settles is there with its rows", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("jobs", [envelope("job")]);
    const jobs = await receive(bus, JOBS);
    expect((await commit(world.file, [outgoing("results", "result")], complete(jobs))).ok).toBe(
      true,
    );
    world.file = await world.file.reopen();
    const again = world.file.broker.connect("two");
    expect(idsOf(await receive(again, RESULTS))).toEqual(["result"]);
    expect(await receive(again, JOBS)).toEqual([]);
  });

  test("who waits is served in the same commit, the delivery with it", async () => {
    const waiting = receive(world.file.broker.connect("worker"), JOBS, HOUR);
    const before = segments(world.file);
    await commit(world.file, [outgoing("jobs", "a"), outgoing("jobs", "b")]);
    expect(idsOf(await waiting)).toEqual(["a", "b"]);
    expect(segments(world.file)).toBe(before + 1);
    world.file = await world.file.reopen();
    const [first] = await receive(world.file.broker.connect("worker"), JOBS);
    expect(first?.deliveryCount).toBe(2);
  });

  test("a lone step is two commits: job with claim, result with claim", async () => {
    const [worker, engine] = [
      world.file.broker.connect("worker"),
      world.file.broker.connect("engine"),
    ];
    const job = receive(worker, JOBS, HOUR);
    const before = segments(world.file);
    await commit(world.file, [outgoing("jobs", "job")]);
    const result = receive(engine, RESULTS, HOUR);
    await commit(world.file, [outgoing("results", "result")], complete(await job));
    const next = receive(worker, JOBS, HOUR);
    await commit(world.file, [outgoing("jobs", "next")], complete(await result));
    expect(idsOf(await next)).toEqual(["next"]);
    expect(segments(world.file)).toBe(before + 3);
  });

  test("R06: of a unit that was not committed nobody saw anything", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("results", [envelope("came-with")]);
    const held = await receive(bus, RESULTS);
    let seen = 0;
    const waiting = bus.receive(JOBS, { max: 9, waitMs: HOUR }).then((answer) => {
      seen += 1;
      return answer;
    });
    await expect(
      commit(world.file, [outgoing("jobs", "a")], complete(held), refuse),
    ).rejects.toThrow(REFUSED);
    expect(await waiting).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    expect(seen).toBe(1);
    expect(await receive(bus, JOBS)).toEqual([]);
    expect(await bus.settle(complete(held))).toMatchObject([{ ok: true }]);
  });

  test("after a unit that was not committed the same unit can be", async () => {
    const bus = world.file.broker.connect("one");
    await expect(commit(world.file, [outgoing("jobs", "a")], [], refuse)).rejects.toThrow(REFUSED);
    await commit(world.file, [outgoing("jobs", "a")]);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["a"]);
    world.file = await world.file.reopen();
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(["a"]);
  });

  test("a command on its way by itself is kept though a unit beside it is not", async () => {
    const bus = world.file.broker.connect("one");
    const published = bus.publish("jobs", [envelope("mine")]);
    const refused = commit(world.file, [outgoing("jobs", "theirs")], [], refuse);
    await expect(refused).rejects.toThrow(REFUSED);
    const answer = await published;
    const there = idsOf(await receive(bus, JOBS));
    // Refused or kept, but what was said is what is so.
    expect(there).toEqual(answer.ok ? ["mine"] : []);
    world.file = await world.file.reopen();
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(there);
  });

  test("a command still on its way outlives a unit that is refused", async () => {
    const bus = world.file.broker.connect("one");
    let go = (): void => {};
    world.turn = new Promise((resolve) => {
      go = resolve;
    });
    const published = bus.publish("jobs", [envelope("mine")]);
    await Promise.resolve();
    const refused = commit(world.file, [outgoing("jobs", "theirs")], [], refuse);
    await expect(refused).rejects.toThrow(REFUSED);
    go();
    expect((await published).ok).toBe(true);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["mine"]);
    world.file = await world.file.reopen();
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(["mine"]);
  });

  test("units and commands of one turn leave one broker in memory and file", async () => {
    const bus = world.file.broker.connect("one");
    const asked = [];
    for (let round = 0; round < 20; round += 1) {
      asked.push(bus.publish("jobs", [envelope(`p${round}`)]));
      asked.push(commit(world.file, [outgoing("jobs", `u${round}`)]));
      asked.push(bus.receive(JOBS, { max: 1, waitMs: 0 }));
      if (round % 3 === 0) await Promise.resolve();
    }
    await Promise.all(asked);
    const before = world.file.broker.statistics();
    await world.file.broker.hostDied("one");
    const [jobs] = world.file.broker.statistics();
    world.file = await world.file.reopen();
    expect(world.file.broker.statistics()[0]).toEqual(jobs);
    expect(before[0]?.subscriptions["reader"]).toEqual({
      ready: 20,
      locked: 20,
      deferred: 0,
      dead: 0,
    });
  });

  test("R31: a message that is too large is left out, told, and keeps nobody", async () => {
    const large = { ...envelope("large"), body: "x".repeat(300_000) };
    await commit(world.file, [
      outgoing("jobs", "a"),
      { topic: "jobs", envelope: large, notBefore: null },
      outgoing("jobs", "b"),
    ]);
    expect(idsOf(await receive(world.file.broker.connect("one"), JOBS))).toEqual(["a", "b"]);
    expect(world.file.faults).toMatchObject([
      { kind: "unpublishable", topic: "jobs", failure: { kind: "message-too-large" } },
    ]);
  });

  test("a topic that is not there commits nothing, not even what was settled with it", async () => {
    const bus = world.file.broker.connect("one");
    await bus.publish("jobs", [envelope("a")]);
    const held = await receive(bus, JOBS);
    await expect(commit(world.file, [outgoing("nowhere", "x")], complete(held))).rejects.toThrow(
      "nowhere",
    );
    expect(await bus.settle(complete(held))).toMatchObject([{ ok: true }]);
  });

  test("messages for later come at their time", async () => {
    const notBefore = new Date(world.file.clock.now().getTime() + HOUR);
    await commit(world.file, [outgoing("jobs", "later", notBefore)]);
    const bus = world.file.broker.connect("one");
    expect(await receive(bus, JOBS)).toEqual([]);
    world.file.clock.advance(HOUR);
    expect(idsOf(await receive(bus, JOBS))).toEqual(["later"]);
  });
});
