/** Publishing and scheduling. All messages of a call are accepted, or none.
 *  A duplicate is accepted and left out; that its twin was published, not that it was handled, is
 *  what makes it one. Of two alike in one call the second is left out. */

import { LIMITS } from "../../../contract/limits.ts";
import { checkEnvelope } from "../../../contract/messages/envelope.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { CancelFailure, PublishFailure } from "../../failure.ts";
import { emit } from "./apply.ts";
import { enqueue } from "./enqueue.ts";
import type { StoredMessage } from "./journal.ts";
import { findTopic } from "./queue.ts";
import type { State, TopicState } from "./state.ts";

/** `due`: not to be delivered before; null at once. */
export type NewMessage = Omit<StoredMessage, "bytes"> & { readonly due: number | null };

export function publish(
  state: State,
  name: string,
  messages: readonly NewMessage[],
): Result<{ readonly accepted: number }, PublishFailure> {
  const admitted = admit(state, name, messages);
  if (!admitted.ok) return admitted;
  const { topic, stored } = admitted.value;
  for (const { message, due } of firstOfEachId(state, topic, stored)) {
    if (due !== null && due > state.now) putOnSchedule(state, topic, message, due);
    else enqueue(state, topic, message);
  }
  return ok({ accepted: messages.length });
}

/** A duplicate gets a number too: nothing waits under it, so cancelling finds nothing. */
export function schedule(
  state: State,
  name: string,
  messages: readonly (NewMessage & { readonly due: number })[],
): Result<readonly number[], PublishFailure> {
  const admitted = admit(state, name, messages);
  if (!admitted.ok) return admitted;
  const { topic, stored } = admitted.value;
  const fresh = new Set(firstOfEachId(state, topic, stored));
  return ok(
    stored.map((item) => {
      if (fresh.has(item)) return putOnSchedule(state, topic, item.message, item.due ?? state.now);
      const sequence = topic.lastSequence + 1;
      emit(state, { kind: "left-out", topic: topic.settings.name, sequence, why: "duplicate" });
      return sequence;
    }),
  );
}

export function cancelScheduled(
  state: State,
  name: string,
  sequences: readonly number[],
): readonly Result<number, CancelFailure>[] {
  const topic = findTopic(state, name);
  return sequences.map((sequence) => {
    if (topic === undefined) return fail({ kind: "unknown-entity", entity: name });
    if (!topic.scheduled.has(sequence))
      return fail({ kind: "not-found", sequenceNumbers: [sequence] });
    emit(state, { kind: "unscheduled", topic: topic.settings.name, sequence });
    return ok(sequence);
  });
}

function putOnSchedule(
  state: State,
  topic: TopicState,
  message: StoredMessage,
  due: number,
): number {
  const sequence = topic.lastSequence + 1;
  emit(state, { kind: "scheduled", topic: topic.settings.name, sequence, due, message });
  return sequence;
}

type Item = { readonly message: StoredMessage; readonly due: number | null };
type Admitted = { readonly topic: TopicState; readonly stored: readonly Item[] };

function admit(
  state: State,
  name: string,
  messages: readonly NewMessage[],
): Result<Admitted, PublishFailure> {
  const topic = findTopic(state, name);
  if (topic === undefined) return fail({ kind: "unknown-entity", entity: name });
  const stored: Item[] = [];
  let bytes = topic.bytes;
  for (const [index, message] of messages.entries()) {
    const problem = problemWith(message);
    if (problem !== null) return fail({ ...problem, index });
    const item = itemOf(message);
    bytes += item.message.bytes;
    stored.push(item);
  }
  const { bytesMax } = topic.settings;
  return bytes > bytesMax
    ? fail({ kind: "quota-exceeded", bytes, bytesMax })
    : ok({ topic, stored });
}

function problemWith(message: NewMessage) {
  const checked = checkEnvelope(message);
  if (!checked.ok) return checked.error;
  const detail = idProblem(message);
  return detail === null ? null : ({ kind: "malformed-message", detail } as const);
}

function idProblem({ messageId, sessionId, ttlMs }: NewMessage): string | null {
  const charsMax = LIMITS.messageIdChars;
  if (messageId.length === 0 || messageId.length > charsMax)
    return `a message id has 1 to ${charsMax} characters`;
  if (sessionId !== null && sessionId.length > charsMax)
    return `a session id has at most ${charsMax} characters`;
  return ttlMs !== null && !(ttlMs > 0) ? "a time to live is above zero" : null;
}

/** Field by field: this is done for every message, and a spread costs several times as much. */
const itemOf = (message: NewMessage): Item => ({
  message: {
    messageId: message.messageId,
    body: message.body,
    properties: message.properties,
    sessionId: message.sessionId,
    ttlMs: message.ttlMs,
    system: message.system,
    bytes: sizeOf(message),
  },
  due: message.due,
});

function sizeOf({ body, properties }: NewMessage): number {
  let bytes = Buffer.byteLength(body);
  for (const name in properties) bytes += name.length + String(properties[name]).length;
  return bytes;
}

/** The messages that are not duplicates, remembered from here on. */
function firstOfEachId(state: State, topic: TopicState, items: readonly Item[]): readonly Item[] {
  const { name, duplicateWindowMs } = topic.settings;
  if (duplicateWindowMs === 0) return items;
  const now = new Set<string>();
  const fresh = items.filter(({ message: { messageId } }) => {
    const isNew = !now.has(messageId) && (topic.seen.get(messageId) ?? 0) <= state.now;
    now.add(messageId);
    return isNew;
  });
  if (items.length === 0) return fresh;
  const duplicates = items.length - fresh.length;
  const messageIds = fresh.map(({ message }) => message.messageId);
  const until = state.now + duplicateWindowMs;
  emit(state, { kind: "seen", topic: name, messageIds, until, duplicates });
  return fresh;
}
