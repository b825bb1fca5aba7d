/** Job ids: which execution, which attempt, which poll (X-19, X-74). The id is at once the
 *  broker's message id and the key of the worker's ledger, so the same work has the same id
 *  whenever it is sent, and different work never shares one (R10, R11).
 *  We write `step-7-attempt-1`, `step-7-retry-2`, each with `-poll-3` behind it when polling.
 *  We also read `step-7-attempt-3`, `step-7-poll-2`, `step-7-poll-2-retry-1` and
 *  `rollback-{failed step}-{index}-{attempt}` of earlier systems. */
import { z } from "zod";
import { StepExecutionId } from "./ids.ts";
import { LIMITS } from "./limits.ts";

export const EXECUTION_KINDS = ["step", "init", "rollback", "removal", "finalize"] as const;
export type ExecutionKind = (typeof EXECUTION_KINDS)[number];

export type ExecutionJob = {
  readonly kind: ExecutionKind;
  readonly stepExecutionId: StepExecutionId;
  /** Counts from 1; retry n is attempt n + 1. */
  readonly attempt: number;
  /** 0 for the job that starts the work, then 1, 2, … for each question whether it is done. */
  readonly poll: number;
};

/** Names the step that failed and the place in its rollback sequence, not an own execution. */
export type RollbackOfJob = {
  readonly kind: "rollback-of";
  readonly stepExecutionId: StepExecutionId;
  readonly index: number;
  readonly attempt: number;
  readonly poll: 0;
};

const KIND = `(${EXECUTION_KINDS.join("|")})`;
const COUNT = "([1-9][0-9]{0,8})";
const ID = "([1-9][0-9]{0,15})";
const ATTEMPT_FIRST = new RegExp(`^${KIND}-${ID}-(attempt|retry)-${COUNT}(?:-poll-${COUNT})?$`);
const POLL_FIRST = new RegExp(`^${KIND}-${ID}-poll-${COUNT}(?:-(attempt|retry)-${COUNT})?$`);
const ROLLBACK_OF = new RegExp(`^rollback-${ID}-(0|[1-9][0-9]{0,8})-${COUNT}$`);

export function parseJobId(text: string): ExecutionJob | RollbackOfJob | null {
  const attemptFirst = ATTEMPT_FIRST.exec(text);
  if (attemptFirst !== null) {
    const [, kind, id, word, count, poll] = attemptFirst;
    return execution({ kind, id, word, count, poll });
  }
  const pollFirst = POLL_FIRST.exec(text);
  if (pollFirst !== null) {
    const [, kind, id, poll, word, count] = pollFirst;
    return execution({ kind, id, word, count, poll });
  }
  const rollbackOf = ROLLBACK_OF.exec(text);
  if (rollbackOf === null) return null;
  const [, id, index, attempt] = rollbackOf;
  const failed = StepExecutionId.safeParse(id);
  if (!failed.success) return null;
  const stepExecutionId = failed.data;
  return {
    kind: "rollback-of",
    stepExecutionId,
    index: Number(index),
    attempt: Number(attempt),
    poll: 0,
  };
}

type Parts = Readonly<Record<"kind" | "id" | "word" | "count" | "poll", string | undefined>>;

function execution({ kind, id, word, count, poll }: Parts): ExecutionJob | null {
  const known = EXECUTION_KINDS.find((one) => one === kind);
  const stepExecutionId = StepExecutionId.safeParse(id);
  if (known === undefined || !stepExecutionId.success) return null;
  const number = Number(count ?? 1);
  return {
    kind: known,
    stepExecutionId: stepExecutionId.data,
    attempt: word === "retry" ? number + 1 : number,
    poll: Number(poll ?? 0),
  };
}

export const JobId = z
  .string()
  .max(LIMITS.messageIdChars)
  .refine((text) => parseJobId(text) !== null, "must be a job id such as step-7-attempt-1")
  .brand<"JobId">();
export type JobId = z.output<typeof JobId>;

/** Made from checked parts, so not checked again: this is once for every job. */
export function formatJobId({ kind, stepExecutionId, attempt, poll }: ExecutionJob): JobId {
  const round = attempt === 1 ? "attempt-1" : `retry-${attempt - 1}`;
  const id = `${kind}-${stepExecutionId}-${round}${poll === 0 ? "" : `-poll-${poll}`}`;
  return id as JobId;
}
