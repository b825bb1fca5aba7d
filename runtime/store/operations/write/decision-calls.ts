/** The meaning of a decision in a database: the calls that write it, in order. Pure, and the same
 *  for every dialect; `apply` of the core says in memory what this says in SQL (Law 2). */
import type { Patch } from "../../../domain/engine/writes.ts";
import type { LockedBatch } from "../../loaded.ts";
import type { DecidedRows } from "../../unit.ts";
import { bulkCalls } from "./bulk-calls.ts";
import { type Call, once } from "./call.ts";
import { closeAttention } from "./close-attention.ts";
import { keysAfter } from "./derived-cells.ts";
import { eventCalls } from "./event-calls.ts";
import { holdKeys } from "./hold-keys.ts";
import { insertCalls } from "./insert-calls.ts";
import { insertRows } from "./insert-rows.ts";
import { openAttention } from "./open-attention.ts";
import { patchCalls } from "./patch-calls.ts";

export const insertTransitions = insertRows("batch_transitions", [
  "batch_id",
  "from_version",
  "to_version",
  "at",
]);

/** `eventSeq` is the batch's last number: that of the lock, or further on when an earlier decision
 *  of the same unit was about the same batch. */
export function decisionCalls(
  decision: DecidedRows,
  { id, runbookName }: LockedBatch,
  eventSeq: number,
  at: Date,
): readonly Call[] {
  const now = at.toISOString();
  return [
    ...insertCalls(decision.inserts, runbookName, now),
    ...patchCalls(decision.patches, decision.counters, id, now),
    ...followingBatches(decision.patches, now),
    ...decision.bulk.flatMap((bulk) => bulkCalls(bulk, id)),
    ...decision.attention.map((draft): Call => {
      if (draft.kind === "close") return once(closeAttention, now, draft.subject, id);
      const { subject, reason, actions, openedAt } = draft;
      const opened = openedAt.toISOString();
      return once(openAttention, subject, id, reason, JSON.stringify(actions), opened);
    }),
    ...eventCalls(decision.events, id, eventSeq, now),
  ];
}

function followingBatches(patches: readonly Patch[], now: string): readonly Call[] {
  const calls: Call[] = [];
  for (const patch of patches) {
    if (patch.table === "batches") calls.push(...batchCalls(patch, now));
  }
  return calls;
}

/** What follows for others when the batch itself changes. */
function batchCalls(patch: Extract<Patch, { table: "batches" }>, now: string): readonly Call[] {
  const keys = keysAfter(patch);
  const id = Number(patch.id);
  const from = patch.expect.version;
  const to = patch.set.version;
  return [
    ...(keys === null ? [] : [once(holdKeys, keys, id)]),
    ...(from === undefined || to === undefined ? [] : [once(insertTransitions, id, from, to, now)]),
  ];
}
