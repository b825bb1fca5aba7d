/** Messages arrive, wait for their time, are recognised as duplicates, and leave. */
import { addCopy, buryCopy, deadLetterProperties, removeCopy } from "./copy.ts";
import { copyAt, queueAt, topicNamed } from "./fitting.ts";
import type { JournalRecord } from "./journal.ts";
import { leaveLease } from "./lease.ts";
import { putReady } from "./queue.ts";
import { eachIn } from "./ranges.ts";
import { remember } from "./seen-ids.ts";
import type { Copy, Queue, State } from "./state.ts";
import { addTimer, cancelTimer } from "./timers.ts";

type Of<Kind extends JournalRecord["kind"]> = Extract<JournalRecord, { kind: Kind }>;
type CopiesRecord = Of<"removed" | "returned" | "deferred" | "dead-lettered" | "changed">;

export function applyEnqueued(state: State, record: Of<"enqueued">): void {
  const topic = topicNamed(state, record.topic);
  const { messages, first, at } = record;
  topic.lastSequence = first + messages.length - 1;
  for (const { subscription, expiresAt, dead } of record.copies) {
    const queue = queueAt(state, { topic: record.topic, subscription, dead: dead !== null });
    let sequence = first;
    for (const message of messages) {
      const copy = addCopy(state, queue, message, sequence, at, expiresAt);
      if (dead !== null) copy.changes = deadLetterProperties(dead);
      sequence += 1;
    }
  }
}

/** Only a number is used up, or not even that. */
export function applyLeftOut(state: State, record: Of<"left-out" | "duplicates">): void {
  const topic = topicNamed(state, record.topic);
  if (record.kind === "duplicates") {
    topic.duplicates += record.count;
    return;
  }
  topic.lastSequence = record.sequence;
  if (record.why === "no-filter-takes-it") topic.dropped += 1;
}

/** Whoever publishes notes the ids while looking for duplicates; an earlier broker's ids are in
 *  its records. */
export function rememberIds(state: State, record: JournalRecord): void {
  if (record.kind !== "enqueued" && record.kind !== "scheduled" && record.kind !== "left-out")
    return;
  if (record.seenUntil === null) return;
  const { seen } = topicNamed(state, record.topic);
  if (record.kind === "left-out") remember(seen, record.messageId, state.now, record.seenUntil);
  else
    for (const { messageId } of record.messages)
      remember(seen, messageId, state.now, record.seenUntil);
}

export function applySchedule(state: State, record: Of<"scheduled" | "unscheduled">): void {
  const topic = topicNamed(state, record.topic);
  const { sequence } = record;
  if (record.kind === "scheduled") {
    const { due } = record;
    const [message] = record.messages;
    if (message === undefined) throw new Error("the journal schedules nothing");
    const timer = addTimer(state.timers, due, { kind: "scheduled", topic, sequence, message });
    topic.lastSequence = sequence;
    topic.scheduled.set(sequence, { message, timer });
    topic.bytes += message.bytes;
    return;
  }
  const waiting = topic.scheduled.get(sequence);
  if (waiting === undefined && state.isPatchy) return;
  if (waiting === undefined) throw new Error(`the journal takes ${sequence} off a schedule twice`);
  cancelTimer(state.timers, waiting.timer);
  topic.scheduled.delete(sequence);
  topic.bytes -= waiting.message.bytes;
}

export function applyCopies(state: State, record: CopiesRecord): void {
  const queue = queueAt(state, record.queue);
  eachIn(record.ranges, (sequence) => {
    const copy = copyAt(state, queue, sequence);
    if (copy === undefined) return;
    if (record.kind === "removed") removeCopy(state, queue, copy);
    else if (record.kind === "returned") giveBack(state, queue, copy, record.suspect);
    else if (record.kind === "deferred") setAside(state, copy);
    else if (record.kind === "changed") copy.changes = { ...copy.changes, ...record.changes };
    else buryCopy(state, queue, copy, record.why);
  });
}

/** A deferred copy stays deferred: it is only ever received by its number. */
function giveBack(state: State, queue: Queue, copy: Copy, suspect: boolean): void {
  leaveLease(state, copy);
  copy.claim = null;
  copy.suspect = suspect;
  if (!copy.deferred) putReady(state, queue, copy);
}

function setAside(state: State, copy: Copy): void {
  leaveLease(state, copy);
  copy.claim = null;
  copy.deferred = true;
}
