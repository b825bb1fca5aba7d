/** Lets time catch up: everything that was due by now happens, in the order and as of the moment
 *  it was due. Every command begins with it, so no command ever sees a lock or a message that has
 *  run out, and how often it is called makes no difference. */
import { emit } from "./apply.ts";
import { enqueueDue } from "./enqueue.ts";
import { takeExpired } from "./expiries.ts";
import { heldCopies } from "./lease.ts";
import { expireAll, returnCopies } from "./return-copies.ts";
import type { Due, Lease, State } from "./state.ts";
import { takeDue } from "./timers.ts";

/** A clock that steps back does not undo what has happened. */
export function advance(state: State, now: number): void {
  const end = Math.max(state.now, now);
  for (let due = takeDue(state.timers, end); due !== null; due = takeDue(state.timers, end)) {
    state.now = Math.max(state.now, due.due);
    happen(state, due.event);
  }
  state.now = end;
}

function happen(state: State, due: Due): void {
  switch (due.kind) {
    case "lease":
      endOfLease(state, due.lease, false);
      return;
    case "expiries": {
      const { queue } = due;
      const free = takeExpired(state, queue).filter(
        (copy) => copy.lease === null && !copy.deferred,
      );
      if (free.length > 0) expireAll(state, queue, free);
      return;
    }
    case "expiry": {
      const { queue, copy } = due;
      // A locked copy expires when its lock ends, a deferred one when it is asked for.
      if (copy.lease === null && !copy.deferred) expireAll(state, queue, [copy]);
      return;
    }
    case "scheduled": {
      const { topic, sequence, message } = due;
      emit(state, { kind: "unscheduled", topic: topic.settings.name, sequence });
      enqueueDue(state, topic, message);
    }
  }
}

export function endOfLease(state: State, lease: Lease, suspect: boolean): void {
  const { queue, session } = lease;
  returnCopies(state, queue, heldCopies(lease), suspect);
  if (session === null) return;
  emit(state, { kind: "session-released", queue: queue.ref, sessionId: session.id });
}
