/** A job of which something is marked as sensitive, and what its function answers: nothing of it
 *  is told on by value, but for the marked fields of the result, which go on to later steps. */
import { hidingValues, textsIn } from "../contract/marked-values.ts";
import type { JobMarks } from "../contract/messages/job-marks.ts";
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import type { WorkerOutcome } from "../contract/messages/worker-result.ts";
import { pickFields, withFields } from "../contract/result-fields.ts";
import { secretsNamedIn } from "../contract/secret-values.ts";
import type { Observe } from "./fault.ts";

type MarkedOutcome = {
  /** Numbers among the marked values are hidden in it; texts are not yet. */
  readonly outcome: WorkerOutcome;
  readonly text: (text: string) => string;
  /** Puts the marked fields back, after everything else was hidden. */
  readonly restore: (hidden: WorkerOutcome) => WorkerOutcome;
};

export function hidingMarked(
  job: WorkerJob,
  marks: JobMarks,
  outcome: WorkerOutcome,
): MarkedOutcome {
  const result = outcome.kind === "failed" ? null : outcome.result;
  const handedOn = pickFields(result, marks.results);
  const { text, value } = hidingValues([...givenTo(job, marks), ...textsIn(handedOn)]);
  return {
    text,
    outcome: changed(outcome, value),
    restore: (hidden) => changed(hidden, (rest) => withFields(rest, handedOn)),
  };
}

/** Whoever watches is told of errors, and an error's name or stack is what its author made it: what
 *  is marked, or was given under a secret's name, is not in it. */
export function withoutGiven(job: WorkerJob, observe: Observe): Observe {
  return (fault) => {
    if (fault.kind !== "function-threw") {
      observe(fault);
      return;
    }
    const marked = job.sensitive == null ? [] : givenTo(job, job.sensitive);
    const { text } = hidingValues([...marked, ...secretsNamedIn(job.parameters)]);
    const { name, frames } = fault.error;
    observe({ ...fault, error: { name: text(name), frames: frames.map(text) } });
  };
}

const givenTo = ({ parameters }: WorkerJob, { params, values }: JobMarks): readonly string[] => [
  ...params.flatMap((name) => textsIn(parameters[name])),
  ...values,
];

export function changed(
  outcome: WorkerOutcome,
  change: (result: unknown) => unknown,
): WorkerOutcome {
  if (outcome.kind === "failed") return outcome;
  const result = change(outcome.result);
  return outcome.kind === "succeeded"
    ? { ...outcome, result }
    : { ...outcome, result: { ...Object(result), complete: false } };
}
