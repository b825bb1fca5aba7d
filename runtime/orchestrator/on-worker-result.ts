/** A worker has answered a job (M-046). */
import type { WorkerResult } from "../contract/messages/worker-result.ts";
import { type Handler, ofExecution } from "./handler.ts";

export const onWorkerResult: Handler<WorkerResult> = {
  guard: "triple",
  turn: (result, by) => {
    const { batchId, stepExecutionId } = result.correlationData;
    return ofExecution(batchId, stepExecutionId, { kind: "worker-result", by, result });
  },
};
