/** Questions about rows that several checkers ask, each answered from the rows alone. */
import type { MemberId } from "../../../runtime/contract/ids.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import { isOpenStep } from "../../../runtime/domain/engine/statuses.ts";
import type { BatchRows, Change, Commit } from "./commit.ts";

/** Still holds its parents open. */
export const isHolding = ({ status, held }: ExecutionRow): boolean => held || isOpenStep(status);

export const isUndoing = ({ kind }: ExecutionRow): boolean =>
  kind === "rollback" || kind === "removal";

export const isPast = ({ status, skipped }: ExecutionRow): boolean =>
  status === "succeeded" || skipped;

export function executionsOf(rows: BatchRows, memberId: MemberId | 0): readonly ExecutionRow[] {
  const ids = rows.ofMember.get(memberId) ?? [];
  return ids.flatMap((id) => rows.executions.get(id) ?? []);
}

/** A job went out in this commit: for a first or further attempt, or for a poll. */
export const wasSent = ({ before, after }: Change<ExecutionRow>): boolean =>
  after.outstanding &&
  (before === null ||
    !before.outstanding ||
    before.attempt !== after.attempt ||
    before.pollCount !== after.pollCount);

export const sentIn = (commit: Commit): readonly ExecutionRow[] =>
  commit.executions.filter(wasSent).map(({ after }) => after);

export const told = ({ id, kind, status, attempt, pollCount }: ExecutionRow): string =>
  `${kind} ${id} (${status}, attempt ${attempt}, poll ${pollCount})`;
