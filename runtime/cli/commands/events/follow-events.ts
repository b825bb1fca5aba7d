/** Prints events as they are written, until Ctrl-C. A broken connection is taken up again behind
 *  the last event that was seen. */
import type { EventRecord } from "../../../contract/http/events.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import type { Api } from "../../client/api.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";

type Follow = {
  readonly batchId: number | null;
  /** What it goes on behind; null: from now on. */
  readonly lastEventId: string | null;
  readonly isWanted: (event: EventRecord) => boolean;
  readonly print: (event: EventRecord) => void;
};

export async function followEvents(
  context: Context,
  api: Api,
  { batchId, lastEventId, isWanted, print }: Follow,
): Promise<CommandResult> {
  const signal = context.world.interrupts();
  const following = {
    lastEventId,
    signal,
    onBegin: () => context.note("Following; Ctrl-C stops it.\n"),
    onReconnect: () => context.note("The connection broke; it is taken up again.\n"),
  };
  const events =
    batchId === null
      ? api.follow(ROUTES.streamEvents, {}, following)
      : api.follow(ROUTES.streamBatchEvents, { path: { id: batchId } }, following);
  for await (const event of events) {
    if (!event.ok) return event;
    if (isWanted(event.value.data)) print(event.value.data);
  }
  return ok(EXIT.interrupted);
}
