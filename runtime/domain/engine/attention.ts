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
  closeThose(d, (subject) => subject.startsWith(about) && names.test(subject.slice(about.length)));
}

/** Closes what is told of steps and wants only to be known. */
export function closeNotes(d: Draft): void {
  closeThose(
    d,
    (subject, { actions }) => subject.startsWith(STEP) && actions.every((each) => each === DISMISS),
  );
}

function closeThose(d: Draft, isMeant: (subject: string, asked: Question) => boolean): void {
  const opened = d.attention.map(({ subject }) => subject);
  for (const subject of new Set([...d.world.attention.keys(), ...opened])) {
    const asked = attentionOn(d, subject);
    if (asked !== undefined && isMeant(subject, asked)) closeAttention(d, subject);
  }
}

const STEP = "step:";

export const stepSubject = (id: StepExecutionId): string => `${STEP}${id}`;
