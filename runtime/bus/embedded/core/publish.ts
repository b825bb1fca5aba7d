/** Publishing and scheduling. All messages of a call are accepted, or none.
 *  A duplicate is accepted and left out; that its twin was published, not that it was handled, is
 *  what makes it one. Of two alike in one call the second is left out. */

import { LIMITS } from "../../../contract/limits.ts";
import { checkEnvelope } from "../../../contract/messages/envelope.ts";
import type { Properties } from "../../../contract/messages/properties.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { CancelFailure, PublishFailure } from "../../failure.ts";
import { emit } from "./apply.ts";
import { arrivals } from "./enqueue.ts";
import type { StoredMessage } from "./journal.ts";
import { findTopic } from "./queue.ts";
import { firstSeen } from "./seen-ids.ts";
import type { State, TopicState } from "./state.ts";
import { sharedProperties, sizeOf } from "./stored-message.ts";

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
  const until = seenUntil(state, topic);
  const { put, flush } = arrivals(state, topic, until);
  let duplicates = 0;
  let index = -1;
  for (const message of stored) {
    index += 1;
    const due = messages[index]?.due ?? null;
    if (!isFirst(state, topic, message, until)) duplicates += 1;
    else if (due === null || due <= state.now) put(message);
    else {
      flush();
      putOnSchedule(state, topic, message, due);
    }
  }
  flush();
  countDuplicates(state, topic, duplicates);
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
  const until = seenUntil(state, topic);
  let duplicates = 0;
  const numbers = stored.map((message, index) => {
    if (isFirst(state, topic, message, until))
      return putOnSchedule(state, topic, message, messages[index]?.due ?? state.now);
    duplicates += 1;
    const of = { topic: topic.settings.name, messageId: message.messageId, seenUntil: null };
    const sequence = topic.lastSequence + 1;
    emit(state, { kind: "left-out", ...of, sequence, why: "duplicate" });
    return sequence;
  });
  countDuplicates(state, topic, duplicates);
  return ok(numbers);
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
  const of = { topic: topic.settings.name, seenUntil: seenUntil(state, topic) };
  emit(state, { kind: "scheduled", ...of, sequence, due, messages: [message] });
  return sequence;
}

type Admitted = { readonly topic: TopicState; readonly stored: readonly StoredMessage[] };

function admit(
  state: State,
  name: string,
  messages: readonly NewMessage[],
): Result<Admitted, PublishFailure> {
  const topic = findTopic(state, name);
  if (topic === undefined) return fail({ kind: "unknown-entity", entity: name });
  const stored: StoredMessage[] = [];
  const shared = sharedProperties();
  let bytes = topic.bytes;
  for (const message of messages) {
    const problem = problemWith(message);
    if (problem !== null) return fail({ ...problem, index: stored.length });
    const kept = storedOf(message, shared(message.properties));
    bytes += kept.bytes;
    stored.push(kept);
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
function storedOf(message: NewMessage, properties: Properties): StoredMessage {
  // What is kept is kept as UTF-8, which has no halves of characters.
  const body = message.body.isWellFormed() ? message.body : message.body.toWellFormed();
  return {
    messageId: message.messageId,
    body,
    properties,
    sessionId: message.sessionId,
    ttlMs: message.ttlMs,
    system: message.system,
    bytes: sizeOf(body, properties),
  };
}

/** null where nobody looks for duplicates. */
function seenUntil({ now }: State, { settings }: TopicState): number | null {
  return settings.duplicateWindowMs === 0 ? null : now + settings.duplicateWindowMs;
}

function isFirst(
  { now }: State,
  { seen }: TopicState,
  { messageId }: StoredMessage,
  until: number | null,
): boolean {
  return until === null || firstSeen(seen, messageId, now, until);
}

function countDuplicates(state: State, topic: TopicState, count: number): void {
  if (count > 0) emit(state, { kind: "duplicates", topic: topic.settings.name, count });
}
