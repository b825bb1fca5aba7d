/** Columns that no decision is made by and people read: when a member came, left or failed, when
 *  init began. They follow from what a decision changes. `holds_key` does too: whether a member
 *  is active in a batch that has not ended. */
import type { BatchStatus } from "../../../contract/statuses.ts";
import { LIVE_BATCH_STATUSES } from "../../../domain/batch.ts";
import type { MemberRow } from "../../../domain/engine/rows.ts";
import type { Patch } from "../../../domain/engine/writes.ts";
import type { Cell } from "../columns.ts";

type Cells = readonly (readonly [column: string, cell: Cell])[];

const NOTHING: Cells = [];

export function derivedCells(patch: Patch, now: string): Cells {
  if (patch.table === "executions") return NOTHING;
  if (patch.table === "members")
    return [...ofStatus(patch.set.status, now), ...ofData(patch.set, now)];
  if (patch.table !== "batches" || patch.set.status !== "init_dispatched") return [];
  return [["init_dispatched_at", now]];
}

const ofStatus = (status: MemberRow["status"] | undefined, now: string): Cells =>
  status === undefined
    ? []
    : [
        ["holds_key", status === "active" ? 1 : 0],
        ["removed_at", status === "removed" ? now : null],
        ["failed_at", status === "failed" ? now : null],
      ];

const ofData = ({ data }: Partial<MemberRow>, now: string): Cells =>
  data === undefined ? [] : [["refreshed_at", now]];

/** Beside the member's own columns, when it is inserted. */
export const MEMBER_EXTRAS = ["runbook_name", "holds_key", "added_at"] as const;

export const memberExtras = ({ status }: MemberRow, runbookName: string, now: string): Cell[] => [
  runbookName,
  status === "active" ? 1 : 0,
  now,
];

const LIVE: ReadonlySet<BatchStatus> = new Set(LIVE_BATCH_STATUSES);

/** What becomes of its members' keys when a batch ends or is opened again. */
export function keysAfter({ expect, set }: Extract<Patch, { table: "batches" }>): 0 | 1 | null {
  if (expect.status === undefined || set.status === undefined) return null;
  if (LIVE.has(expect.status) === LIVE.has(set.status)) return null;
  return LIVE.has(set.status) ? 1 : 0;
}
