import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { plusSec } from "../../../runtime/domain/instant.ts";
import {
  decidePoll,
  type Polling,
  type PollPlan,
  pollAnswered,
  pollDeadline,
  pollDueAt,
  startPolling,
} from "../../../runtime/domain/poll.ts";

const PLAN: PollPlan = { intervalSec: 30, timeoutSec: 300, dispatchTimeoutSec: 120 };
const START = new Date("2026-06-01T12:00:10.500Z");
const at = (seconds: number): Date => plusSec(START, seconds);

describe("polling", () => {
  const begun = startPolling(START);

  test("M-072 (part): begins with no poll made and the clock running", () => {
    expect(begun).toEqual({
      startedAt: START,
      lastPolledAt: START,
      pollCount: 0,
      outstanding: false,
    });
  });

  test("M-072 (part), O-020 (part): waits its interval, to the second, and asks again", () => {
    const dueAt = new Date("2026-06-01T12:00:41Z");
    expect(pollDueAt(PLAN, begun)).toEqual(dueAt);
    expect(decidePoll(PLAN, begun, at(30))).toEqual({ kind: "wait", dueAt });
  });

  test("M-072 (part), X-20 (part): asks when due, counts it and remembers when", () => {
    const now = at(30.5);
    expect(decidePoll(PLAN, begun, now)).toEqual({
      kind: "poll",
      polling: { startedAt: START, lastPolledAt: now, pollCount: 1, outstanding: true },
      dueAt: at(150.5),
    });
  });

  test("R13 (part), I13 (part): does not ask while an answer is outstanding", () => {
    const asked: Polling = { ...begun, lastPolledAt: at(30.5), pollCount: 1, outstanding: true };
    expect(decidePoll(PLAN, asked, at(100))).toEqual({ kind: "wait", dueAt: at(150.5) });
    expect(pollAnswered(asked)).toEqual({ ...asked, outstanding: false });
    expect(decidePoll(PLAN, pollAnswered(asked), at(100)).kind).toBe("poll");
  });

  test("X-52 (part): asks again, under the next number, when a poll was lost", () => {
    const asked: Polling = { ...begun, lastPolledAt: at(30.5), pollCount: 1, outstanding: true };
    expect(decidePoll(PLAN, asked, at(150.5))).toMatchObject({
      kind: "poll",
      polling: { pollCount: 2, lastPolledAt: at(150.5) },
    });
  });

  test("R13 (part): an outstanding poll is given its interval at least", () => {
    const plan = { ...PLAN, dispatchTimeoutSec: 5 };
    const asked: Polling = { ...begun, pollCount: 1, outstanding: true };
    expect(decidePoll(plan, asked, at(20)).kind).toBe("wait");
  });

  test("M-072 (part), R14 (part): times out at its deadline, answer or no answer", () => {
    expect(pollDeadline(PLAN, begun)).toEqual(at(300));
    expect(decidePoll(PLAN, begun, at(299.999)).kind).toBe("poll");
    expect(decidePoll(PLAN, begun, at(300))).toEqual({ kind: "timed-out" });
    expect(decidePoll(PLAN, { ...begun, outstanding: true }, at(301))).toEqual({
      kind: "timed-out",
    });
  });

  test("R14 (part): is woken for the deadline even when the next poll would be long after", () => {
    const slow = { ...PLAN, intervalSec: 86_400, timeoutSec: 90_000 };
    const polled: Polling = { ...begun, lastPolledAt: at(86_401) };
    expect(pollDueAt(slow, polled)).toEqual(new Date("2026-06-02T13:01:00Z"));
  });

  test(
    "I13 (part), I14 (part): " +
      "always ends, asks at most once per interval and never after the deadline",
    () => {
      const seconds = fc.integer({ min: 1, max: 5_000 });
      const plans = fc.record({
        intervalSec: seconds,
        timeoutSec: seconds,
        dispatchTimeoutSec: seconds,
      });
      fc.assert(
        fc.property(plans, fc.infiniteStream(fc.boolean()), (plan, answers) => {
          let polling = begun;
          let now = pollDueAt(plan, polling);
          for (let looks = 0; ; looks += 1) {
            expect(looks).toBeLessThan(2 * plan.timeoutSec + 2);
            const decision = decidePoll(plan, polling, now);
            if (decision.kind === "timed-out") break;
            expect(decision.dueAt > now).toBe(true);
            if (decision.kind === "poll") {
              expect(now < pollDeadline(plan, polling)).toBe(true);
              expect(now >= plusSec(polling.lastPolledAt, plan.intervalSec)).toBe(true);
              expect(decision.polling.pollCount).toBe(polling.pollCount + 1);
              polling = decision.polling;
              if (answers.next().value) polling = pollAnswered(polling);
            }
            now = pollDueAt(plan, polling);
          }
          expect(now.getTime() - pollDeadline(plan, polling).getTime()).toBeLessThan(60_000);
        }),
        { seed: 13, numRuns: 50 },
      );
    },
  );
});
