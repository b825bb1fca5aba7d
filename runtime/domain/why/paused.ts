/** Who paused it: a person the batch or the phase, or the failure budget the batch. */
import type { AttentionRow, PhaseRow } from "../engine/rows.ts";
import type { Facts } from "./facts.ts";
import { type Reason, reasonOf, type Subject } from "./reason.ts";
import { batchSubject, phaseSubject } from "./subjects.ts";
import { at } from "./words.ts";

const WAITS_FOR_BATCH = "Its batch must be resumed first.";

const isPaused = ({ batch }: Facts, phase: PhaseRow | undefined): boolean =>
  batch.paused || phase?.paused === true;

/** The batch's own pause comes first: while it lasts a phase that is resumed does not move. Who and
 *  since when is said of what was paused; whatever is in it says only what it waits for. */
export function whyPaused(facts: Facts, phase: PhaseRow | undefined, subject: Subject): Reason {
  const { batch, attention } = facts;
  const { id: batchId } = batch;
  const behind = batch.paused && subject.kind !== "batch" ? batchSubject(facts) : null;
  const budget = attention.get(`batch:${batchId}:budget`);
  if (batch.paused && budget !== undefined) {
    return reasonOf({
      kind: "failure-budget",
      subject,
      text: behind === null ? `${budget.reason} ${whoPaused(facts, budget)}` : WAITS_FOR_BATCH,
      since: budget.openedAt,
      orders: [
        { order: "resume", batchId, phaseId: null },
        { order: "cancel", batchId },
      ],
      behind,
    });
  }
  const ofPhase = !batch.paused && phase !== undefined && phase.paused;
  const phaseId = ofPhase ? phase.id : null;
  const who = facts.paused.get(phaseId ?? 0);
  const whom = who === undefined ? "" : ` by ${who.actor} at ${at(who.at)}`;
  const inPhase = ofPhase && subject.kind !== "phase" ? phaseSubject(phase) : null;
  const paused = {
    kind: "paused",
    subject,
    since: who?.at ?? null,
    orders: [{ order: "resume", batchId, phaseId }],
    behind: behind ?? inPhase,
  } as const;
  if (behind !== null) return reasonOf({ ...paused, text: WAITS_FOR_BATCH });
  if (inPhase !== null) return reasonOf({ ...paused, text: "Its phase must be resumed first." });
  const text = isPaused(facts, phase)
    ? `${ofPhase ? "The phase" : "The batch"} was paused${whom}.`
    : "It was paused, and is looked at again with the next look.";
  return reasonOf({ ...paused, text });
}

/** The budget that is spent, or somebody before that. */
function whoPaused({ paused }: Facts, { openedAt }: AttentionRow): string {
  const who = paused.get(0);
  return who === undefined || who.at >= openedAt
    ? `The batch paused itself at ${at(openedAt)}.`
    : `The batch was paused before that, by ${who.actor} at ${at(who.at)}.`;
}
