/** Copies are handed out and locks prolonged; sessions are taken, kept, and let go. */
import { copyAt, queueAt } from "./fitting.ts";
import type { JournalRecord } from "./journal.ts";
import { endLease, extendLease, grantLease, joinLease, leaveLease } from "./lease.ts";
import { dropReady } from "./queue.ts";
import { eachIn } from "./ranges.ts";
import { forgetIdle, openSession, refreshFree } from "./session-list.ts";
import type { Lease, Queue, Session, State } from "./state.ts";
import { wakeForSession, wakeForSessions } from "./wake.ts";

type Of<Kind extends JournalRecord["kind"]> = Extract<JournalRecord, { kind: Kind }>;
type SessionRecord = Of<
  "session-locked" | "session-renewed" | "session-released" | "session-state"
>;

export function applyLock(state: State, record: Of<"claimed" | "renewed">): void {
  const queue = queueAt(state, record.queue);
  if (record.kind === "claimed") claim(state, queue, record);
  else renew(state, queue, record);
}

function claim(state: State, queue: Queue, record: Of<"claimed">): void {
  const { claim: token, owner, until, sessionId } = record;
  const lease =
    sessionId === null
      ? grantLease(state, queue, { session: null, token, owner, until })
      : heldLease(queue, sessionId);
  eachIn(record.ranges, (sequence) => {
    const copy = copyAt(state, queue, sequence);
    if (copy === undefined) return;
    if (!copy.deferred) dropReady(queue, copy);
    copy.deliveries += 1;
    copy.claim = token;
    joinLease(lease, copy);
  });
  if (lease.held === 0 && lease.session === null) endLease(state, lease);
}

/** Copies that were handed out together need not be renewed together. */
function renew(state: State, queue: Queue, { ranges, until }: Of<"renewed">): void {
  let lease: Lease | null = null;
  eachIn(ranges, (sequence) => {
    const copy = copyAt(state, queue, sequence);
    if (copy === undefined) return;
    if (copy.lease === null) throw new Error(`the journal renews ${sequence}, which is not locked`);
    const { token, owner } = copy.lease;
    lease ??= grantLease(state, queue, { session: null, token, owner, until });
    leaveLease(state, copy);
    joinLease(lease, copy);
  });
}

export function applySession(state: State, record: SessionRecord): void {
  const queue = queueAt(state, record.queue);
  if (queue.sessions === null) throw new Error("the journal names a session where there are none");
  const session = openSession(queue.sessions, record.sessionId);
  if (record.kind === "session-state") session.state = record.state;
  else if (record.kind === "session-locked") {
    const { token, owner, until } = record;
    session.lease = grantLease(state, queue, { session, token, owner, until });
  } else if (record.kind === "session-renewed") {
    extendLease(state, heldLease(queue, session.id), record.until);
  } else release(state, queue, session);
  refreshFree(queue, session);
  forgetIdle(queue, session);
}

function release(state: State, queue: Queue, session: Session): void {
  endLease(state, heldLease(queue, session.id));
  session.lease = null;
  // Others may take it; whoever still waits as its holder learns that it is lost.
  state.woken.add(wakeForSessions(queue.ref));
  state.woken.add(wakeForSession(queue.ref, session.id));
}

function heldLease({ sessions }: Queue, sessionId: string): Lease {
  const lease = sessions?.get(sessionId)?.lease;
  if (lease) return lease;
  throw new Error(`the journal names session ${sessionId}, which nobody holds`);
}
