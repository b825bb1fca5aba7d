/** `drover batch watch`: follows a batch to its end; the exit code tells how it ended. */
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { type WatchOptions, watchBatch } from "./watch-batch.ts";

export function watch(
  context: Context,
  word: string,
  options: WatchOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    return id.ok ? watchBatch(context, api, id.value, options) : id;
  });
}
