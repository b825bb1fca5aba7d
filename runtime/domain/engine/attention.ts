/** What people are asked: questions about the batch or one of its steps, each with the orders that
 *  would settle it. One question to a subject at a time. */
import type { StepExecutionId } from "../../contract/ids.ts";
import type { Draft } from "./draft.ts";
import type { AttentionRow } from "./rows.ts";

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

export type Question = Pick<AttentionRow, "reason" | "actions">;

/** What is asked about a subject now, if anything. */
export function attentionOn(d: Draft, subject: string): Question | undefined {
  const last = d.attention.findLast((draft) => draft.subject === subject);
  if (last === undefined) return d.world.attention.get(subject);
  return last.kind === "open" ? last : undefined;
}

export const stepSubject = (id: StepExecutionId): string => `step:${id}`;
