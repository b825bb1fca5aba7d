/** Between the port's values and the core's: dates become milliseconds and come back, sources
 *  become queues, and properties are copied and frozen, so that nobody shares what can change. */
import type { MessageLock, SessionLock, Settlement, Source } from "../lock.ts";
import type { Outgoing, Peeked, Received } from "../message.ts";
import type { Delivery, HandedOut } from "./core/delivery.ts";
import type { QueueRef } from "./core/journal.ts";
import type { NewMessage } from "./core/publish.ts";
import type { LockRef, Verdict } from "./core/settle.ts";
import { NO_SYSTEM } from "./core/stored-message.ts";

/** Locks of one delivery share their source: their queue is named once, and found once. */
const queues = new WeakMap<Source, QueueRef>();

export function toQueue(source: Source): QueueRef {
  const known = queues.get(source);
  if (known !== undefined) return known;
  const { topic, subscription, queue } = source;
  const ref = { topic, subscription, dead: queue === "dead-letter" };
  queues.set(source, ref);
  return ref;
}

export const toNewMessage = (message: Outgoing): NewMessage => ({
  messageId: message.messageId,
  body: message.body,
  properties: Object.freeze({ ...message.properties }),
  sessionId: message.sessionId ?? null,
  ttlMs: message.ttlMs ?? null,
  system: message.system === undefined ? NO_SYSTEM : Object.freeze({ ...message.system }),
  due: message.notBefore?.getTime() ?? null,
});

/** Messages that came together share their dates. */
const datesOnce = (): ((ms: number) => Date) => {
  let last = new Date(0);
  return (ms) => {
    if (last.getTime() !== ms) last = new Date(ms);
    return last;
  };
};

/** Field by field: this is done for every message, and a spread costs several times as much. */
export function toReceived(source: Source, copies: readonly HandedOut[]): readonly Received[] {
  const [enqueued, expires, untils] = [datesOnce(), datesOnce(), datesOnce()];
  return copies.map((copy) => ({
    messageId: copy.message.messageId,
    body: copy.message.body,
    properties: copy.properties,
    sessionId: copy.message.sessionId,
    system: copy.message.system,
    sequenceNumber: copy.sequence,
    enqueuedAt: enqueued(copy.enqueuedAt),
    expiresAt: copy.expiresAt === null ? null : expires(copy.expiresAt),
    deliveryCount: copy.deliveries,
    lock: {
      source,
      sequenceNumber: copy.sequence,
      token: copy.token,
      sessionId: copy.sessionId,
      until: untils(copy.until),
    },
  }));
}

export const toPeeked = (copy: Delivery & { readonly deferred: boolean }): Peeked => ({
  messageId: copy.message.messageId,
  body: copy.message.body,
  properties: copy.properties,
  sessionId: copy.message.sessionId,
  system: copy.message.system,
  sequenceNumber: copy.sequence,
  enqueuedAt: new Date(copy.enqueuedAt),
  expiresAt: copy.expiresAt === null ? null : new Date(copy.expiresAt),
  deliveryCount: copy.deliveries,
  state: copy.deferred ? "deferred" : "active",
});

export const toLockRef = (lock: MessageLock): LockRef => ({
  queue: toQueue(lock.source),
  sequence: lock.sequenceNumber,
  token: lock.token,
  sessionId: lock.sessionId,
});

export const toSession = ({ source, sessionId, token }: SessionLock) => ({
  queue: toQueue(source),
  session: { sessionId, token },
});

const COMPLETE: Verdict = { kind: "complete" };

export function toVerdict(settlement: Settlement): Verdict {
  if (settlement.kind === "complete") return COMPLETE;
  const changes = settlement.changes ?? null;
  if (settlement.kind !== "dead-letter") return { kind: settlement.kind, changes };
  const { kind, reason, description } = settlement;
  return { kind, reason, description, changes };
}
