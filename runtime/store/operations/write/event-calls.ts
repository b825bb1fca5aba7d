/** The events of a decision, numbered on from the batch's last: without gaps, because the numbers
 *  are given out under the batch's lock and written in the commit that counts them (I29). */
import type { EventDraft } from "../../../domain/engine/decision.ts";
import { eventsText } from "../record/event-cells.ts";
import type { Call } from "./call.ts";
import { insertRows } from "./insert-rows.ts";

export const insertEvents = insertRows("event_chunks", [
  "batch_id",
  "last_seq",
  "first_seq",
  "at",
  "events_json",
]);

/** Whoever reads a page of events reads whole rows. */
const EVENTS_PER_ROW_MAX = 1_000;

export function eventCalls(
  events: readonly EventDraft[],
  batchId: number,
  after: number,
  now: string,
): readonly Call[] {
  const rows = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_ROW_MAX) {
    const some = events.slice(from, from + EVENTS_PER_ROW_MAX);
    const first = after + from + 1;
    rows.push([batchId, first + some.length - 1, first, now, eventsText(some)]);
  }
  return rows.length === 0 ? [] : [{ operation: insertEvents, rows, mustMove: true }];
}
