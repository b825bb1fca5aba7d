/** The events of a decision, numbered on from the batch's last: without gaps, because the numbers
 *  are given out under the batch's lock and written in the commit that counts them (I29). */
import type { EventDraft } from "../../../domain/engine/decision.ts";
import type { Cell } from "../columns.ts";
import type { Call } from "./call.ts";
import { insertRows } from "./insert-rows.ts";

export const insertEvents = insertRows("events", [
  "batch_id",
  "seq",
  "at",
  "actor",
  "cause",
  "type",
  "member_id",
  "execution_id",
  "phase_id",
  "from_status",
  "to_status",
  "next_id",
  "detail_json",
]);

export function eventCalls(
  events: readonly EventDraft[],
  batchId: number,
  after: number,
  now: string,
): readonly Call[] {
  if (events.length === 0) return [];
  const rows = events.map((event, index): Cell[] => [
    batchId,
    after + index + 1,
    now,
    event.actor,
    event.cause,
    event.type,
    event.memberId,
    event.executionId,
    event.phaseId,
    event.from,
    event.to,
    event.next,
    event.detail === null ? null : JSON.stringify(event.detail),
  ]);
  return [{ operation: insertEvents, rows, mustMove: true }];
}
