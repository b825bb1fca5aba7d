/** A new version of the runbook takes over a batch under way (M-082): what has not begun is
 *  replaced, what has begun goes on under its own version, and a phase that somebody has paused
 *  stays paused under its name. A phase that was still to come and never began is owed to
 *  everybody: it is not passed over because its time has passed meanwhile. Once per batch and
 *  version (R41): the batch's version says whether it happened. */

import { setBatch } from "./change.ts";
import type { Verdict } from "./decision.ts";
import { type Draft, executionsOf } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { moveBatch, movePhase } from "./move.ts";
import { addInit, isBegun } from "./on-batch-detected.ts";
import { openDuePhases } from "./open-phase.ts";
import { addPhases } from "./phases.ts";
import { planOf } from "./plan.ts";
import { record } from "./record.ts";
import type { PhaseRow } from "./rows.ts";
import { cancelRow, letGo } from "./sequences.ts";
import { isLiveBatch, isOpenStep, isTerminalPhase } from "./statuses.ts";
import { rowsOf } from "./table.ts";

export function onVersionPublished(d: Draft, input: InputOf<"version-published">): Verdict {
  const { version, overdue, rerunInit } = input;
  if (version <= d.batch.version) return "duplicate";
  if (!isLiveBatch(d.batch.status) || d.batch.finalize !== "waiting") {
    return { refused: "batch-ended" };
  }
  record(d, "batch.version", {
    detail: { from: d.batch.version, to: version, overdue, rerunInit },
  });
  if (!isBegun(d)) {
    setBatch(d, { version });
    return "applied";
  }
  const old = [...rowsOf(d.phases)];
  const known = namesOf(old);
  const paused = old.filter((phase) => phase.paused && !isTerminalPhase(phase.status));
  for (const phase of old) {
    if (phase.status === "pending") movePhase(d, phase, { to: "superseded", cause: "new_version" });
  }
  setBatch(d, { version });
  d.agenda.batch = true;
  for (const phase of addPhases(d, version, new Set(paused.map(({ name }) => name)))) {
    if (overdue !== "ignore" || !isPast(phase, known, d.now)) continue;
    const cause = "overdue_ignored";
    movePhase(d, phase, { to: "skipped", cause }, { skippedFor: cause, completedAt: d.now });
  }
  if (rerunInit) repeatInit(d);
  openDuePhases(d);
  return "applied";
}

type Names = { readonly begun: ReadonlySet<string>; readonly toCome: ReadonlySet<string> };

/** Asked before anything is moved: rows of this decision change in place. */
function namesOf(phases: readonly PhaseRow[]): Names {
  const begun = phases.filter(({ dispatchedAt }) => dispatchedAt !== null);
  const toCome = phases.filter(({ status }) => status === "pending");
  return { begun: new Set(begun.map(nameOf)), toCome: new Set(toCome.map(nameOf)) };
}

const nameOf = ({ name }: PhaseRow): string => name;

/** A phase without a due time is past when one of its name has begun. */
function isPast({ dueAt, name }: PhaseRow, { begun, toCome }: Names, now: Date): boolean {
  const hasBegun = begun.has(name);
  const isOwed = !hasBegun && toCome.has(name);
  return dueAt === null ? hasBegun : dueAt <= now && !isOwed;
}

/** The old init's open steps are cancelled; a job of it that is out drains first. */
function repeatInit(d: Draft): void {
  const { status, version } = d.batch;
  if (status === "detected" || planOf(d, version).init.length === 0) return;
  for (const row of executionsOf(d, 0)) {
    if (row.kind !== "init") continue;
    if (isOpenStep(row.status)) cancelRow(d, row, "superseded");
    else if (row.held) letGo(d, row);
  }
  if (status === "active") {
    record(d, "batch.init_dispatched", { from: status, to: "init_dispatched" });
    moveBatch(d, { to: "init_dispatched", cause: "init_rerun" });
  }
  addInit(d, version, 1);
}
