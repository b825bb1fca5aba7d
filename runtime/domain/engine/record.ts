/** What the event log and the people who watch are told. One event per decision and member: a
 *  dispatch that follows from a success is named in the success's own event. */
import type { StepExecutionId } from "../../contract/ids.ts";
import type { EventDraft } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";

type Facts = Partial<Omit<EventDraft, "type" | "actor" | "cause">>;

export function record(d: Draft, type: string, facts: Facts = {}): void {
  d.events.push({
    ...d.by,
    type,
    memberId: 0,
    executionId: 0,
    phaseId: 0,
    from: null,
    to: null,
    next: 0,
    detail: null,
    ...facts,
  });
}

export function recordStep(d: Draft, type: string, before: ExecutionRow, facts: Facts = {}): void {
  const { id, memberId, phaseId } = before;
  record(d, type, { executionId: id, memberId, phaseId, from: before.status, ...facts });
}

/** Joins a dispatch to the event it follows from, or writes one of its own. */
export function recordDispatch(d: Draft, row: ExecutionRow): void {
  const last = d.events.at(-1);
  const follows =
    last !== undefined &&
    last.cause === d.by.cause &&
    last.memberId === row.memberId &&
    last.next === 0;
  if (follows) d.events[d.events.length - 1] = { ...last, next: row.id };
  else recordStep(d, "step.dispatched", row, { to: "dispatched" });
}

export function openAttention(
  d: Draft,
  subject: string,
  reason: string,
  actions: readonly string[],
): void {
  const { id: batchId } = d.batch;
  d.attention.push({ kind: "open", subject, batchId, reason, actions, openedAt: d.now });
}

export function closeAttention(d: Draft, subject: string): void {
  d.attention.push({ kind: "close", subject });
}

/** Counting what this decision has opened or closed so far. */
export function needsAttention(d: Draft, subject: string): boolean {
  const last = d.attention.findLast((draft) => draft.subject === subject);
  return last === undefined ? d.world.attention.has(subject) : last.kind === "open";
}

export const stepSubject = (id: StepExecutionId): string => `step:${id}`;
