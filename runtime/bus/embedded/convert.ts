/** Between the port's values and the core's: dates become milliseconds and come back, sources
 *  become queues, and properties are copied and frozen, so that nobody shares what can change. */
import type { MessageLock, SessionLock, Settlement, Source } from "../lock.ts";
import type { Outgoing, Peeked, Received } from "../message.ts";
import type { Delivery, HandedOut } from "./core/delivery.ts";
import type { QueueRef } from "./core/journal.ts";
import type { NewMessage } from "./core/publish.ts";
import type { LockRef, Verdict } from "./core/settle.ts";
import { NO_SYSTEM } from "./core/stored-message.ts";

export const toQueue = ({ topic, subscription, queue }: Source): QueueRef => ({
  topic,
  subscription,
  dead: queue === "dead-letter",
});

export const toNewMessage = (message: Outgoing): NewMessage => ({
  messageId: message.messageId,
  body: message.body,
  properties: Object.freeze({ ...message.properties }),
  sessionId: message.sessionId ?? null,
  ttlMs: message.ttlMs ?? null,
  system: message.system === undefined ? NO_SYSTEM : Object.freeze({ ...message.system }),
  due: message.notBefore?.getTime() ?? null,
});

const delivered = ({ message, properties, ...copy }: Delivery) => ({
  messageId: message.messageId,
  body: message.body,
  properties: Object.freeze(properties),
  sessionId: message.sessionId,
  system: message.system,
  sequenceNumber: copy.sequence,
  enqueuedAt: new Date(copy.enqueuedAt),
  expiresAt: copy.expiresAt === null ? null : new Date(copy.expiresAt),
  deliveryCount: copy.deliveries,
});

export const toReceived = (source: Source, copy: HandedOut): Received => ({
  ...delivered(copy),
  lock: {
    source,
    sequenceNumber: copy.sequence,
    token: copy.token,
    sessionId: copy.sessionId,
    until: new Date(copy.until),
  },
});

export const toPeeked = (copy: Delivery & { readonly deferred: boolean }): Peeked => ({
  ...delivered(copy),
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

export function toVerdict(settlement: Settlement): Verdict {
  if (settlement.kind === "complete") return { kind: "complete" };
  const changes = settlement.changes ?? null;
  if (settlement.kind !== "dead-letter") return { kind: settlement.kind, changes };
  const { kind, reason, description } = settlement;
  return { kind, reason, description, changes };
}
