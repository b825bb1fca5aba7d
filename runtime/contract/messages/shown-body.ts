/** The body of a message as people may see it: without what its job's marks name, and without what
 *  looks like a secret. Jobs and results say themselves what is marked in them. */
import { hideMarked } from "../marked-values.ts";
import { pickFields, withFields } from "../result-fields.ts";
import { SECRET_MARK } from "../secret.ts";
import { hideLooks } from "../secret-patterns.ts";
import { workerJob } from "./worker-job.ts";
import { workerResult } from "./worker-result.ts";

/** One that has marks and cannot be read is not shown at all. */
const HAS_MARKS = /"sensitive"/i;

export function shownBody(topic: string, body: string): string {
  if (!HAS_MARKS.test(body)) return hideLooks(body);
  if (topic === "worker-jobs") return hideLooks(shownJob(body) ?? SECRET_MARK);
  return hideLooks(topic === "worker-results" ? (shownResult(body) ?? SECRET_MARK) : body);
}

function shownJob(body: string): string | null {
  const job = workerJob.read(body);
  if (!job.ok) return null;
  const { parameters, sensitive } = job.value;
  if (sensitive == null) return body;
  const { params, results } = sensitive;
  return written(
    workerJob.write({
      ...job.value,
      parameters: hideMarked(parameters, new Set(params)),
      sensitive: { params, results, values: [] },
    }),
  );
}

function shownResult(body: string): string | null {
  const read = workerResult.read(body);
  if (!read.ok) return null;
  const { outcome, sensitive } = read.value;
  if (sensitive === undefined || outcome.kind === "failed") return body;
  const fields = hideMarked(pickFields(outcome.result, sensitive), new Set(sensitive));
  const result = withFields(outcome.result, fields);
  const shown =
    outcome.kind === "succeeded" ? { ...outcome, result } : { ...outcome, result: Object(result) };
  return written(workerResult.write({ ...read.value, outcome: shown }));
}

const written = (text: ReturnType<typeof workerJob.write>): string | null =>
  text.ok ? text.value : null;
