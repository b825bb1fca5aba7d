/** Rows of members and the keys they hold. */
import { MEMBER_STATUSES } from "../../../runtime/contract/statuses.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import { type Change, put } from "./change.ts";
import { check, refuseTaken } from "./constraints.ts";
import { claimKey, freeKey } from "./counters.ts";
import { keyOf } from "./keys.ts";
import type { BatchRows } from "./tables.ts";

export function insertMember(change: Change, rows: BatchRows, row: MemberRow): void {
  check(MEMBER_STATUSES, row.status);
  claimKey(change, `member ${row.id}`, row.batchId);
  refuseTaken(rows.members.has(row.id), `member ${row.id}`);
  refuseTaken(rows.memberOfKey.has(row.key), keyOf("member", row.batchId, row.key));
  put(change.undo, rows.memberOfKey, row.key, row.id);
  put(change.undo, rows.members, row.id, row);
  holdKey(change, rows, row, row.status === "active");
}

/** A member active in a batch that has not ended is in no other batch of its runbook (I2). */
export function holdKey(change: Change, rows: BatchRows, row: MemberRow, holds: boolean): void {
  const key = heldKey(rows, row);
  if (holds) claimKey(change, key, row.id);
  else freeKey(change, key, row.id);
}

export const heldKey = ({ batch }: BatchRows, { key }: Pick<MemberRow, "key">): string =>
  keyOf("held", batch.runbookName, key);
