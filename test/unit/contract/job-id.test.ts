import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { StepExecutionId } from "../../../runtime/contract/ids.ts";
import {
  EXECUTION_KINDS,
  formatJobId,
  JobId,
  parseJobId,
} from "../../../runtime/contract/job-id.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";

const job = fc.record({
  kind: fc.constantFrom(...EXECUTION_KINDS),
  stepExecutionId: fc
    .integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .map((id) => StepExecutionId.parse(id)),
  attempt: fc.integer({ min: 1, max: 999_999_999 }),
  poll: fc.integer({ min: 0, max: 999_999_999 }),
});

describe("job ids", () => {
  test("X-74 (part): what we write we read back, and it is a legal message id", () => {
    fc.assert(
      fc.property(job, (one) => {
        const id = formatJobId(one);
        expect(parseJobId(id)).toEqual(one);
        expect(JobId.parse(id)).toBe(id);
        expect(MessageId.safeParse(id).success).toBe(true);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test(
    "R10 (part), R11 (part): " +
      "different work never shares an id, neither across attempts nor polls",
    () => {
      fc.assert(
        fc.property(job, job, (one, other) => {
          const same = JSON.stringify(one) === JSON.stringify(other);
          expect(formatJobId(one) === formatJobId(other)).toBe(same);
        }),
        { seed: 4, numRuns: 500 },
      );
    },
  );

  test.each([
    [{ attempt: 1, poll: 0 }, "step-7-attempt-1"],
    [{ attempt: 1, poll: 3 }, "step-7-attempt-1-poll-3"],
    [{ attempt: 3, poll: 0 }, "step-7-retry-2"],
    [{ attempt: 3, poll: 1 }, "step-7-retry-2-poll-1"],
  ])("X-74 (part), M-077 (part): %j is written %s", (round, id) => {
    const stepExecutionId = StepExecutionId.parse(7);
    expect(formatJobId({ kind: "step", stepExecutionId, ...round })).toBe(id);
  });

  test.each([
    ["step-123-attempt-1", { kind: "step", stepExecutionId: 123, attempt: 1, poll: 0 }],
    ["step-123-attempt-4", { kind: "step", stepExecutionId: 123, attempt: 4, poll: 0 }],
    ["init-5-retry-2", { kind: "init", stepExecutionId: 5, attempt: 3, poll: 0 }],
    ["step-9-poll-2", { kind: "step", stepExecutionId: 9, attempt: 1, poll: 2 }],
    ["init-9-poll-2-retry-1", { kind: "init", stepExecutionId: 9, attempt: 2, poll: 2 }],
    ["step-9-poll-2-attempt-3", { kind: "step", stepExecutionId: 9, attempt: 3, poll: 2 }],
    ["rollback-9-0-2", { kind: "rollback-of", stepExecutionId: 9, index: 0, attempt: 2, poll: 0 }],
    ["rollback-9-attempt-1", { kind: "rollback", stepExecutionId: 9, attempt: 1, poll: 0 }],
  ])("X-19: %s is read", (id, expected) => {
    expect(parseJobId(id)).toEqual(expected);
    expect(JobId.safeParse(id).success).toBe(true);
  });

  test.each([
    "",
    "step-7",
    "step-7-attempt-0",
    "step-0-attempt-1",
    "step-07-attempt-1",
    "step--7-attempt-1",
    "step-7-attempt-1-poll-0",
    "step-7-retry-0",
    "step-7-poll-0",
    "step-7-poll-1-retry-0",
    "task-7-attempt-1",
    "Step-7-attempt-1",
    " step-7-attempt-1",
    "step-7-attempt-1\n",
    "step-7-attempt-1-poll-1-poll-2",
    "step-9007199254740993-attempt-1",
    "step-9007199254740993-poll-1",
    "rollback-9007199254740993-0-1",
    "rollback-9-1",
    "rollback-9-1-0",
  ])("X-19: %p is no job id", (id) => {
    expect(parseJobId(id)).toBeNull();
    expect(JobId.safeParse(id).success).toBe(false);
  });

  test("parsing any text neither throws nor accepts more than a message id may hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        if (parseJobId(text) !== null) expect(text.length).toBeLessThanOrEqual(128);
      }),
      { seed: 5 },
    );
  });

  test("a message id is 1 to 128 characters of well-formed text", () => {
    expect(MessageId.safeParse("x".repeat(128)).success).toBe(true);
    for (const text of ["", "x".repeat(129), "\uD800"])
      expect(MessageId.safeParse(text).success).toBe(false);
  });
});
