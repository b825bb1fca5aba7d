/** What the event log and the people who watch are told. One event per decision and member: a
 *  dispatch that follows from a success is named in the success's own event. */
import type { StepExecutionId } from "../../contract/ids.ts";
import type { EventDraft } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { AttentionRow } from "./rows.ts";

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

/** The order that ends a question which only wants to be known. */
export const DISMISS = "dismiss";

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
  return attentionOn(d, subject) !== undefined;
}

type Question = Pick<AttentionRow, "actions">;

/** What is asked about a subject now, if anything. */
export function attentionOn(d: Draft, subject: string): Question | undefined {
  const last = d.attention.findLast((draft) => draft.subject === subject);
  if (last === undefined) return d.world.attention.get(subject);
  return last.kind === "open" ? last : undefined;
}

/** Closes what is asked about the batch as a whole under any of these names. */
export function closeQuestions(d: Draft, names: RegExp): void {
  const about = `batch:${d.batch.id}:`;
  const opened = d.attention.map(({ subject }) => subject);
  for (const subject of new Set([...d.world.attention.keys(), ...opened])) {
    const isMeant = subject.startsWith(about) && names.test(subject.slice(about.length));
    if (isMeant && needsAttention(d, subject)) closeAttention(d, subject);
  }
}

export const stepSubject = (id: StepExecutionId): string => `step:${id}`;
