/** Events to the text of their row and back. An event is the list of its parts, in this order; the
 *  view `events` names them by their places. */
import type { EventDraft } from "../../../domain/engine/decision.ts";
import type { LoggedEvent } from "../../records.ts";
import { type Cell, json, plain } from "../columns.ts";

type Parts = readonly [
  actor: EventDraft["actor"],
  cause: EventDraft["cause"],
  type: EventDraft["type"],
  memberId: EventDraft["memberId"],
  executionId: EventDraft["executionId"],
  phaseId: EventDraft["phaseId"],
  from: EventDraft["from"],
  to: EventDraft["to"],
  next: EventDraft["next"],
  detail: EventDraft["detail"],
];

const partsOf = (event: EventDraft): Parts => [
  event.actor,
  event.cause,
  event.type,
  event.memberId,
  event.executionId,
  event.phaseId,
  event.from,
  event.to,
  event.next,
  event.detail,
];

export const eventsText = (events: readonly EventDraft[]): string =>
  JSON.stringify(events.map(partsOf));

const BATCH = plain<LoggedEvent["batchId"]>("batch_id");
const EVENTS = json<readonly Parts[]>("events_json");

/** From cells in the order in which `read-events` selects them. */
export function eventsOf(cells: readonly Cell[]): readonly LoggedEvent[] {
  const [batch = null, first, at, events = null] = cells;
  const batchId = BATCH.read(batch);
  const time = new Date(String(at));
  return EVENTS.read(events).map((parts, index) => {
    const [actor, cause, type, memberId, executionId, phaseId, from, to, next, detail] = parts;
    const seq = Number(first) + index;
    const subject = { memberId, executionId, phaseId };
    return { batchId, seq, at: time, actor, cause, type, ...subject, from, to, next, detail };
  });
}
