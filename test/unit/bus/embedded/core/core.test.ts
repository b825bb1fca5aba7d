import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { brokerCore, type Core, restore } from "../../../../../runtime/bus/embedded/core/core.ts";
import type { JournalRecord } from "../../../../../runtime/bus/embedded/core/journal.ts";
import { ENTITIES } from "./entities.ts";
import { type Action, action, emptyMemory, type Memory, play, publishing } from "./play.ts";

const counter = (start = 0): (() => string) => {
  let last = start;
  return () => {
    last += 1;
    return `id-${last}`;
  };
};

const life = (maxLength: number) => fc.array(action, { maxLength });

function fresh(nextId: () => string): { core: Core; journal: readonly JournalRecord[] } {
  const core = brokerCore(nextId);
  return { core, journal: core.putEntities(0, ENTITIES).journal };
}

/** Through text and back: what a record says, it must say as plain data. */
const written = (records: readonly JournalRecord[]): readonly JournalRecord[] =>
  JSON.parse(JSON.stringify(records));

const playAll = (core: Core, memory: Memory, actions: readonly Action[]) =>
  actions.map((each) => play(core, memory, each));

describe("the journal of a broker", () => {
  test("a broker restored from its records answers everything as the first one does", () => {
    const law = fc.property(life(40), life(25), (before, after) => {
      let ids = 0;
      const { core, journal } = fresh(() => `id-${++ids}`);
      const memory = emptyMemory();
      const steps = playAll(core, memory, before);
      const records = [...journal, ...steps.flatMap((step) => step.journal)];
      const second = restore(counter(ids), written(records));
      const copy = { ...memory };
      expect(playAll(second, copy, after)).toEqual(playAll(core, memory, after));
      expect(second.owners().toSorted()).toEqual(core.owners().toSorted());
    });
    fc.assert(law, { seed: 20_260_301, numRuns: 600 });
  });

  test("from a checkpoint taken amid traffic the same broker comes back", () => {
    const law = fc.property(life(40), life(40), life(25), (before, amid, after) => {
      let ids = 0;
      const { core } = fresh(() => `id-${++ids}`);
      const memory = emptyMemory();
      playAll(core, memory, before);
      const slices = core.checkpoint(1);
      const records: JournalRecord[] = [];
      for (const each of amid) {
        records.push(...(slices.next().value ?? []), ...play(core, memory, each).journal);
      }
      for (const slice of slices) records.push(...slice);
      const second = restore(counter(ids), written(records));
      const [first, copy] = [{ ...memory }, { ...memory }];
      const outcomes = (steps: ReturnType<typeof playAll>) => steps.map(({ outcome }) => outcome);
      expect(outcomes(playAll(second, copy, after))).toEqual(outcomes(playAll(core, first, after)));
      expect(second.statistics(first.now).outcome).toEqual(core.statistics(first.now).outcome);
      expect(second.owners().toSorted()).toEqual(core.owners().toSorted());
    });
    fc.assert(law, { seed: 20_260_307, numRuns: 600 });
  });

  test("a copy that is buried while a checkpoint is taken is in it once", () => {
    const { core } = fresh(counter());
    const memory = emptyMemory();
    const mixed = { topic: "mixed", subscription: "reader", dead: false };
    playAll(core, memory, [publishing([1]), { ...publishing([1]), topic: "mixed" } as Action]);
    play(core, memory, { kind: "receive", queue: mixed, owner: "one", max: 1 });
    const records: JournalRecord[] = [];
    const slices = core.checkpoint(1);
    for (const slice of slices) {
      records.push(...slice);
      const told = slice.find((record) => record.kind === "kept-copies");
      if (told?.queue.topic !== "plain") continue;
      const verdict = {
        kind: "dead-letter",
        changes: null,
        reason: "r",
        description: "d",
      } as const;
      records.push(...play(core, memory, { kind: "settle", picks: [0], verdict }).journal);
    }
    const dead = { ...mixed, dead: true };
    const second = restore(counter(9), written(records));
    const asked = { queue: dead, from: 0, max: 9 };
    expect(second.peek(0, asked).outcome).toEqual(core.peek(0, asked).outcome);
    expect(second.statistics(0).outcome).toEqual(core.statistics(0).outcome);
  });

  test("a checkpoint that did not end is as if it had not begun", () => {
    const law = fc.property(life(20), life(20), fc.nat(12), (before, after, count) => {
      let ids = 0;
      const { core, journal } = fresh(() => `id-${++ids}`);
      const memory = emptyMemory();
      const records = [
        ...journal,
        ...playAll(core, memory, before).flatMap((step) => step.journal),
      ];
      const slices = core.checkpoint(1);
      for (let slice = 0; slice < count; slice += 1) {
        const next = slices.next();
        const isEnd = next.value?.some(({ kind }) => kind === "checkpoint-ended") !== false;
        if (!isEnd) records.push(...(next.value ?? []));
      }
      const second = restore(counter(ids), written(records));
      const copy = { ...memory };
      expect(playAll(second, copy, after)).toEqual(playAll(core, memory, after));
    });
    fc.assert(law, { seed: 20_260_308, numRuns: 200 });
  });

  test("locks of hosts that are gone after a restart end when the host is reported dead", () => {
    const { core, journal } = fresh(counter());
    const memory = emptyMemory();
    const plain = { topic: "plain", subscription: "reader", dead: false };
    const steps = playAll(core, memory, [
      publishing([1, 2, 3]),
      { kind: "receive", queue: plain, owner: "one", max: 2 },
    ]);
    const records = [...journal, ...steps.flatMap((step) => step.journal)];
    const second = restore(counter(10), written(records));
    expect(second.owners()).toEqual(["one"]);
    second.hostDied(1, "one");
    expect(second.owners()).toEqual([]);
    const alone = second.receive(1, { queue: plain, owner: "two", max: 9, session: null });
    expect(alone.outcome).toMatchObject({ ok: true, value: [{ sequence: 1, deliveries: 2 }] });
  });

  test("a delivery is in the journal of the very step that hands the message out", () => {
    const { core } = fresh(counter());
    const plain = { topic: "plain", subscription: "reader", dead: false };
    play(core, emptyMemory(), publishing([1]));
    const step = core.receive(5, { queue: plain, owner: "one", max: 1, session: null });
    expect(step.journal).toEqual([
      {
        kind: "claimed",
        queue: plain,
        ranges: [1, 1],
        claim: "id-1",
        owner: "one",
        until: 105,
        sessionId: null,
      },
    ]);
  });

  test("among the dead letters deliveries are counted on", () => {
    const { core } = fresh(counter());
    const memory = emptyMemory();
    const plain = { topic: "plain", subscription: "reader", dead: false };
    const reason = { reason: "r", description: "d", changes: null };
    playAll(core, memory, [
      publishing([1]),
      { kind: "receive", queue: plain, owner: "one", max: 1 },
      { kind: "settle", picks: [0], verdict: { kind: "dead-letter", ...reason } },
    ]);
    const dead = { ...plain, dead: true };
    const { outcome } = core.receive(0, { queue: dead, owner: "one", max: 1, session: null });
    expect(outcome).toMatchObject({ ok: true, value: [{ sequence: 1, deliveries: 2 }] });
  });

  test("completing many messages of a queue is one record", () => {
    const { core } = fresh(counter());
    const memory = emptyMemory();
    const plain = { topic: "plain", subscription: "reader", dead: false };
    playAll(core, memory, [
      publishing([1, 2, 3]),
      { kind: "receive", queue: plain, owner: "one", max: 3 },
    ]);
    const items = memory.locks.map((lock) => ({ lock, verdict: { kind: "complete" } as const }));
    expect(core.settle(6, items).journal).toEqual([
      { kind: "removed", queue: plain, ranges: [1, 3] },
    ]);
  });

  test.each([
    [{ kind: "duplicates", topic: "nowhere", count: 1 }, "nowhere"],
    [
      {
        kind: "removed",
        queue: { topic: "plain", subscription: "nobody", dead: false },
        ranges: [1, 1],
      },
      "plain/nobody",
    ],
    [
      {
        kind: "removed",
        queue: { topic: "plain", subscription: "reader", dead: false },
        ranges: [6, 7],
      },
      "plain/reader/6",
    ],
    [{ kind: "unscheduled", topic: "plain", sequence: 3 }, "3"],
    [{ kind: "subscription-removed", topic: "plain", subscription: "nobody" }, "nobody"],
    [
      {
        kind: "session-state",
        queue: { topic: "plain", subscription: "reader", dead: false },
        sessionId: "s",
        state: null,
      },
      "session",
    ],
    [
      {
        kind: "session-released",
        queue: { topic: "ordered", subscription: "reader", dead: false },
        sessionId: "s",
      },
      "session s",
    ],
  ] as const)("a record that does not fit is a broken journal: %j", (record, named) => {
    const { journal } = fresh(counter());
    expect(() => restore(counter(), [...journal, record])).toThrow(named);
  });

  test("renewals of what is not locked and unreadable filters are a broken journal", () => {
    const { core, journal } = fresh(counter());
    const enqueued = play(core, emptyMemory(), publishing([1])).journal;
    const queue = { topic: "plain", subscription: "reader", dead: false };
    const renewed = { kind: "renewed", queue, ranges: [1, 1], until: 5 } as const;
    expect(() => restore(counter(), [...journal, ...enqueued, renewed])).toThrow("not locked");
    const [settings] = ENTITIES[0]?.subscriptions ?? [];
    if (settings === undefined) throw new Error("no settings");
    const filters = [{ kind: "sql", expression: "a =" }] as const;
    const broken = { kind: "subscription", topic: "plain", settings: { ...settings, filters } };
    expect(() => restore(counter(), [...journal, broken as JournalRecord])).toThrow("filter");
  });
});

