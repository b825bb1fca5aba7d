/** I26: a batch follows one version at a time, upwards, and each change is told. What has not begun
 *  under the old version never does; of the new one, what was due already is passed over when the
 *  version says so, and only then; but not what was still to come and had never begun. When all is
 *  calm every batch has heard of the latest. */
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";

/** A phase without a due time is past when one of its name had begun. */
function isPast({ dueAt, name, version }: PhaseRow, { rows, phases, at }: Commit): boolean {
  const isEarlier = (row: PhaseRow): boolean => row.name === name && row.version < version;
  const hasBegun = [...rows.phases.values()].some(
    (row) => isEarlier(row) && row.dispatchedAt !== null,
  );
  // Replaced by this commit: it was still to come.
  const isOwed = phases.some(({ after }) => isEarlier(after) && after.status === "superseded");
  return dueAt === null ? hasBegun : dueAt <= at && (hasBegun || !isOwed);
}

function wronglyPassed(commit: Commit, detail: Commit["events"][number]["detail"]): string | null {
  const isIgnored = detail?.["overdue"] === "ignore";
  for (const { before, after } of commit.phases) {
    if (before !== null || after.version !== detail?.["to"]) continue;
    const isPassedOver = after.skippedFor === "overdue_ignored";
    if (isPassedOver === (isIgnored && isPast(after, commit))) continue;
    return `phase ${after.id} is ${after.status} and overdue ones are to be ${detail["overdue"]}d`;
  }
  return null;
}

const PAUSING: ReadonlySet<string> = new Set(["phase.paused", "phase.resumed", "batch.cancelled"]);

/** A phase that somebody had paused and that runs under the new version; null where the same commit
 *  paused or resumed anything. */
function unpaused({ phases, rows, events, batch }: Commit): PhaseRow | null {
  if (events.some(({ type }) => PAUSING.has(type)) || !isLiveBatch(batch.after.status)) return null;
  const changed = new Map(phases.map(({ before, after }) => [after.id, before]));
  const old = [...rows.phases.values()].map((row) => changed.get(row.id) ?? row);
  const made = new Set(phases.flatMap(({ before, after }) => (before === null ? after.id : [])));
  const paused = old.filter((row) => !made.has(row.id) && row.paused && isOpenPhase(row));
  const names = new Set(paused.map(({ name }) => name));
  return (
    [...rows.phases.values()].find(
      (row) => made.has(row.id) && names.has(row.name) && !row.paused,
    ) ?? null
  );
}

const isOpenPhase = ({ status }: PhaseRow): boolean =>
  status === "pending" || status === "dispatched";

export const oneVersion: Checker = {
  id: "I26",
  open: (scene, violate) => ({
    onCommit: (commit) => {
      const { rows, events } = commit;
      const { before, after } = commit.batch;
      if (before === null || before.version === after.version) return;
      scene.reached("version-taken-over");
      if (after.version < before.version)
        violate(`batch ${after.id} went back to ${after.version}`);
      for (const { id, status, version } of rows.phases.values()) {
        if (status === "pending" && version < after.version)
          violate(`phase ${id} of version ${version} is still to begin`);
      }
      const told = events.findLast(({ type }) => type === "batch.version");
      if (told === undefined) violate(`batch ${after.id} changed its version and nothing says so`);
      const free = unpaused(commit);
      if (free !== null) violate(`phase ${free.id} was paused and runs under a new version`);
      if (commit.phases.some(({ before, after: row }) => before === null && row.paused)) {
        scene.reached("pause-outlived-its-version");
      }
      const wrong = told === undefined ? null : wronglyPassed(commit, told.detail);
      if (wrong !== null) violate(wrong);
    },
    onEnd: ({ isCalm, batches, activeVersion }) => {
      for (const { batch } of isCalm ? batches : []) {
        const isUnderWay = isLiveBatch(batch.status) && batch.finalize === "waiting";
        if (isUnderWay && batch.version < activeVersion)
          violate(`batch ${batch.id} never heard of version ${activeVersion}`);
      }
    },
  }),
};
