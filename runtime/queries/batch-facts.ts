/** The facts about one batch, brought together for whoever explains: all of the batch itself, those
 *  members that are asked about, and of the others a sample and whoever is under way. */
import type { BatchId, MemberId, PhaseExecutionId, RunbookVersion } from "../contract/ids.ts";
import { ok } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import type { Facts, PausedBy, SeenStep } from "../domain/why/facts.ts";
import type { BatchSeen, MemberSeen } from "../store/insights.ts";
import type { Answer, QueryParts } from "./parts.ts";

/** Members that stand for all; with more, a look costs more than it tells. */
const SAMPLED_MAX = 150;
/** Rows of the log in which somebody who paused is looked for. */
const PAUSES_LOOKED_AT = 40;

export type Gathered = { readonly facts: Facts; readonly every: number };

/** Null when there is no such batch. */
export async function gather(
  parts: QueryParts,
  id: BatchId,
  asked: readonly MemberId[],
  isElsewhere = false,
): Answer<Gathered | null> {
  const { insights } = parts.reports;
  const seen = await insights.batch(id);
  if (!seen.ok) return seen;
  if (seen.value === null) return ok(null);
  const chosen = await insights.choose(seen.value, SAMPLED_MAX);
  if (!chosen.ok) return chosen;
  const { every, sampled, busy } = chosen.value;
  const ids = isElsewhere ? asked : [...new Set([...asked, ...busy, ...sampled])];
  const members = await insights.members(id, ids);
  if (!members.ok) return members;
  const plans = await plansOf(parts, seen.value);
  if (!plans.ok) return plans;
  const paused = await pausedBy(parts, seen.value);
  if (!paused.ok) return paused;
  const elsewhere = isElsewhere
    ? ok(new Map<BatchId, Facts>())
    : await others(parts, members.value, asked);
  if (!elsewhere.ok) return elsewhere;
  const around = { plans: plans.value, paused: paused.value, elsewhere: elsewhere.value };
  return ok({ facts: factsOf(seen.value, members.value, around), every });
}

type Around = Pick<Facts, "plans" | "paused" | "elsewhere">;

function factsOf(seen: BatchSeen, members: readonly MemberSeen[], around: Around): Facts {
  const { now, batch, phases, slots, attention, own, incidents } = seen;
  const absent = members.filter(
    ({ member: { status, removalApproved }, isHeld }) =>
      isHeld && status === "active" && !removalApproved,
  );
  return {
    now,
    batch,
    phases,
    members: new Map(members.map(({ member }) => [member.id, member])),
    steps: new Map<MemberId | 0, readonly SeenStep[]>([
      [0, own],
      ...members.map(({ member, steps }) => [member.id, steps] as const),
    ]),
    slots: new Map(slots.map((slot) => [slot.key, slot])),
    attention: new Map(attention.map((row) => [row.subject, row])),
    incidents,
    absent: new Set(absent.map(({ member }) => member.id)),
    ...around,
  };
}

/** Of every version that a phase or the batch itself is of. */
async function plansOf(
  { plan }: QueryParts,
  { batch, phases, own }: BatchSeen,
): Answer<ReadonlyMap<RunbookVersion, Runbook>> {
  const versions = new Set([batch.version, ...[...phases, ...own].map(({ version }) => version)]);
  const plans = new Map<RunbookVersion, Runbook>();
  for (const version of versions) {
    const read = await plan(batch.runbookName, version);
    if (!read.ok) return read;
    if (read.value !== null) plans.set(version, read.value);
  }
  return ok(plans);
}

/** Who paused is in the log alone; whoever did long ago may not be found. */
async function pausedBy(
  { reports }: QueryParts,
  { batch, phases }: BatchSeen,
): Answer<ReadonlyMap<PhaseExecutionId | 0, PausedBy>> {
  const found = new Map<PhaseExecutionId | 0, PausedBy>();
  if (!batch.paused && !phases.some(({ paused }) => paused)) return ok(found);
  const newest = await reports.insights.newest(batch.id, Number.MAX_SAFE_INTEGER, PAUSES_LOOKED_AT);
  if (!newest.ok) return newest;
  for (const { type, phaseId, actor, at } of newest.value) {
    const id = type === "phase.paused" ? phaseId : 0;
    const isPause = type === "batch.paused" || type === "phase.paused";
    if (isPause && !found.has(id)) found.set(id, { actor, at });
  }
  return ok(found);
}

/** The batches that those asked about wait for, with the same members in them. */
async function others(
  parts: QueryParts,
  members: readonly MemberSeen[],
  asked: readonly MemberId[],
): Answer<ReadonlyMap<BatchId, Facts>> {
  const found = new Map<BatchId, Facts>();
  for (const { member } of members) {
    const { waitsFor, key, id } = member;
    if (waitsFor === null || !asked.includes(id) || found.has(waitsFor)) continue;
    const there = await parts.reports.insights.memberByKey(waitsFor, key);
    if (!there.ok) return there;
    const ids = there.value === null ? [] : [there.value];
    const other = await gather(parts, waitsFor, ids, true);
    if (!other.ok) return other;
    if (other.value !== null) found.set(waitsFor, other.value.facts);
  }
  return ok(found);
}
