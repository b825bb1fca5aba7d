/** The job that a test calls a function for. */
import { BatchId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../../runtime/contract/job-id.ts";
import type { FunctionContext } from "../../../../runtime/worker/function.ts";

export const CONTEXT: FunctionContext = {
  jobId: formatJobId({
    kind: "step",
    stepExecutionId: StepExecutionId.parse(1),
    attempt: 1,
    poll: 0,
  }),
  batchId: BatchId.parse(1),
  attempt: 1,
  poll: 0,
  signal: new AbortController().signal,
};
