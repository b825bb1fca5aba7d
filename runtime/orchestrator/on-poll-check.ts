/** A polling step's interval has passed (M-043, O-013). A wake-up: the row's due time decides, so
 *  a check of a poll that has gone by finds nothing due. */
import type { PollCheck } from "../contract/messages/poll-check.ts";
import { type Handler, ofExecution } from "./handler.ts";

export const onPollCheck: Handler<PollCheck> = {
  guard: "state",
  turn: ({ batchId, stepExecutionId: executionId }, by) =>
    ofExecution(batchId, executionId, { kind: "timer", by, executionId }),
};
