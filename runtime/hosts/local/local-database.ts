/** The one file of a local host in which everything lies that must last. */
import { join } from "node:path";
import type { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { LOG_BYTES } from "../../store/sqlite/database.ts";
import { failureOf } from "../../store/sqlite/sqlite-failure.ts";
import type { Clock } from "../../time/clock.ts";
import { type Exchange, openExchange } from "../embedded/open-exchange.ts";

type LocalDatabaseParts = {
  readonly folder: string;
  readonly clock: Clock;
  readonly nextId: () => string;
  readonly complain: (sentence: string) => void;
};

export async function openLocalDatabase(
  { folder, clock, nextId, complain }: LocalDatabaseParts,
  workerId: WorkerId,
): Promise<Result<Exchange, string>> {
  const path = join(folder, "drover.db");
  const observe = ({ kind, topic }: { readonly kind: string; readonly topic: string }) =>
    complain(`bus: ${kind} on ${topic}`);
  try {
    const workerIds = [workerId];
    return ok(await openExchange({ path, clock, nextId, workerIds, logBytes: LOG_BYTES, observe }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    const why = failure.kind === "unavailable" ? failure.reason : `it is ${failure.kind}`;
    return fail(
      `The database ${path} cannot be opened: ${why}. Free the disk or put a copy of it back; ` +
        "without the file Drover begins anew.",
    );
  }
}
