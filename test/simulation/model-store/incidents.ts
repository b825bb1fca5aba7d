/** Incidents, in the model. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type {
  Incident,
  IncidentDraft,
  IncidentFilters,
  Incidents,
} from "../../../runtime/store/incidents.ts";
import type { PlatformEvent } from "../../../runtime/store/records.ts";
import { type Change, drop, put } from "./change.ts";
import { read, write } from "./connection.ts";
import { claimKey, takeIds } from "./counters.ts";
import type { Connection } from "./database.ts";
import { keyOf } from "./keys.ts";
import { recordPlatform } from "./records.ts";

/** Attention of no batch. */
const PLATFORM = 0 as BatchId;
const subjectOf = (id: number): string => `incident:${id}`;
const isOpen = ({ closed }: Incident): boolean => closed === null;

export const incidentsOf = (connection: Connection): Incidents => ({
  open: (drafts) =>
    write(connection, [], (each) => {
      const events = drafts.flatMap((draft) => openOne(each, draft));
      recordPlatform(each, events);
      return events.length;
    }),
  list: (after, most) =>
    read(connection, ({ incidents }) =>
      [...incidents.values()]
        .filter((incident) => isOpen(incident) && incident.id > after)
        .sort((one, other) => one.id - other.id)
        .slice(0, most),
    ),
  read: (id) => read(connection, ({ incidents }) => incidents.get(id) ?? null),
  close: (id, how, by) =>
    write(connection, [], (each) => {
      const { tables, undo, now } = each;
      const found = tables.incidents.get(id);
      if (found === undefined || !isOpen(found)) return false;
      put(undo, tables.incidents, id, { ...found, closed: { at: now, how, by } });
      drop(undo, tables.attention, subjectOf(id));
      const cause = subjectOf(id);
      recordPlatform(each, [{ actor: by, cause, type: `incident.${how}`, detail: { id } }]);
      return true;
    }),
  count: (filters) =>
    read(connection, ({ incidents }) => {
      const asked = Object.entries(filters) as [keyof IncidentFilters, unknown][];
      const fits = (incident: Incident): boolean =>
        isOpen(incident) && asked.every(([name, value]) => incident[name] === value);
      return { count: [...incidents.values()].filter(fits).length, isCapped: false };
    }),
  openCount: () =>
    read(connection, ({ incidents }) => [...incidents.values()].filter(isOpen).length),
});

/** Its event; none when the incident is known, open or closed. */
function openOne(each: Change, draft: IncidentDraft): readonly PlatformEvent[] {
  const { topic, subscription, sequenceNumber, reason, batchId, envelope } = draft;
  const { tables, undo, now } = each;
  const place = keyOf("incident", topic, subscription, sequenceNumber);
  if (tables.unique.has(place)) return [];
  const id = takeIds(each, "incident");
  claimKey(each, place, id);
  put(undo, tables.incidents, id, { ...draft, id, openedAt: now, closed: null });
  const subject = subjectOf(id);
  put(undo, tables.attention, subject, {
    id: takeIds(each, "attention"),
    subject,
    batchId: PLATFORM,
    reason: `${topic}/${subscription} gave up message ${envelope.messageId}: ${reason}`,
    actions: ["redrive", "discard"],
    openedAt: now,
  });
  const { messageId } = envelope;
  const detail = { id, topic, subscription, sequenceNumber, messageId, reason, batchId };
  return [{ actor: "engine", cause: subject, type: "incident.opened", detail }];
}
