/** Why a batch, or something in it, is not moving: the contract's body, from bounded reads. */
import type {
  Eta as ShownEta,
  Reason as ShownReason,
  SubjectRef,
  Why,
  WhyQuery,
} from "../contract/http/why.ts";
import type { BatchId, MemberId } from "../contract/ids.ts";
import type { ReasonKind } from "../contract/reasons.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { type SetBack, sentenceOf } from "../domain/clock-set-back.ts";
import { type Eta, etaOf } from "../domain/why/eta.ts";
import { type About, type Explanation, explain } from "../domain/why/explain.ts";
import type { Facts } from "../domain/why/facts.ts";
import type { Reason, Subject } from "../domain/why/reason.ts";
import type { StoreFailure } from "../store/failure.ts";
import { gather } from "./batch-facts.ts";
import { movesOf } from "./moves.ts";
import { instantOf, instantOrNull, type QueryParts } from "./parts.ts";
import { setBackOf } from "./set-back.ts";

/** What was asked about is not there; each is a code of the API's problems. */
export type UnknownPart = "unknown-batch" | "unknown-phase" | "unknown-member" | "unknown-step";

export type WhyFailure =
  | { readonly kind: UnknownPart }
  | { readonly kind: "store"; readonly failure: StoreFailure };

export async function whyOf(
  parts: QueryParts,
  id: BatchId,
  query: WhyQuery,
  /** What keeps the worker of this process from registering, as a sentence; null: nothing. */
  notReady: string | null = null,
): Promise<Result<Why, WhyFailure>> {
  const asked = await membersAsked(parts, id, query);
  if (!asked.ok) return asked;
  const gathered = await gather(parts, id, asked.value);
  if (!gathered.ok) return fail({ kind: "store", failure: gathered.error });
  if (gathered.value === null) return fail({ kind: "unknown-batch" });
  const { facts, every } = gathered.value;
  const about = aboutOf(facts, query);
  const explanation = about === null ? null : explain(facts, about);
  if (about === null || explanation === null) return fail({ kind: unknownOf(query) });
  const setBack = await setBackOf(parts.reports, facts.now);
  if (!setBack.ok) return fail({ kind: "store", failure: setBack.error });
  const { reason, chain } = inTimeOf(explanation, setBack.value);
  const isOver = reason.kind === "over";
  const shown = (each: Reason): ShownReason => shownReason(withWorker(each, notReady));
  return ok({
    batchId: id,
    subject: shownSubject(reason.subject),
    status: statusOf(facts, about),
    current: isOver ? null : shown(reason),
    chain: isOver ? [] : chain.map(shown),
    moves: movesOf([reason, ...chain]),
    eta: shownEta(etaOf(facts, about, every)),
  });
}

/** What waits for a time that was counted before the clock was set back says so. */
function inTimeOf({ reason, chain }: Explanation, setBack: SetBack | null): Explanation {
  if (setBack === null) return { reason, chain };
  const told = (each: Reason): Reason =>
    COUNTED.has(each.kind) && each.at !== null && each.at > setBack.at
      ? { ...each, text: `${each.text} ${sentenceOf(setBack)}` }
      : each;
  return { reason: told(reason), chain: chain.map(told) };
}

/** Times that the engine counts from the present; a phase's is written in the runbook. */
const COUNTED: ReadonlySet<ReasonKind> = new Set([
  "retry-due",
  "poll-due",
  "throttled",
  "at-worker",
  "draining",
  "slot-limit",
]);

const unknownOf = ({ phase, memberId, stepId }: WhyQuery): UnknownPart => {
  if (phase !== undefined) return "unknown-phase";
  if (memberId !== undefined) return "unknown-member";
  return stepId === undefined ? "unknown-batch" : "unknown-step";
};

/** Whom the facts must hold, whatever is sampled. */
async function membersAsked(
  { reports }: QueryParts,
  id: BatchId,
  { memberId, stepId }: WhyQuery,
): Promise<Result<readonly MemberId[], WhyFailure>> {
  if (memberId !== undefined) return ok([memberId]);
  if (stepId === undefined) return ok([]);
  const member = await reports.insights.memberOf(id, stepId);
  if (!member.ok) return fail({ kind: "store", failure: member.error });
  return ok(member.value === null || member.value === 0 ? [] : [member.value]);
}

/** Of phases with one name, that of the latest version. */
function aboutOf({ phases }: Facts, { phase, memberId, stepId }: WhyQuery): About | null {
  if (memberId !== undefined) return { kind: "member", id: memberId };
  if (stepId !== undefined) return { kind: "step", id: stepId };
  if (phase === undefined) return { kind: "batch" };
  const named = phases.findLast(({ name }) => name === phase);
  return named === undefined ? null : { kind: "phase", id: named.id };
}

function statusOf({ batch, phases, members, steps }: Facts, about: About): string {
  switch (about.kind) {
    case "batch":
      return batch.status;
    case "phase":
      return phases.find(({ id }) => id === about.id)?.status ?? "";
    case "member":
      return members.get(about.id)?.status ?? "";
    case "step":
      return [...steps.values()].flat().find(({ id }) => id === about.id)?.status ?? "";
  }
}

/** A runbook is in no chain of a batch. */
function shownSubject(subject: Subject): SubjectRef {
  if (subject.kind === "runbook") throw new Error("a runbook holds no batch up");
  const id = subject.kind === "batch" ? subject.batchId : subject.id;
  return { kind: subject.kind, id, name: subject.name };
}

/** Rows know only that nobody registered; the process knows what its own worker waits for. */
const withWorker = (reason: Reason, notReady: string | null): Reason =>
  reason.kind !== "worker-unknown" || notReady === null
    ? reason
    : { ...reason, text: `${reason.text} ${notReady}` };

const shownReason = ({ kind, subject, text, since, at }: Reason): ShownReason => ({
  kind,
  subject: shownSubject(subject),
  sentence: text,
  since: instantOrNull(since),
  until: instantOrNull(at),
});

function shownEta(eta: Eta | null): ShownEta | null {
  if (eta === null) return null;
  if (eta.kind === "unknown") return { earliest: null, latest: null, basis: eta.because };
  const { earliest, latest, basis } = eta;
  return { earliest: instantOf(earliest), latest: instantOf(latest), basis };
}
