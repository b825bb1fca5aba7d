/** Failures of a batch, those alike in one group: the same step, the same class of error, the same
 *  words but for names, numbers and ids. */
import type { FailureGroup, Failures } from "../contract/http/failures.ts";
import type { PhaseName, StepName, WorkerId } from "../contract/identifiers.ts";
import type { BatchId } from "../contract/ids.ts";
import { LIMITS } from "../contract/limits.ts";
import { ok } from "../contract/result.ts";
import { FAILED_STEP_STATUSES } from "../domain/step.ts";
import type { SeenStep } from "../domain/why/facts.ts";
import type { BatchSeen, FailedStep, NamedStep } from "../store/insights.ts";
import { type Answer, instantOf, type QueryParts } from "./parts.ts";

/** Members that failed last; those before them are left out, and that is said. */
const MEMBERS_MAX = 2_000;
const SAMPLES_MAX = 5;

type Found = { readonly step: SeenStep; readonly memberKey: string | null };

/** Null when there is no such batch. */
export async function failuresOf(
  { reports: { insights } }: Pick<QueryParts, "reports">,
  id: BatchId,
): Answer<Failures | null> {
  const seen = await insights.batch(id);
  if (!seen.ok) return seen;
  if (seen.value === null) return ok(null);
  const ofMembers = await insights.failures(id, MEMBERS_MAX);
  if (!ofMembers.ok) return ofMembers;
  const asked = await askedAbout(insights, seen.value);
  if (!asked.ok) return asked;
  const groups = grouped(distinct([...ofOwn(seen.value), ...ofMembers.value, ...asked.value]));
  const shown = [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, LIMITS.problemsPerFile);
  const firsts = shown.flatMap(([first]) => first?.step.id ?? []);
  const named = await insights.named(id, firsts);
  if (!named.ok) return named;
  const names = new Map(named.value.map((name) => [name.id, name]));
  return ok({
    batchId: id,
    total: shown.reduce((sum, group) => sum + group.length, 0),
    more: seen.value.batch.failedMembers > MEMBERS_MAX,
    groups: shown.flatMap((group) => groupOf(seen.value?.phases ?? [], names, group) ?? []),
  });
}

const FAILED: ReadonlySet<string> = new Set(FAILED_STEP_STATUSES);

const ofOwn = ({ own }: BatchSeen): readonly Found[] =>
  own.filter(({ status }) => FAILED.has(status)).map((step) => ({ step, memberKey: null }));

/** Steps of members who have not failed, but about which somebody is asked. */
async function askedAbout(
  insights: QueryParts["reports"]["insights"],
  { batch, attention }: BatchSeen,
): Answer<readonly Found[]> {
  const found: Found[] = [];
  const ids = new Set<number>();
  for (const { subject } of attention.slice(0, LIMITS.pageSizeMax)) {
    const step = Number(/^step:([0-9]+)$/.exec(subject)?.[1] ?? 0);
    if (step > 0) ids.add(step);
  }
  const chosen = await insights.membersOf(batch.id, [...ids]);
  if (!chosen.ok) return chosen;
  const members = await insights.members(batch.id, chosen.value);
  if (!members.ok) return members;
  for (const { member, steps } of members.value) {
    for (const step of steps) if (ids.has(step.id)) found.push({ step, memberKey: member.key });
  }
  return ok(found);
}

const distinct = (found: readonly (Found | FailedStep)[]): readonly Found[] => [
  ...new Map(found.map((each) => [each.step.id, each])).values(),
];

/** What differs from member to member is left out of the words. */
const wordsOf = (message: string): string =>
  message
    .replace(/[^\s'"]+@[^\s'"]+/g, "…")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/gi, "…")
    .replace(/\d+/g, "…")
    .replace(/(['"])[^'"]*\1/g, "…");

function grouped(found: readonly Found[]): ReadonlyMap<string, readonly Found[]> {
  return Map.groupBy(
    [...found].sort((one, other) => endOf(other) - endOf(one)),
    ({ step }) => {
      const { kind, phaseId, undoesId, stepIndex, error } = step;
      const place = undoesId === 0 ? `${kind} ${phaseId}` : kind;
      return `${place} ${stepIndex} ${error?.kind ?? ""} ${wordsOf(error?.message ?? "")}`;
    },
  );
}

const endOf = ({ step }: Found): number => (step.completedAt ?? step.dispatchedAt)?.getTime() ?? 0;

/** Its key is the same as long as its words are. */
function keyOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

function groupOf(
  phases: BatchSeen["phases"],
  names: ReadonlyMap<number, NamedStep>,
  group: readonly Found[],
): FailureGroup | null {
  const [newest] = group;
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const { kind, phaseId, stepIndex, error, id } = newest.step;
  const name = names.get(id);
  const phase = phases.find((each) => each.id === phaseId);
  const errorClass = error?.kind ?? "unknown";
  const at = (found: Found) => instantOf(new Date(endOf(found)));
  return {
    key: keyOf(`${kind} ${phaseId} ${stepIndex} ${errorClass} ${wordsOf(error?.message ?? "")}`),
    errorClass,
    message: error?.message ?? "",
    kind,
    stepName: (name?.stepName ?? `${kind}-${stepIndex}`) as StepName,
    phaseId: phaseId === 0 ? null : phaseId,
    phaseName: (phase?.name ?? null) as PhaseName | null,
    functionName: name?.functionName ?? "",
    workerId: (name?.workerId ?? "unknown") as WorkerId,
    count: group.length,
    firstAt: at(oldest),
    lastAt: at(newest),
    samples: group.slice(0, SAMPLES_MAX).map((found) => ({
      stepId: found.step.id,
      memberId: found.step.memberId === 0 ? null : found.step.memberId,
      memberKey: found.memberKey,
      message: found.step.error?.message ?? "",
      at: at(found),
    })),
  };
}
