/** Incidents, in SQLite. */
import type { IncidentDraft, Incidents } from "../incidents.ts";
import { closeIncident } from "../operations/incident/close-incident.ts";
import { countFitting } from "../operations/incident/count-fitting.ts";
import { countIncidents } from "../operations/incident/count-incidents.ts";
import { findIncident } from "../operations/incident/find-incident.ts";
import { draftCells, incidentOf } from "../operations/incident/incident-cells.ts";
import { insertIncident } from "../operations/incident/insert-incident.ts";
import { openIncidents } from "../operations/incident/open-incidents.ts";
import { readIncident } from "../operations/incident/read-incident.ts";
import { closeAttention } from "../operations/write/close-attention.ts";
import { openAttention } from "../operations/write/open-attention.ts";
import type { PlatformEvent } from "../records.ts";
import type { Access } from "./access.ts";
import { recordEvents } from "./platform-events.ts";
import type { Statements } from "./statements.ts";
import { totalIn } from "./total-in.ts";

const PLATFORM = 0;
const ACTIONS = JSON.stringify(["redrive", "discard"]);

const subjectOf = (id: number): string => `incident:${id}`;

export function incidentRows({ statements, writer, now, read }: Access): Incidents {
  return {
    open: (drafts) =>
      writer.write(() => {
        const at = now().toISOString();
        const events = drafts.flatMap((draft) => openOne(statements, draft, at));
        recordEvents(statements, events, at);
        return events.length;
      }),
    list: (after, most) => read(() => statements.all(openIncidents, [after, most]).map(incidentOf)),
    read: (id) => read(() => statements.all(readIncident, [id]).map(incidentOf)[0] ?? null),
    close: (id, how, by) =>
      writer.write(() => {
        const at = now().toISOString();
        if (statements.run(closeIncident, [at, how, by, id]) !== 1) return false;
        statements.run(closeAttention, [at, subjectOf(id), PLATFORM]);
        const event = { actor: by, cause: subjectOf(id), type: `incident.${how}`, detail: { id } };
        recordEvents(statements, [event], at);
        return true;
      }),
    count: ({ topic, subscription, batchId, reason }) =>
      read(() => {
        const cells = [topic ?? null, subscription ?? null, batchId ?? null, reason ?? null];
        return totalIn(statements, countFitting, cells);
      }),
    openCount: () => read(() => Number(statements.all(countIncidents, [])[0]?.[0])),
  };
}

/** Its event; none when the incident is known, open or closed. */
function openOne(
  statements: Statements,
  draft: IncidentDraft,
  at: string,
): readonly PlatformEvent[] {
  const { topic, subscription, sequenceNumber, reason, batchId, envelope } = draft;
  const { messageId } = envelope;
  if (statements.all(findIncident, [topic, subscription, sequenceNumber]).length > 0) return [];
  const id = Number(statements.all(insertIncident, [...draftCells(draft), at])[0]?.[0]);
  const why = `${topic}/${subscription} gave up message ${messageId}: ${reason}`;
  statements.run(openAttention, [subjectOf(id), PLATFORM, why, ACTIONS, at]);
  const detail = { id, topic, subscription, sequenceNumber, messageId, reason, batchId };
  return [{ actor: "engine", cause: subjectOf(id), type: "incident.opened", detail }];
}
