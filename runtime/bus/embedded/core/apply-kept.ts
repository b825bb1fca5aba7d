/** What a checkpoint tells of; see checkpoint.ts. What is known already is known better. */
import { placeCopy } from "./copy.ts";
import { findCopy } from "./copy-map.ts";
import { queueAt, topicNamed } from "./fitting.ts";
import type { JournalRecord, KeptLease, StoredMessage } from "./journal.ts";
import { grantLease, joinLease } from "./lease.ts";
import { putReady } from "./queue.ts";
import { unpackHashes } from "./seen-ids.ts";
import { openSession, refreshFree } from "./session-list.ts";
import type { Copy, Lease, Queue, State } from "./state.ts";
import { addTimer } from "./timers.ts";

type Of<Kind extends JournalRecord["kind"]> = Extract<JournalRecord, { kind: Kind }>;
export type KeptRecord = Of<
  "kept-topic" | "kept-session" | "kept-seen" | "kept-scheduled" | "kept-copies"
>;

export function applyKept(state: State, record: KeptRecord): void {
  if (!state.isPatchy) return;
  if (record.kind === "kept-topic") {
    const { lastSequence, dropped, duplicates } = record;
    Object.assign(topicNamed(state, record.topic), { lastSequence, dropped, duplicates });
  } else if (record.kind === "kept-session") keepSession(state, record);
  else if (record.kind === "kept-seen")
    unpackHashes(topicNamed(state, record.topic).seen, record.now, record.hashes);
  else if (record.kind === "kept-copies") keepCopies(state, record);
  else
    for (const [index, [sequence, due]] of record.scheduled.entries())
      keepScheduled(state, record.topic, sequence, due, at(record.messages, index));
}

function keepSession(state: State, record: Of<"kept-session">): void {
  const queue = queueAt(state, record.queue);
  if (queue.sessions === null) throw new Error("a checkpoint tells of a session where none is");
  const session = openSession(queue.sessions, record.sessionId);
  session.state = record.state;
  if (record.lease !== null) session.lease = grantLease(state, queue, { session, ...record.lease });
  refreshFree(queue, session);
}

function keepScheduled(
  state: State,
  name: string,
  sequence: number,
  due: number,
  message: StoredMessage,
): void {
  const topic = topicNamed(state, name);
  if (topic.scheduled.has(sequence)) return;
  const timer = addTimer(state.timers, due, { kind: "scheduled", topic, sequence, message });
  topic.scheduled.set(sequence, { message, timer });
  topic.bytes += message.bytes;
}

function keepCopies(state: State, record: Of<"kept-copies">): void {
  const queue = queueAt(state, record.queue);
  for (const [index, kept] of record.copies.entries()) {
    const { sequence, enqueuedAt, expiresAt } = kept;
    if (findCopy(queue.all, sequence) !== undefined) continue;
    const message = at(record.messages, index);
    const copy = placeCopy(state, queue, message, sequence, enqueuedAt, expiresAt);
    copy.deliveries = kept.deliveries;
    copy.deferred = kept.deferred;
    copy.suspect = kept.suspect;
    copy.changes = kept.changes;
    copy.claim = kept.claim;
    const lease = kept.lease === null ? null : leaseOf(state, queue, copy, kept.lease);
    if (lease !== null) joinLease(lease, copy);
    else if (!copy.deferred) putReady(state, queue, copy);
  }
}

/** Copies that were handed out together are held together again. */
function leaseOf(state: State, queue: Queue, { session }: Copy, kept: KeptLease): Lease | null {
  if (session !== null) return session.lease;
  for (const lease of state.owners.get(kept.owner) ?? []) {
    if (lease.queue === queue && lease.token === kept.token && lease.until === kept.until)
      return lease;
  }
  return grantLease(state, queue, { session: null, ...kept });
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error("a checkpoint tells of a message without its text");
  return item;
}
