/** Events in the form that was asked for: all at once, or one by one as they come. */
import type { EventRecord } from "../../../contract/http/events.ts";
import type { Context } from "../../context.ts";
import { type Column, type Look, listTabs } from "../../output/columns.ts";
import { jsonLines, jsonText } from "../../output/json.ts";
import { yamlText } from "../../output/yaml.ts";
import { eventLine } from "./event-line.ts";

export type EventForm = "text" | "json" | "jsonl" | "yaml" | "tsv";

const COLUMNS: readonly Column<EventRecord>[] = [
  { heading: "AT", of: ({ at }) => at },
  { heading: "BATCH", of: ({ batchId }) => batchId },
  { heading: "SEQ", of: ({ seq }) => seq },
  { heading: "TYPE", of: ({ type }) => type },
  { heading: "PHASE", of: ({ phaseName }) => phaseName },
  { heading: "STEP", of: ({ stepName }) => stepName },
  { heading: "MEMBER", of: ({ memberKey }) => memberKey },
  { heading: "FROM", of: ({ from }) => from },
  { heading: "TO", of: ({ to }) => to },
  { heading: "ACTOR", of: ({ actor }) => actor },
];

export function printEvents(
  context: Context,
  form: EventForm,
  events: readonly EventRecord[],
  look: Look,
): void {
  if (form === "text" && events.length === 0) context.note("Nothing has happened yet.\n");
  context.out(FORMS[form](events, look));
}

const FORMS: Readonly<Record<EventForm, (events: readonly EventRecord[], look: Look) => string>> = {
  json: jsonText,
  jsonl: jsonLines,
  yaml: yamlText,
  tsv: (events) => listTabs(events, COLUMNS),
  text: (events, look) => events.map((event) => eventLine(event, look, false)).join(""),
};

/** While following, one JSON object a line is the only JSON that makes sense. */
export const eventPrinter =
  (context: Context, form: EventForm, look: Look) =>
  (event: EventRecord): void =>
    context.out(form === "text" ? eventLine(event, look, true) : jsonLines([event]));
