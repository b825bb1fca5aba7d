/** Random lives of a broker: actions as plain data, and how to play one on a core. What a later
 *  action refers to (a lock, a session) is picked from what earlier outcomes have shown, so two
 *  cores that answer alike are asked alike. */
import fc from "fast-check";
import type { Core, Step } from "../../../../../runtime/bus/embedded/core/core.ts";
import type { QueueRef } from "../../../../../runtime/bus/embedded/core/journal.ts";
import type { LockRef, Verdict } from "../../../../../runtime/bus/embedded/core/settle.ts";
import { MessageId } from "../../../../../runtime/contract/message-id.ts";
import { QUEUES, SESSION_QUEUE } from "./entities.ts";

const VERDICTS: readonly Verdict[] = [
  { kind: "complete" },
  { kind: "abandon", changes: null },
  { kind: "abandon", changes: { n: 7 } },
  { kind: "defer", changes: null },
  { kind: "dead-letter", changes: null, reason: "r", description: "d" },
];

const owner = fc.constantFrom("one", "two");
const pick = fc.nat(1_000);
const picks = fc.array(pick, { maxLength: 3 });
const span = fc.constantFrom(0, 1, 40, 99, 100, 101, 200, 500);
const sessionId = fc.constantFrom("s", "t", "u");

const act = <Kind extends string, Shape extends object>(
  kind: Kind,
  shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> },
) => fc.record({ kind: fc.constant(kind), ...shape }) as fc.Arbitrary<{ kind: Kind } & Shape>;

export const action = fc.oneof(
  act("publish", {
    topic: fc.constantFrom("plain", "mixed", "ordered"),
    ids: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
    sessionId: fc.option(sessionId, { freq: 5 }),
    ttlMs: fc.option(fc.constantFrom(50, 150), { freq: 3 }),
    delayMs: fc.option(span, { freq: 3 }),
  }),
  act("receive", { queue: fc.constantFrom(...QUEUES), owner, max: fc.nat(4) }),
  act("settle", { picks, verdict: fc.constantFrom(...VERDICTS) }),
  act("renew", { picks }),
  act("schedule", { ids: fc.array(fc.nat(9), { maxLength: 2 }), delayMs: span }),
  act("cancel", { picks }),
  act("deferred", { queue: fc.constantFrom(...QUEUES), owner, sequences: fc.array(fc.nat(12)) }),
  act("peek", { queue: fc.constantFrom(...QUEUES, SESSION_QUEUE), from: fc.nat(12) }),
  act("accept", { owner, sessionId: fc.option(sessionId) }),
  act("session-receive", { pick, owner, max: fc.nat(3) }),
  act("session-end", { pick, way: fc.constantFrom("renew", "release", "write") }),
  act("host-died", { owner }),
  act("pass", { ms: span }),
);

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Of<typeof action>;

export const publishing = (ids: number[], ttlMs: 50 | null = null): Action => ({
  kind: "publish",
  topic: "plain",
  ids,
  sessionId: null,
  ttlMs,
  delayMs: null,
});

type Held = { readonly sessionId: string; readonly token: string };

/** What the player knows, all of it from outcomes. */
export type Memory = {
  now: number;
  locks: readonly LockRef[];
  sessions: readonly Held[];
  scheduled: readonly number[];
};

export const emptyMemory = (): Memory => ({ now: 0, locks: [], sessions: [], scheduled: [] });

const at = <Item>(items: readonly Item[], index: number): readonly Item[] => {
  const item = items[index % Math.max(1, items.length)];
  return item === undefined ? [] : [item];
};

export function play(core: Core, memory: Memory, action: Action): Step<unknown> {
  const { now } = memory;
  switch (action.kind) {
    case "publish":
      return core.publish(now, action.topic, messagesOf(action, now));
    case "receive":
      return remember(memory, action.queue, core.receive(now, { ...action, session: null }));
    case "settle": {
      const items = locksOf(memory, action.picks).map((lock) => ({
        lock,
        verdict: action.verdict,
      }));
      return core.settle(now, items);
    }
    case "renew":
      return core.renew(now, locksOf(memory, action.picks));
    case "cancel": {
      const numbers = action.picks.flatMap((each) => at(memory.scheduled, each));
      return core.cancelScheduled(now, "plain", numbers);
    }
    case "deferred":
      return remember(
        memory,
        action.queue,
        core.receiveDeferred(now, { ...action, session: null }),
      );
    case "peek":
      return core.peek(now, { ...action, max: 5 });
    case "host-died":
      return core.hostDied(now, action.owner);
    case "pass":
      memory.now += action.ms;
      return core.statistics(memory.now);
    default:
      return playOther(core, memory, action);
  }
}

type Other = Extract<Action, { kind: "schedule" | "accept" | "session-receive" | "session-end" }>;

function playOther(core: Core, memory: Memory, action: Other): Step<unknown> {
  const { now } = memory;
  if (action.kind === "schedule") {
    const due = now + action.delayMs;
    const step = core.schedule(
      now,
      "plain",
      messagesOf({ ...action, sessionId: null, ttlMs: null }, now).map((each) => ({
        ...each,
        due,
      })),
    );
    if (step.outcome.ok) memory.scheduled = [...memory.scheduled, ...step.outcome.value];
    return step;
  }
  if (action.kind === "accept") {
    const step = core.acceptSession(now, { queue: SESSION_QUEUE, ...action });
    if (step.outcome.ok) memory.sessions = [...memory.sessions, step.outcome.value];
    return step;
  }
  const [session] = at(memory.sessions, action.pick);
  if (session === undefined) return core.tick(now);
  const asked = { queue: SESSION_QUEUE, session };
  if (action.kind === "session-receive")
    return remember(memory, SESSION_QUEUE, core.receive(now, { ...asked, ...action }));
  if (action.way === "renew") return core.renewSession(now, asked);
  if (action.way === "release") return core.releaseSession(now, asked);
  return core.writeSessionState(now, { ...asked, text: `at ${now}` });
}

const messagesOf = (
  wish: Pick<Extract<Action, { kind: "publish" }>, "ids" | "sessionId" | "ttlMs" | "delayMs">,
  now: number,
) =>
  wish.ids.map((id) => ({
    messageId: MessageId.parse(`m${id}`),
    body: "",
    properties: { n: id },
    sessionId: wish.sessionId,
    ttlMs: wish.ttlMs,
    system: {},
    due: wish.delayMs === null ? null : now + wish.delayMs,
  }));

const locksOf = (memory: Memory, picks: readonly number[]): readonly LockRef[] =>
  picks.flatMap((each) => at(memory.locks, each));

function remember(
  memory: Memory,
  queue: QueueRef,
  step: ReturnType<Core["receive"]>,
): ReturnType<Core["receive"]> {
  if (!step.outcome.ok) return step;
  const locks = step.outcome.value.map(({ sequence, token, sessionId }) => ({
    queue,
    sequence,
    token,
    sessionId,
  }));
  memory.locks = [...memory.locks, ...locks].slice(-12);
  return step;
}
