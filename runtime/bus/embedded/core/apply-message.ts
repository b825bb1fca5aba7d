/** Messages arrive, wait for their time, are recognised as duplicates, and leave. */
import { addCopy, buryCopy, deadLetterProperties, removeCopy } from "./copy.ts";
import { copyAt, queueAt, topicNamed } from "./fitting.ts";
import type { JournalRecord } from "./journal.ts";
import { leaveLease } from "./lease.ts";
import { putReady } from "./queue.ts";
import type { Copy, Queue, State } from "./state.ts";
import { addTimer, cancelTimer } from "./timers.ts";

type Of<Kind extends JournalRecord["kind"]> = Extract<JournalRecord, { kind: Kind }>;
type CopiesRecord = Of<"removed" | "returned" | "deferred" | "dead-lettered" | "changed">;

/** Ids remembered for one topic; beyond them the oldest is forgotten before its time. */
const DUPLICATE_IDS_MAX = 250_000;

export function applyEnqueued(state: State, record: Of<"enqueued" | "left-out">): void {
  const topic = topicNamed(state, record.topic);
  topic.lastSequence = record.sequence;
  if (record.kind === "left-out") {
    if (record.why === "no-filter-takes-it") topic.dropped += 1;
    return;
  }
  const { message, sequence, at: enqueuedAt } = record;
  for (const { subscription, expiresAt, dead } of record.copies) {
    const queue = queueAt(state, { topic: record.topic, subscription, dead: dead !== null });
    const copy = addCopy(state, queue, { message, sequence, enqueuedAt, expiresAt });
    if (dead !== null) copy.changes = deadLetterProperties(dead);
  }
}

export function applySchedule(state: State, record: Of<"scheduled" | "unscheduled">): void {
  const topic = topicNamed(state, record.topic);
  const { sequence } = record;
  if (record.kind === "scheduled") {
    const { due, message } = record;
    const timer = addTimer(state.timers, due, { kind: "scheduled", topic, sequence, message });
    topic.lastSequence = sequence;
    topic.scheduled.set(sequence, { message, timer });
    topic.bytes += message.bytes;
    return;
  }
  const waiting = topic.scheduled.get(sequence);
  if (waiting === undefined) throw new Error(`the journal takes ${sequence} off a schedule twice`);
  cancelTimer(state.timers, waiting.timer);
  topic.scheduled.delete(sequence);
  topic.bytes -= waiting.message.bytes;
}

export function applySeen(state: State, { topic: name, messageIds, ...rest }: Of<"seen">): void {
  const topic = topicNamed(state, name);
  const { seen } = topic;
  topic.duplicates += rest.duplicates;
  for (const id of messageIds) {
    seen.delete(id);
    seen.set(id, rest.until);
  }
  for (const [id, end] of seen) {
    if (end > state.now && seen.size <= DUPLICATE_IDS_MAX) break;
    seen.delete(id);
  }
}

export function applyCopies(state: State, record: CopiesRecord): void {
  const queue = queueAt(state, record.queue);
  for (const sequence of record.sequences) {
    const copy = copyAt(queue, sequence);
    if (record.kind === "removed") removeCopy(state, queue, copy);
    else if (record.kind === "returned") giveBack(state, queue, copy, record.suspect);
    else if (record.kind === "deferred") setAside(state, copy);
    else if (record.kind === "changed") copy.changes = { ...copy.changes, ...record.changes };
    else buryCopy(state, queue, copy, record.why);
  }
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
