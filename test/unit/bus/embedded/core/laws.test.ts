import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { brokerCore, type Core } from "../../../../../runtime/bus/embedded/core/core.ts";
import { MessageId } from "../../../../../runtime/contract/message-id.ts";
import { ENTITIES, SESSION_QUEUE } from "./entities.ts";
import { action, emptyMemory, play } from "./play.ts";

function fresh(): Core {
  let ids = 0;
  const core = brokerCore(() => `id-${++ids}`);
  core.putEntities(0, ENTITIES);
  return core;
}

const life = fc.array(action, { maxLength: 60 });

const okCount = (outcome: unknown): number =>
  Array.isArray(outcome) ? outcome.filter(({ ok }) => ok === true).length : 0;

describe("laws of the broker", () => {
  test("A-012 (part): no message is lost or doubled: each is in one place or was taken off", () => {
    const law = fc.property(life, (actions) => {
      const core = fresh();
      const memory = emptyMemory();
      let accepted = 0;
      let gone = 0;
      for (const each of actions) {
        const { outcome } = play(core, memory, each);
        if (each.kind === "publish" && each.topic === "plain") accepted += each.ids.length;
        if (each.kind === "schedule") accepted += each.ids.length;
        if (each.kind === "cancel") gone += okCount(outcome);
        if (each.kind === "settle" && each.verdict.kind === "complete") {
          const locks = each.picks.map((pick) => memory.locks[pick % memory.locks.length]);
          const results = Array.isArray(outcome) ? outcome : [];
          gone += results.filter(
            ({ ok }, index) => ok === true && locks[index]?.queue.topic === "plain",
          ).length;
        }
        const plain = core.statistics(memory.now).outcome.find(({ topic }) => topic === "plain");
        const counts = plain?.subscriptions["reader"];
        if (plain === undefined || counts === undefined) throw new Error("no counts");
        const { ready, locked, deferred, dead } = counts;
        expect(ready + locked + deferred + dead + plain.scheduled + gone).toBe(accepted);
      }
    });
    fc.assert(law, { seed: 20_260_303, numRuns: 400 });
  });

  test("no message is with two holders at once", () => {
    const law = fc.property(life, (actions) => {
      const core = fresh();
      const memory = emptyMemory();
      const holders = new Map<string, { readonly token: string; readonly isLive: () => boolean }>();
      for (const each of actions) {
        const known = new Set(memory.locks);
        play(core, memory, each);
        for (const lock of memory.locks.filter((lock) => !known.has(lock))) {
          const key = JSON.stringify([lock.queue, lock.sequence]);
          expect(holders.get(key)?.isLive() ?? false).toBe(false);
          // A lock is live as long as the broker would settle under it.
          const isLive = (): boolean => isHeld(core, memory.now, lock);
          holders.set(key, { token: lock.token, isLive });
          expect(isLive()).toBe(true);
        }
      }
    });
    fc.assert(law, { seed: 20_260_304, numRuns: 300 });
  });

  test("sequence numbers of a topic only ever increase", () => {
    const law = fc.property(life, (actions) => {
      const core = fresh();
      const memory = emptyMemory();
      const last = new Map<string, number>();
      for (const each of actions) {
        for (const record of play(core, memory, each).journal) {
          if (!("sequence" in record || "first" in record)) continue;
          if (record.kind === "unscheduled") continue;
          const first = record.kind === "enqueued" ? record.first : record.sequence;
          const count = record.kind === "enqueued" ? record.messages.length : 1;
          expect(first).toBe((last.get(record.topic) ?? 0) + 1);
          last.set(record.topic, first + count - 1);
        }
      }
    });
    fc.assert(law, { seed: 20_260_305, numRuns: 300 });
  });

  test("H-052 (part): a session hands out its messages in the order they were published", () => {
    const ids = fc.array(fc.constantFrom("s", "t", "u"), { maxLength: 30 });
    const law = fc.property(ids, fc.integer({ min: 1, max: 5 }), (sessions, max) => {
      const core = fresh();
      for (const [index, sessionId] of sessions.entries()) {
        const message = { messageId: MessageId.parse(`m${index}`), body: `${index}`, sessionId };
        core.publish(0, "ordered", [
          { ...message, properties: {}, ttlMs: null, system: {}, due: null },
        ]);
      }
      for (const sessionId of new Set(sessions)) {
        const expected = sessions.flatMap((each, index) => (each === sessionId ? [index] : []));
        expect(drain(core, sessionId, max)).toEqual(expected);
      }
    });
    fc.assert(law, { seed: 20_260_306, numRuns: 200 });
  });

  test("memory holds live messages only: after all is done nothing is left to do", () => {
    const core = fresh();
    const queue = { topic: "plain", subscription: "reader", dead: false };
    for (let round = 0; round < 400; round += 1) {
      const message = { body: "", properties: {}, sessionId: null, ttlMs: null, system: {} };
      core.publish(round, "plain", [
        { ...message, messageId: MessageId.parse(`m${round}`), due: null },
      ]);
      const { outcome } = core.receive(round, { queue, owner: "one", max: 1, session: null });
      if (!outcome.ok) throw new Error("nothing received");
      core.settle(
        round,
        outcome.value.map((each) => ({
          lock: { ...each, queue },
          verdict: { kind: "complete" },
        })),
      );
    }
    expect(core.nextDue()).toBeNull();
    expect(core.owners()).toEqual([]);
    expect(core.statistics(400).outcome[0]?.bytes).toBe(0);
  });
});

function isHeld(core: Core, now: number, lock: Parameters<Core["renew"]>[1][number]): boolean {
  // Asking for too many properties fails on a held lock and changes nothing.
  const changes = { x: "x".repeat(70_000) };
  const [result] = core.settle(now, [{ lock, verdict: { kind: "abandon", changes } }]).outcome;
  return result?.ok === false && result.error.kind === "properties-too-large";
}

function drain(core: Core, sessionId: string, max: number): readonly number[] {
  const queue = SESSION_QUEUE;
  const { outcome: session } = core.acceptSession(0, { queue, owner: "one", sessionId });
  if (!session.ok) throw new Error("no session");
  const bodies: number[] = [];
  for (;;) {
    const asked = { queue, owner: "one", session: session.value, max };
    const { outcome } = core.receive(0, asked);
    if (!outcome.ok || outcome.value.length === 0) return bodies;
    bodies.push(...outcome.value.map(({ message }) => Number(message.body)));
  }
}
