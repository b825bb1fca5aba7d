/** What the event log is told. One event per decision and member: a dispatch that follows from a
 *  success is named in the success's own event. */
import type { EventDraft } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";

type Facts = Partial<Omit<EventDraft, "type" | "actor" | "cause">>;

export function record(d: Draft, type: string, facts: Facts = {}): void {
  d.events.push({
    actor: d.by.actor,
    cause: d.by.cause,
    type,
    memberId: facts.memberId ?? 0,
    executionId: facts.executionId ?? 0,
    phaseId: facts.phaseId ?? 0,
    from: facts.from ?? null,
    to: facts.to ?? null,
    next: facts.next ?? 0,
    detail: facts.detail ?? null,
  });
}

type StepFacts = Pick<Facts, "to" | "detail">;

export function recordStep(
  d: Draft,
  type: string,
  before: ExecutionRow,
  facts: StepFacts = {},
): void {
  d.events.push({
    actor: d.by.actor,
    cause: d.by.cause,
    type,
    memberId: before.memberId,
    executionId: before.id,
    phaseId: before.phaseId,
    from: before.status,
    to: facts.to ?? null,
    next: 0,
    detail: facts.detail ?? null,
  });
}

/** Joins a dispatch to the event it follows from, or writes one of its own. */
export function recordDispatch(d: Draft, row: ExecutionRow): void {
  const last = d.events.at(-1);
  const follows =
    last !== undefined &&
    last.cause === d.by.cause &&
    last.memberId === row.memberId &&
    last.next === 0;
  if (follows) last.next = row.id;
  else recordStep(d, "step.dispatched", row, { to: "dispatched" });
}
