/** Rows and events as cases write them. */
import { MemberKey } from "../../../runtime/contract/identifiers.ts";
import { type BatchId, MemberId } from "../../../runtime/contract/ids.ts";
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";

export const memberRow = (
  batchId: BatchId,
  id: number,
  key: string,
  given: Partial<MemberRow> = {},
): MemberRow => ({
  id: MemberId.parse(id),
  batchId,
  key: MemberKey.parse(key),
  ordinal: id,
  generation: 1,
  status: "active",
  currentExecutionId: 0,
  waitsFor: null,
  removalApproved: false,
  data: new Map(),
  workerData: new Map(),
  ...given,
});

export const event = (type: string): EventDraft => ({
  actor: "test",
  cause: "test",
  type,
  memberId: 0,
  executionId: 0,
  phaseId: 0,
  from: null,
  to: null,
  next: 0,
  detail: { why: type },
});

export const counted = (batchId: BatchId, eventSeq: number) =>
  ({ table: "batches", id: batchId, add: { eventSeq } }) as const;
