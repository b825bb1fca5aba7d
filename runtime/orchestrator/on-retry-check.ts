/** A failed step's wait is over (M-043, M-076). A wake-up: the row's due time decides, so a check
 *  after a cancel, or of a retry that has gone by, finds nothing due (M-087). */
import type { RetryCheck } from "../contract/messages/retry-check.ts";
import { type Handler, ofExecution } from "./handler.ts";

export const onRetryCheck: Handler<RetryCheck> = {
  guard: "state",
  turn: ({ batchId, stepExecutionId: executionId }, by) =>
    ofExecution(batchId, executionId, { kind: "timer", by, executionId }),
};
