/** One call of one function for one worker (M-045). */
import { z } from "zod";
import { fieldsOf, readFields } from "../fields.ts";
import { WorkerId } from "../identifiers.ts";
import { BatchId } from "../ids.ts";
import { type JsonText, readJson } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { FunctionName } from "../manifest.ts";
import { fail, ok, type Result } from "../result.ts";
import { checkSchema } from "../schema-check.ts";
import { Correlation, correlationFields, type JobRound, jobRound, Round } from "./correlation.ts";
import type { MessageFailure } from "./failure.ts";
import { type MessageFormat, writeEnvelope } from "./format.ts";
import { JobMarks } from "./job-marks.ts";
import { ownJob } from "./own-messages.ts";

const JobBody = z.object({
  jobId: z.string().max(LIMITS.messageIdChars),
  batchId: BatchId,
  workerId: WorkerId,
  functionName: FunctionName,
  parameters: z.record(z.string(), z.unknown()),
  ...Round,
  correlationData: Correlation,
  /** Ours: what of the job nobody may be shown. */
  sensitive: JobMarks.nullable().exactOptional(),
});

export type WorkerJob = Readonly<Omit<z.output<typeof JobBody>, keyof JobRound>> & JobRound;

const fields = fieldsOf(JobBody, { correlationData: correlationFields });

export const workerJob: MessageFormat<WorkerJob> = {
  read: readJob,
  write: (job, wire = "camel") => writeEnvelope(job, fields, wire),
};

function readJob(body: JsonText): Result<WorkerJob, MessageFailure> {
  const json = readJson(body, LIMITS.messageBytes);
  if (!json.ok) return json;
  const own = ownJob(json.value);
  if (own !== null) return ok(own as WorkerJob);
  const envelope = readFields(json.value, fields);
  if (!envelope.ok) return envelope;
  const job = checkSchema(JobBody, envelope.value);
  if (!job.ok) return fail({ kind: "invalid", problems: job.error });
  const round = jobRound(job.value);
  if (!round.ok) return fail({ kind: "invalid", problems: round.error });
  return ok({ ...job.value, ...round.value });
}
