/** Questions that nobody need answer any more, closed by the set: those of a kind about the batch,
 *  and what is told of its steps. */
import { attentionOn, closeAttention, DISMISS, type Question } from "./attention.ts";
import type { Draft } from "./draft.ts";

/** Closes what is asked about the batch as a whole under any of these names. */
export function closeQuestions(d: Draft, names: RegExp): void {
  const about = `batch:${d.batch.id}:`;
  closeThose(d, (subject) => subject.startsWith(about) && names.test(subject.slice(about.length)));
}

/** Closes what is told of steps and wants only to be known. */
export function closeNotes(d: Draft): void {
  closeThose(
    d,
    (subject, { actions }) =>
      subject.startsWith("step:") && actions.every((each) => each === DISMISS),
  );
}

function closeThose(d: Draft, isMeant: (subject: string, asked: Question) => boolean): void {
  const opened = d.attention.map(({ subject }) => subject);
  for (const subject of new Set([...d.world.attention.keys(), ...opened])) {
    const asked = attentionOn(d, subject);
    if (asked !== undefined && isMeant(subject, asked)) closeAttention(d, subject);
  }
}