describe("time in the broker", () => {
  test("it makes no difference how often time is told", () => {
    const law = fc.property(
      life(40),
      fc.array(fc.nat(60), { maxLength: 20 }),
      (actions, pauses) => {
        const lazy = fresh(counter()).core;
        const eager = fresh(counter()).core;
        const [one, two] = [emptyMemory(), emptyMemory()];
        const outcomes = actions.map((each, index) => {
          const first = play(lazy, one, each);
          const ticks: JournalRecord[] = [];
          if (each.kind === "pass") {
            const pause = pauses[index % Math.max(1, pauses.length)] ?? 7;
            for (let at = two.now + 1; at < two.now + each.ms; at += pause + 1)
              ticks.push(...eager.tick(at).journal);
          }
          const second = play(eager, two, each);
          expect(second.outcome).toEqual(first.outcome);
          return [first.journal, [...ticks, ...second.journal]];
        });
        for (const [first, second] of outcomes) expect(second).toEqual(first);
      },
    );
    fc.assert(law, { seed: 20_260_302, numRuns: 300 });
  });

  test("a clock that steps back undoes nothing and ends no lock early", () => {
    const { core } = fresh(counter());
    const plain = { topic: "plain", subscription: "reader", dead: false };
    const memory = { ...emptyMemory(), now: 1_000 };
    play(core, memory, publishing([1]));
    const asked = { queue: plain, owner: "one", max: 1, session: null };
    const { outcome } = core.receive(400, asked);
    expect(outcome).toMatchObject({ ok: true, value: [{ until: 1_100 }] });
    expect(core.receive(1_099, asked).outcome).toEqual({ ok: true, value: [] });
  });

  test("the next moment at which something happens by itself is known", () => {
    const { core } = fresh(counter());
    expect(core.nextDue()).toBeNull();
    play(core, emptyMemory(), publishing([1], 50));
    expect(core.nextDue()).toBe(50);
  });
});
