/** `drover events`: the log of everything, the newest first; with --follow as it is written. */
import type { EventRecord } from "../../../contract/http/events.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { lookOf } from "../../output/print.ts";
import { instantOf, type Moment } from "../../table/flag-values.ts";
import { followEvents } from "./follow-events.ts";
import { type EventForm, eventPrinter, printEvents } from "./print-events.ts";

export type EventsOptions = {
  readonly output: EventForm;
  readonly limit: number;
  readonly type?: string;
  readonly actor?: string;
  readonly since?: Moment;
  readonly follow?: boolean;
};

export function showEvents(context: Context, options: EventsOptions): Promise<CommandResult> {
  const { output, limit, type, actor, since, follow } = options;
  return connected(context, async (api) => {
    const nowMs = await api.nowMs();
    const from = since === undefined ? undefined : instantOf(since, nowMs);
    const isWanted = (event: EventRecord): boolean =>
      (type === undefined || event.type === type || event.type.startsWith(`${type}.`)) &&
      (actor === undefined || event.actor === actor);
    const look = lookOf(context, nowMs);
    if (follow === true) {
      const print = eventPrinter(context, output, look);
      return followEvents(context, api, { batchId: null, lastEventId: null, isWanted, print });
    }
    const events = await listed(api, ROUTES.listEvents, { query: { type, actor, from } }, limit);
    if (!events.ok) return events;
    printEvents(context, output, events.value.items, look);
    context.note(cutNote(events.value));
    return ok(EXIT.ok);
  });
}
