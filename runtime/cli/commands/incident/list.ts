/** `drover incident list`: messages that the bus gave up, the oldest first. */
import type { Incident } from "../../../contract/http/incidents.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { cutNote, listed } from "../../client/pages.ts";
import { incidentsLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { filtersOf, type IncidentFilters } from "./filters.ts";

export type ListOptions = IncidentFilters & { readonly output: ListForm; readonly limit: number };

const COLUMNS: readonly Column<Incident>[] = [
  { heading: "ID", of: ({ id }) => id, kind: "number" },
  { heading: "OPENED", of: ({ openedAt }) => openedAt, kind: "time" },
  { heading: "QUEUE", of: ({ topic, subscription }) => `${topic}/${subscription}` },
  { heading: "MESSAGE", of: ({ messageType, messageId }) => messageType ?? messageId },
  { heading: "BATCH", of: ({ batchId }) => batchId, kind: "number" },
  { heading: "REASON", of: ({ reason }) => reason, tone: () => "bad" },
  { heading: "DESCRIPTION", of: ({ description }) => description },
];

export function listIncidents(context: Context, options: ListOptions): Promise<CommandResult> {
  return connected(context, async (api) => {
    const query = filtersOf(options);
    const incidents = await listed(api, ROUTES.listIncidents, { query }, options.limit);
    if (!incidents.ok) return incidents;
    printList(context, options.output, {
      items: incidents.value.items,
      columns: COLUMNS,
      nowMs: await api.nowMs(),
      empty: "No incident is open: no message was given up.",
    });
    context.note(cutNote(incidents.value));
    if (incidents.value.items.length > 0) context.note(`Open ${incidentsLink(api.url)}\n`);
    return ok(EXIT.ok);
  });
}
