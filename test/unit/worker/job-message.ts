/** Jobs as the engine sends them. */
import type { Outgoing } from "../../../runtime/bus/message.ts";
import { RunbookName, WorkerId } from "../../../runtime/contract/identifiers.ts";
import { BatchId, RunbookVersion } from "../../../runtime/contract/ids.ts";
import { JobId, parseJobId } from "../../../runtime/contract/job-id.ts";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { JobMarks } from "../../../runtime/contract/messages/job-marks.ts";
import { jobProperties } from "../../../runtime/contract/messages/properties.ts";
import { workerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export type JobDraft = {
  readonly id?: string;
  readonly name?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sensitive?: JobMarks;
  /** In the body; the message is routed to `west` in any case. */
  readonly worker?: string;
  readonly over?: Partial<Outgoing>;
};

export function jobMessage(draft: JobDraft): Outgoing {
  const { id = "step-1-attempt-1", name = "Invoke-Script", params = {}, worker = "west" } = draft;
  const round = parseJobId(id);
  if (round === null) throw new Error(`${id} is no job id`);
  const body = workerJob.write({
    ...round,
    jobId: JobId.parse(id),
    batchId: BatchId.parse(3),
    workerId: WorkerId.parse(worker),
    functionName: FunctionName.parse(name),
    parameters: params,
    correlationData: {
      stepExecutionId: round.stepExecutionId,
      isInitStep: false,
      runbookName: RunbookName.parse("mailboxes"),
      runbookVersion: RunbookVersion.parse(2),
      batchId: BatchId.parse(3),
    },
    ...(draft.sensitive === undefined ? {} : { sensitive: draft.sensitive }),
  });
  return {
    messageId: MessageId.parse(id),
    body: answerOf(body),
    properties: jobProperties(WorkerId.parse("west"), null),
    ...draft.over,
  };
}
