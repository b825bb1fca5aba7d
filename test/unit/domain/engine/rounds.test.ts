import { describe, expect, test } from "@jest/globals";
import { StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { answer, failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, rowsOf, steps } from "./begin.ts";
import { eventIn } from "./jobs-in.ts";
import { feed, type Run } from "./run.ts";
import { phase, retries, runbook, step, text } from "./runbooks.ts";
import { HOUR_SEC } from "./start-world.ts";
import { later } from "./sweep.ts";

const POLL = { intervalSec: 60, timeoutSec: 600 };
const one = (given: Parameters<typeof step>[1]) => runbook([phase("one", [step("a", given)])]);

describe("retries", () => {
  test("M-075: M-076: M-077: X-74: a retry waits in its row and gets the next id", () => {
    const run = begin(one({ retry: retries(1, 90) }), ["ann"]);
    const started = run.now;
    answer(run, failure());
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "pending",
      attempt: 2,
      retryCount: 1,
      completedAt: null,
      dueAt: new Date(started.getTime() + 90_000),
    });
    later(run, 89);
    expect(jobIds(run)).toEqual([]);
    later(run, 1);
    expect(jobIds(run)).toEqual(["step-1-retry-1"]);
    answer(run, failure());
    expect(steps(run, "ann")).toEqual(["step/0: failed"]);
  });

  test("M-044: a retry publishes its own wake-up for the moment it is due", () => {
    const run = begin(one({ retry: retries(1, 90) }), ["ann"]);
    const started = run.now;
    answer(run, failure());
    const published = run.decisions.flatMap(({ publish }) => publish);
    expect(published.at(-1)).toMatchObject({
      topic: "orchestrator-events",
      envelope: { messageId: "retry-check-1-2" },
      notBefore: new Date(started.getTime() + 90_000),
    });
    expect(published.slice(-1).map(eventIn)).toMatchObject([
      { messageType: "retry-check", stepExecutionId: 1, isInitStep: false, retryCount: 1 },
    ]);
  });

  test("M-119: a throttled attempt stays away as long as the service asked", () => {
    const run = begin(one({ retry: retries(1, 10) }), ["ann"]);
    const started = run.now;
    answer(run, failure({ isThrottled: true, retryAfterSec: 300 }));
    expect(rowsOf(run, "ann")[0]?.dueAt).toEqual(new Date(started.getTime() + 300_000));
    const bare = begin(one({ retry: retries(1, 10) }), ["ann"]);
    answer(bare, failure({ isThrottled: true, type: "Throttled" }));
    expect(rowsOf(bare, "ann")[0]).toMatchObject({ error: { kind: "Throttled" }, attempt: 2 });
  });

  test("M-087: a retry that falls due after its member was removed does nothing", () => {
    const run = begin(one({ retry: retries(1, 90) }), ["ann"]);
    answer(run, failure());
    const { id: memberId, generation } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation, why: "left_source" });
    later(run, 90);
    expect(feed(run, { kind: "timer", executionId: StepExecutionId.parse(1) })).toEqual([
      "duplicate",
    ]);
    expect(jobIds(run)).toEqual([]);
  });
});

