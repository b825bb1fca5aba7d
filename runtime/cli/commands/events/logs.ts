/** `drover logs`: the log of one batch, the oldest first; with --follow it goes on. */
import type { EventRecord } from "../../../contract/http/events.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { lookOf } from "../../output/print.ts";
import { followEvents } from "./follow-events.ts";
import { type EventForm, eventPrinter, printEvents } from "./print-events.ts";

export type LogsOptions = {
  readonly output: EventForm;
  readonly limit: number;
  readonly type?: string;
  readonly member?: string;
  readonly follow?: boolean;
};

export function showLogs(
  context: Context,
  word: string,
  { output, limit, type, member, follow }: LogsOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const found = member === undefined ? ok(null) : await findMember(api, id.value, member);
    if (!found.ok) return found;
    const memberId = found.value?.id;
    const look = lookOf(context, await api.nowMs());
    // What is written while the list is read comes by the stream: it begins where this read began.
    const begin = follow === true ? await newestSeq(api, id.value) : ok(0);
    if (!begin.ok) return begin;
    // The newest so many, told in the order they happened.
    const query = { order: "newest", type, memberId };
    const asked = { path: { id: id.value }, query };
    const events = await listed(api, ROUTES.listBatchEvents, asked, limit);
    if (!events.ok) return events;
    const told = events.value.items.toReversed();
    context.note(cutNote(events.value, "The last"));
    if (follow !== true) {
      printEvents(context, output, told, look);
      return ok(EXIT.ok);
    }
    const print = eventPrinter(context, output, look);
    for (const event of told) print(event);
    const lastSeq = told.at(-1)?.seq ?? 0;
    const isWanted = (event: EventRecord): boolean =>
      event.seq > lastSeq &&
      (type === undefined || event.type === type || event.type.startsWith(`${type}.`)) &&
      (memberId === undefined || event.memberId === memberId);
    const lastEventId = String(begin.value);
    return followEvents(context, api, { batchId: id.value, lastEventId, isWanted, print });
  });
}

async function newestSeq(api: Api, id: number): Promise<Result<number, CliError>> {
  const newest = await listed(
    api,
    ROUTES.listBatchEvents,
    { path: { id }, query: { order: "newest" } },
    1,
  );
  return newest.ok ? ok(newest.value.items[0]?.seq ?? 0) : newest;
}
