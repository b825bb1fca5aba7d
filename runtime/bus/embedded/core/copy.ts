/** Copies come into a queue, leave it, and move among the dead letters. */
import { dropCopy, putCopy } from "./copy-map.ts";
import { forgetExpiry, watchExpiry } from "./expiries.ts";
import type { DeadLetter, StoredMessage } from "./journal.ts";
import { leaveLease } from "./lease.ts";
import { dropReady, putReady } from "./queue.ts";
import { forgetIdle, openSession } from "./session-list.ts";
import type { Copy, Queue, State } from "./state.ts";

export function addCopy(
  state: State,
  queue: Queue,
  message: StoredMessage,
  sequence: number,
  enqueuedAt: number,
  expiresAt: number | null,
): Copy {
  const copy = placeCopy(state, queue, message, sequence, enqueuedAt, expiresAt);
  putReady(state, queue, copy);
  return copy;
}

/** In its queue, and not yet ready. */
export function placeCopy(
  state: State,
  queue: Queue,
  message: StoredMessage,
  sequence: number,
  enqueuedAt: number,
  expiresAt: number | null,
): Copy {
  const { sessions } = queue;
  const session = sessions && openSession(sessions, message.sessionId ?? "");
  const copy: Copy = {
    message,
    sequence,
    enqueuedAt,
    expiresAt,
    session,
    deliveries: 0,
    deferred: false,
    suspect: false,
    changes: null,
    claim: null,
    lease: null,
    expiry: null,
    listed: null,
    gone: false,
    settling: 0,
  };
  watchExpiry(state, queue, copy);
  queue.topic.bytes += message.bytes;
  if (session !== null) session.live += 1;
  putCopy(queue.all, copy);
  return copy;
}

export function removeCopy(state: State, queue: Queue, copy: Copy): void {
  const { session } = copy;
  queue.topic.bytes -= copy.message.bytes;
  dropCopy(queue.all, copy.sequence);
  copy.gone = true;
  forgetExpiry(state, queue, copy);
  if (copy.lease !== null) leaveLease(state, copy);
  else if (!copy.deferred) dropReady(queue, copy);
  if (session === null) return;
  session.live -= 1;
  forgetIdle(queue, session);
}

/** Nothing expires among the dead letters; why it is there, a reader finds in its properties. */
export function buryCopy(state: State, queue: Queue, copy: Copy, why: DeadLetter): void {
  removeCopy(state, queue, copy);
  const dead = queue.topic.subscriptions.get(queue.ref.subscription.toLowerCase())?.dead;
  if (dead === undefined) throw new Error(`${queue.ref.subscription} has no dead letters`);
  const { message, sequence, enqueuedAt } = copy;
  const buried = addCopy(state, dead, message, sequence, enqueuedAt, null);
  buried.deliveries = copy.deliveries;
  buried.changes = { ...copy.changes, ...deadLetterProperties(why) };
}

export const deadLetterProperties = ({ reason, description }: DeadLetter) => ({
  DeadLetterReason: reason,
  DeadLetterErrorDescription: description,
});

/** Service Bus refuses longer ones; a dead letter must not fail for the length of its reason. */
const REASON_CHARS_MAX = 4 * 1024;

export const clipped = ({ reason, description }: DeadLetter): DeadLetter => ({
  reason: reason.slice(0, REASON_CHARS_MAX).toWellFormed(),
  description: description.slice(0, REASON_CHARS_MAX).toWellFormed(),
});

export const isDue = (copy: Copy, now: number): boolean =>
  copy.expiresAt !== null && copy.expiresAt <= now;