describe("lost jobs", () => {
  test("X-52: R19: an unanswered attempt ends at its deadline and is retried", () => {
    const run = begin(one({ retry: retries(1) }), ["ann"]);
    later(run, HOUR_SEC - 60);
    expect(steps(run, "ann")).toEqual(["step/0: dispatched"]);
    later(run, 60);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "pending",
      attempt: 2,
      outstanding: false,
    });
    expect(member(run, "ann").currentExecutionId).toBe(0);
  });

  const once = { function: text("Send-Once"), retry: retries(3) };

  test.each([
    ["a deadline", (run: Run) => later(run, HOUR_SEC)],
    [
      "a worker that says it does not know",
      (run: Run) => answer(run, failure({ isAmbiguous: true })),
    ],
  ])("X-77: R09: what must not run twice is held for a person after %s", (_title, end) => {
    const run = begin(one(once), ["ann"]);
    end(run);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "failed", held: true });
    expect(member(run, "ann").status).toBe("active");
    expect(run.world.batch.status).toBe("active");
    expect([...run.world.attention.values()]).toMatchObject([
      { subject: "step:1", actions: ["retry-step", "skip-step", "fail-step"] },
    ]);
  });

  test("X-52: a job the broker gave up counts as lost at once, and only once", () => {
    const run = begin(one({ retry: retries(1) }), ["ann"]);
    const executionId = StepExecutionId.parse(1);
    const incident = {
      kind: "job-dead-lettered",
      executionId,
      attempt: 1,
      poll: 0,
      reason: "TTL",
    } as const;
    expect(feed(run, incident, incident)).toEqual(["applied", "duplicate"]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "pending", attempt: 2 });
    expect(feed(run, { ...incident, executionId: StepExecutionId.parse(9) })).toEqual([
      { deadLetter: "no execution has this id" },
    ]);
  });

  test("X-52: a question the broker gave up is asked again at its next time", () => {
    const run = begin(one({ poll: POLL }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1"]);
    const executionId = StepExecutionId.parse(1);
    feed(run, { kind: "job-dead-lettered", executionId, attempt: 1, poll: 1, reason: "TTL" });
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "polling", outstanding: false });
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1", "step-1-attempt-1-poll-2"]);
  });
});

describe("polls", () => {
  test("M-072: X-20: R11: a step not done is asked again, under a new id", () => {
    const run = begin(one({ poll: POLL }), ["ann"]);
    const started = run.now;
    answer(run, NOT_YET);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "polling",
      pollStartedAt: started,
      lastPolledAt: started,
    });
    const published = run.decisions.flatMap(({ publish }) => publish).slice(-1);
    expect(published).toMatchObject([
      {
        topic: "orchestrator-events",
        envelope: { messageId: "poll-check-1-1-0" },
        notBefore: new Date(started.getTime() + 60_000),
      },
    ]);
    expect(published.map(eventIn)).toMatchObject([
      { messageType: "poll-check", stepExecutionId: 1, pollCount: 0, isInitStep: false },
    ]);
    later(run, 60);
    expect(answer(run, NOT_YET).jobId).toBe("step-1-attempt-1-poll-1");
    later(run, 60);
    expect(answer(run, SUCCESS).jobId).toBe("step-1-attempt-1-poll-2");
    expect(run.world.batch.status).toBe("completed");
  });

  test("R13: I13: one question is out at a time, however often the sweep looks", () => {
    const run = begin(one({ poll: POLL }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    later(run, 60);
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1"]);
  });

  test("M-073: M-072: R14: a poll ends at its deadline and is never retried", () => {
    const run = begin(one({ poll: POLL, retry: retries(5) }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 600);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "poll_timeout", dueAt: null });
    expect(member(run, "ann").status).toBe("failed");
  });

  test("P1: R13: a question that stays unanswered for the dispatch timeout is asked anew", () => {
    const run = begin(one({ poll: POLL, dispatchTimeoutSec: 120 }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    later(run, 120);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1", "step-1-attempt-1-poll-2"]);
    expect(run.world.batch.inFlight).toBe(1);
  });

  test("R13: I5: an answer to a question that was given up is evidence and no more", () => {
    const run = begin(one({ poll: POLL, dispatchTimeoutSec: 120 }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    const lost = run.jobs[0];
    later(run, 120);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ pollCount: 2, outstanding: true });
    expect(lost && feed(run, resultOf(lost, SUCCESS))).toEqual(["late"]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "polling", outstanding: true });
  });

  test("O-021: a failure while polling follows the retry rules and starts polling anew", () => {
    const run = begin(one({ poll: POLL, retry: retries(1) }), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    answer(run, failure());
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "pending",
      attempt: 2,
      pollCount: 0,
      pollStartedAt: null,
    });
  });

  test("a timer that comes early, twice, or for nothing changes nothing", () => {
    const run = begin(one({ poll: POLL }), ["ann"]);
    answer(run, NOT_YET);
    const executionId = StepExecutionId.parse(1);
    expect(feed(run, { kind: "timer", executionId })).toEqual(["duplicate"]);
    expect(feed(run, { kind: "timer", executionId: StepExecutionId.parse(9) })).toEqual([
      { deadLetter: "no execution has this id" },
    ]);
  });
});
