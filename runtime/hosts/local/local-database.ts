/** The one file of a local host in which everything lies that must last. */
import { join } from "node:path";
import type { WorkerId } from "../../contract/identifiers.ts";
import type { Result } from "../../contract/result.ts";
import { LOG_BYTES } from "../../store/sqlite/database.ts";
import type { Clock } from "../../time/clock.ts";
import { type Exchange, tryExchange } from "../embedded/open-exchange.ts";

type LocalDatabaseParts = {
  readonly folder: string;
  readonly clock: Clock;
  readonly nextId: () => string;
  readonly complain: (sentence: string) => void;
};

export function openLocalDatabase(
  { folder, clock, nextId, complain }: LocalDatabaseParts,
  workerId: WorkerId,
): Promise<Result<Exchange, string>> {
  const path = join(folder, "drover.db");
  const observe = ({ kind, topic }: { readonly kind: string; readonly topic: string }) =>
    complain(`bus: ${kind} on ${topic}`);
  return tryExchange({
    path,
    clock,
    nextId,
    workerIds: [workerId],
    logBytes: LOG_BYTES,
    observe,
  });
}
