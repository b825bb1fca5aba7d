/** `drover incident show`: an incident with its message. */
import type { IncidentDetail } from "../../../contract/http/incidents.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Look } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { visibleText } from "../../output/visible.ts";

export function showIncident(
  context: Context,
  incidentId: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const incident = await api.call(ROUTES.getIncident, { path: { incidentId } });
    if (!incident.ok) return incident;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, incident.value, (shown) => incidentText(shown, look));
    if (incident.value.closed === null)
      context.note(
        `Send it again with \`drover incident redrive ${incidentId}\`, ` +
          `or let it go with \`drover incident discard ${incidentId}\`\n`,
      );
    return ok(EXIT.ok);
  });
}

function incidentText(incident: IncidentDetail, look: Look): string {
  const { closed } = incident;
  const facts = factLines(
    [
      ["Incident", incident.id],
      ["Queue", `${incident.topic}/${incident.subscription}`],
      ["Message", incident.messageId],
      ["Type", incident.messageType],
      ["Batch", incident.batchId],
      ["Reason", incident.reason],
      ["Because", incident.description],
      ["Opened", timeFact(incident.openedAt, look)],
      ["Closed", closed && `${closed.how} by ${closed.by}, ${timeFact(closed.at, look)}`],
      ...Object.entries(incident.properties).map(([name, value]) => [name, String(value)] as const),
    ],
    look,
  );
  return `${facts}\n${visibleText(incident.body)}\n`;
}
