/** The only way the broker changes: one record at a time. Records come from commands, or from
 *  the journal of an earlier broker; both mean the same. A record that does not fit the state is
 *  a bug or a broken journal, so it throws. */
import { applyEntity, removeSubscription } from "./apply-entity.ts";
import { applyKept } from "./apply-kept.ts";
import { applyLock, applySession } from "./apply-lock.ts";
import { applyCopies, applyEnqueued, applyLeftOut, applySchedule } from "./apply-message.ts";
import type { JournalRecord } from "./journal.ts";
import type { State } from "./state.ts";

export function emit(state: State, record: JournalRecord): void {
  state.journal.push(record);
  apply(state, record);
}

export function apply(state: State, record: JournalRecord): void {
  switch (record.kind) {
    case "enqueued":
      applyEnqueued(state, record);
      break;
    case "left-out":
    case "duplicates":
      applyLeftOut(state, record);
      break;
    case "claimed":
    case "renewed":
      applyLock(state, record);
      break;
    case "removed":
    case "returned":
    case "deferred":
    case "dead-lettered":
    case "changed":
      applyCopies(state, record);
      break;
    case "scheduled":
    case "unscheduled":
      applySchedule(state, record);
      break;
    case "topic":
    case "subscription":
      applyEntity(state, record);
      break;
    case "subscription-removed":
      removeSubscription(state, record);
      break;
    case "checkpoint-began":
    case "checkpoint-ended":
      break;
    case "kept-topic":
    case "kept-session":
    case "kept-seen":
    case "kept-scheduled":
    case "kept-copies":
      applyKept(state, record);
      break;
    case "session-locked":
    case "session-renewed":
    case "session-released":
    case "session-state":
      applySession(state, record);
      break;
  }
}
