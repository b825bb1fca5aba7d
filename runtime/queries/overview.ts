/** The first page: what runs, what needs a person, what comes next. How the engine is, is for its
 *  host to add. */
import type { BatchSummary } from "../contract/http/batches.ts";
import type { Overview, Progress } from "../contract/http/overview.ts";
import { ok } from "../contract/result.ts";
import { failedIn } from "../domain/engine/failure-budget.ts";
import type { PhaseRow } from "../domain/engine/rows.ts";
import type { Incidents } from "../store/incidents.ts";
import type { Records } from "../store/records.ts";
import type { Reports } from "../store/reports.ts";
import type { Runbooks } from "../store/runbooks.ts";
import { attentionOf, clockItems, failedEndsOf } from "./attention.ts";
import { type Answer, instantOf } from "./parts.ts";

const LISTED_MAX = 50;
const LIVE = ["detected", "init_dispatched", "active"] as const;

type Failing = Overview["failingRunbooks"][number];

export type OverviewParts = {
  readonly reports: Reports;
  readonly records: Pick<Records, "attention">;
  readonly incidents: Pick<Incidents, "openCount">;
  readonly runbooks: Pick<Runbooks, "allActive" | "automation">;
};

export async function overviewOf(
  { reports, records, incidents, runbooks }: OverviewParts,
  now: Date,
): Answer<Omit<Overview, "engine">> {
  const { insights } = reports;
  const live = await newest(reports);
  if (!live.ok) return live;
  const running = live.value.filter((batch) => !isNotBegun(batch)).slice(0, LISTED_MAX);
  const phases = await insights.phasesOf(running.map(({ id }) => id));
  if (!phases.ok) return phases;
  const attention = await attentionOf({ reports, records }, now, LISTED_MAX);
  if (!attention.ok) return attention;
  const failed = await failedEndsOf({ reports }, now);
  if (!failed.ok) return failed;
  const clock = await clockItems({ reports }, now);
  if (!clock.ok) return clock;
  const next = await insights.nextPhases(LISTED_MAX);
  if (!next.ok) return next;
  const counts = await insights.counts();
  if (!counts.ok) return counts;
  const open = await incidents.openCount();
  if (!open.ok) return open;
  const failing = await failingRunbooks(runbooks);
  if (!failing.ok) return failing;
  const ofBatch = Map.groupBy(phases.value, ({ batchId }) => batchId);
  return ok({
    now: instantOf(now),
    running: running.map((batch) => ({
      ...batch,
      progress: progressOf(ofBatch.get(batch.id) ?? []),
    })),
    runningCount: counts.value.batches - counts.value.notBegun,
    notBegun: live.value.filter(isNotBegun).slice(0, LISTED_MAX),
    notBegunCount: counts.value.notBegun,
    attention: [...attention.value],
    attentionCount: counts.value.attention + failed.value.length + clock.value.length,
    openIncidents: open.value,
    failingRunbooks: failing.value,
    nextDue: next.value.map(({ dueAt, ...phase }) => ({ ...phase, dueAt: instantOf(dueAt) })),
  });
}

/** Where automation is off nobody looks: what went wrong before that waits for nobody. */
async function failingRunbooks(runbooks: OverviewParts["runbooks"]): Answer<Failing[]> {
  const active = await runbooks.allActive();
  if (!active.ok) return active;
  const failing: Failing[] = [];
  for (const { name, lastError, lastErrorAt } of active.value) {
    if (lastError === null || failing.length === LISTED_MAX) continue;
    const automation = await runbooks.automation(name);
    if (!automation.ok) return automation;
    const since = lastErrorAt === null ? null : instantOf(lastErrorAt);
    if (automation.value?.enabled) failing.push({ runbookName: name, error: lastError, since });
  }
  return ok(failing);
}

/** Nobody has advanced it yet: it stands still, however long. */
const isNotBegun = ({ isManual, status }: BatchSummary): boolean =>
  isManual && status === "detected";

/** As many as are listed of each status, by hand or not. */
async function newest({ batches }: Reports): Answer<readonly BatchSummary[]> {
  const found: BatchSummary[] = [];
  for (const status of LIVE) {
    for (const isManual of [false, true]) {
      const page = await batches({ filters: { status, isManual }, after: null, most: LISTED_MAX });
      if (!page.ok) return page;
      found.push(...page.value.rows);
    }
  }
  return ok(found.sort((one, other) => other.id - one.id));
}

/** Phases that were replaced or passed over count for nobody. */
function progressOf(phases: readonly PhaseRow[]): Progress {
  const counted = phases.filter(({ status }) => status !== "superseded" && status !== "skipped");
  const sum = (of: (phase: PhaseRow) => number): number =>
    counted.reduce((total, phase) => total + of(phase), 0);
  const through = ({ succeeded, lateSucceeded, lateWithdrawn }: PhaseRow): number =>
    succeeded + lateSucceeded - lateWithdrawn;
  const done = (phase: PhaseRow): number => through(phase) + failedIn(phase);
  return {
    // Who comes late to a phase that has ended is not in its total.
    total: sum((phase) => Math.max(phase.total, done(phase))),
    done: sum(done),
    failed: sum(failedIn),
  };
}
