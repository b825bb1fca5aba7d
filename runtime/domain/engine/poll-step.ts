/** Asks a polling step's worker again, when it is time and the member is free. A step that waits
 *  to be asked keeps its deadline as its due time: waiting never outlasts the poll (R14). */
import { ceilToMinute } from "../instant.ts";
import { decidePoll, type Polling, type PollPlan, pollDeadline } from "../poll.ts";
import type { Step } from "../runbook.ts";
import { setExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { type ExecutionRow, sentAs } from "./execution-row.ts";
import { isBusy, sendOut, takeBack } from "./job-out.ts";
import { stepOf } from "./plan.ts";
import { jobMessage } from "./publish.ts";
import { recordStep } from "./record.ts";
import { slotKeys } from "./slot-room.ts";
import { fullSlot } from "./slots.ts";

/** Waits for another step of the same member to be answered. */
const MEMBER_BUSY = "member";

export function pollPlan({ poll, dispatchTimeoutSec }: Step): PollPlan {
  if (poll === null) throw new Error("a step without a poll policy is polling");
  return { ...poll, dispatchTimeoutSec };
}

export function pollingOf(row: ExecutionRow): Polling {
  const { pollStartedAt, lastPolledAt, pollCount, outstanding } = row;
  if (pollStartedAt === null || lastPolledAt === null) {
    throw new Error(`execution ${row.id} is polling and does not say since when`);
  }
  return { startedAt: pollStartedAt, lastPolledAt, pollCount, outstanding };
}

export function askAgain(d: Draft, row: ExecutionRow): "asked" | "waiting" | "timed-out" {
  const step = stepOf(d, row);
  const plan = pollPlan(step);
  const decision = decidePoll(plan, pollingOf(row), d.now);
  if (decision.kind === "timed-out") return "timed-out";
  if (decision.kind === "wait") {
    setExecution(d, row.id, { dueAt: decision.dueAt, waitingFor: null });
    return "waiting";
  }
  const idle = row.outstanding ? takeBack(d, row) : row;
  const frozen = sentAs(row);
  const keys = slotKeys(step.workerId, frozen.functionName);
  const blocked = isBusy(d, row) ? MEMBER_BUSY : fullSlot(d, keys);
  if (blocked !== null) {
    const dueAt = ceilToMinute(pollDeadline(plan, pollingOf(row)));
    setExecution(d, row.id, { waitingFor: blocked, dueAt });
    return "waiting";
  }
  const { pollCount, lastPolledAt } = decision.polling;
  recordStep(d, "step.polled", idle, { to: idle.status, detail: { poll: pollCount } });
  const asked = setExecution(d, row.id, {
    pollCount,
    lastPolledAt,
    outstanding: true,
    waitingFor: null,
    dueAt: decision.dueAt,
  });
  sendOut(d, asked, keys);
  const message = jobMessage(d, asked, step.workerId, frozen);
  if (message === null) throw new Error(`the question for execution ${row.id} is too large`);
  d.publish.push(message);
  return "asked";
}
