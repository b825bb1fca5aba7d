/** Incidents, from and to cells. */
import { MessageId } from "../../../contract/message-id.ts";
import type { Properties } from "../../../contract/messages/properties.ts";
import type { ClosedIncident, Incident, IncidentDraft } from "../../incidents.ts";
import { type Cell, json, plain } from "../columns.ts";

const PROPERTIES = json<Properties>("properties_json");
const BATCH = plain<IncidentDraft["batchId"]>("batch_id");
const HOW = plain<ClosedIncident["how"]>("closed_how");

/** In the order of `DRAFT_COLUMNS`. */
export const draftCells = (draft: IncidentDraft): readonly Cell[] => [
  draft.topic,
  draft.subscription,
  draft.sequenceNumber,
  draft.envelope.messageId,
  draft.envelope.body,
  PROPERTIES.write(draft.envelope.properties),
  draft.reason,
  draft.description,
  draft.batchId,
];

/** In the order of `INCIDENT_COLUMNS`. */
export function incidentOf(cells: readonly Cell[]): Incident {
  const at = (index: number): Cell => cells[index] ?? null;
  return {
    id: Number(at(0)),
    topic: String(at(1)),
    subscription: String(at(2)),
    sequenceNumber: Number(at(3)),
    envelope: {
      messageId: MessageId.parse(at(4)),
      body: String(at(5)),
      properties: PROPERTIES.read(at(6)),
    },
    reason: String(at(7)),
    description: String(at(8)),
    batchId: BATCH.read(at(9)),
    openedAt: new Date(String(at(10))),
    closed: closedOf(at(11), at(12), at(13)),
  };
}

const closedOf = (at: Cell, how: Cell, by: Cell): ClosedIncident | null =>
  at === null ? null : { at: new Date(at), how: HOW.read(how), by: String(by) };
