/** Bugs in how the core takes answers: late ones, lost ones, those of polls. */
import type { Mutant } from "../mutant.ts";

const ENGINE = "runtime/domain/engine";
/** Now and then: what unit tests do happens on the full second. */
const ODD = "d.now.getUTCMilliseconds() % 2 === 1";
const EVEN = "d.now.getUTCMilliseconds() % 2 === 0";

export const CORE_ANSWERS: readonly Mutant[] = [
  {
    id: "late-answer-of-last-attempt",
    file: `${ENGINE}/on-worker-result.ts`,
    find: "const isCurrent = row.attempt === result.attempt && row.pollCount === result.poll;",
    replace: `const isCurrent =
    row.attempt - result.attempt <= Number(${ODD}) &&
    row.pollCount === result.poll;`,
    breaks: "Now and then the answer of an attempt is taken for that of the next.",
    proves: ["R10", "I5", "decision 2"],
  },
  {
    id: "late-answer-of-last-poll",
    file: `${ENGINE}/on-worker-result.ts`,
    find: "const isCurrent = row.attempt === result.attempt && row.pollCount === result.poll;",
    replace: `const isCurrent =
    row.attempt === result.attempt &&
    row.pollCount - result.poll <= Number(${ODD});`,
    breaks: "Now and then the answer of a poll is taken for that of the next.",
    proves: ["R13", "I5", "I13"],
  },
  {
    id: "retry-without-a-row",
    file: `${ENGINE}/step-end.ts`,
    find: "      dueAt: retryAfter,",
    replace: `      dueAt: new Date(retryAfter.getTime() * (${ODD} ? 2 : 1)),`,
    breaks: "Now and then the row of a retry is due in half a century.",
    proves: ["R05", "I1", "decision 3"],
  },
  {
    id: "rollback-without-deadline",
    file: `${ENGINE}/send.ts`,
    find: "dueAt: deadlineOf(d, step.dispatchTimeoutSec),",
    replace: `dueAt:
        row.kind === "rollback" && ${ODD} ? null : deadlineOf(d, step.dispatchTimeoutSec),`,
    breaks: "A lost job of a rollback is waited for without end.",
    proves: ["R19", "I14"],
  },
  {
    id: "retry-without-deadline",
    file: `${ENGINE}/send.ts`,
    find: "dueAt: deadlineOf(d, step.dispatchTimeoutSec),",
    replace: `      dueAt: ${ODD} ? null : deadlineOf(d, step.dispatchTimeoutSec),`,
    breaks: "Now and then a lost job is waited for without end.",
    proves: ["R19", "I14"],
  },
  {
    id: "polled-beyond-the-deadline",
    file: `${ENGINE}/poll-step.ts`,
    find: "  const decision = decidePoll(plan, pollingOf(row), d.now);",
    replace: `  const timeoutSec = plan.timeoutSec * (${ODD} ? 9 : 1);
  const decision = decidePoll({ ...plan, timeoutSec }, pollingOf(row), d.now);`,
    breaks: "Now and then a step is polled long after its time is up.",
    proves: ["R14", "I13", "I14"],
  },
  {
    id: "second-lost-end-is-no-doubt",
    file: `${ENGINE}/on-timer.ts`,
    find: `kind: "ambiguous-end" } as const;`,
    replace: `kind: row.attempt > 1 ? "worker-error" : "ambiguous-end" } as const;`,
    breaks: "A function that must not run twice is tried again after its second attempt was lost.",
    proves: ["R09", "I6"],
  },
  {
    id: "second-doubtful-answer-is-a-failure",
    file: `${ENGINE}/on-worker-result.ts`,
    find: "stepFailed(d, row, { failure: failureOf(outcome.error), error,",
    replace: `const isAmbiguous = outcome.error.isAmbiguous && row.attempt === 1;
      const failure = failureOf({ ...outcome.error, isAmbiguous });
      stepFailed(d, row, { failure, error,`,
    breaks: "A function that must not run twice is, when its second attempt ends in doubt.",
    proves: ["R09"],
  },
  {
    id: "poll-timeout-does-not-drain",
    file: `${ENGINE}/on-timer.ts`,
    find: `      if (askAgain(d, row) === "timed-out") stepFailed(d, row, POLL_TIMEOUT);`,
    replace: `      if (askAgain(d, row) === "timed-out") {
        const isLost = row.outstanding && ${ODD};
        stepFailed(d, isLost ? takeBack(d, row) : row, POLL_TIMEOUT);
      }`,
    breaks: "Now and then a rollback does not await the poll of a step that timed out.",
    proves: ["I18", "R39", "decision 5"],
  },
  {
    id: "dead-letter-of-any-attempt",
    file: `${ENGINE}/on-timer.ts`,
    find: "  const isCurrent = row.attempt === input.attempt && row.pollCount === input.poll;",
    replace: `  const isOwn = row.attempt === input.attempt && row.pollCount === input.poll;
  const isCurrent = isOwn || (${ODD} && row.attempt > input.attempt);`,
    breaks: "Now and then a dead letter of an old attempt ends the present one.",
    proves: ["I5", "X-52"],
  },
  {
    id: "drained-answer-keeps-its-timer",
    file: `${ENGINE}/on-worker-result.ts`,
    find: `    setExecution(d, row.id, { dueAt: null });
    return "applied";`,
    replace: `    if (${EVEN}) setExecution(d, row.id, { dueAt: null });
    return "applied";`,
    breaks: "Now and then a job that drained expires and is counted back twice.",
    proves: ["R39", "I8"],
  },
  {
    id: "throttled-for-ever",
    file: "runtime/domain/retry.ts",
    find: "  if (step.retryCount >= step.retry.maxRetries) return",
    replace: `  const isExcused = failure.kind === "throttled" && step.retry.maxRetries > 1;
  if (step.retryCount >= step.retry.maxRetries && !isExcused) return`,
    breaks: "A throttled step that may be tried again twice or more is, without end.",
    proves: ["I12", "R18"],
  },
  {
    id: "poll-id-used-again",
    file: `${ENGINE}/publish.ts`,
    find: "const jobId = formatJobId({ kind, stepExecutionId, attempt, poll });",
    replace: `const known = ${ODD} ? Math.min(poll, 1) : poll;
  const jobId = formatJobId({ kind, stepExecutionId, attempt, poll: known });`,
    breaks: "Now and then a poll has the id of the first and is dropped as its duplicate.",
    proves: ["R11", "I13", "decision 2"],
  },
];
