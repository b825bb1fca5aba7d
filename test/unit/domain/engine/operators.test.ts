import { describe, expect, test } from "@jest/globals";
import {
  BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../../runtime/contract/ids.ts";
import { answer, failure, NOT_YET } from "./answers.ts";
import { begin, jobIds, member, memberNamed, phaseStatuses, rowsOf, steps } from "./begin.ts";
import { order } from "./order.ts";
import { feed } from "./run.ts";
import { phase, retries, runbook, step, text } from "./runbooks.ts";
import { later } from "./sweep.ts";

const id = (number: number): StepExecutionId => StepExecutionId.parse(number);
const phaseId = PhaseExecutionId.parse(1);
const undo = new Map([["undo", [step("u0", { function: text("Undo-Thing") })]]]);

describe("pause and resume", () => {
  const plan = runbook([
    phase("one", [step("a"), step("b", { poll: { intervalSec: 60, timeoutSec: 600 } })]),
  ]);

  test.each([
    ["batch", null],
    ["phase", phaseId],
  ])("a paused %s sends nothing new; polls go on; resuming catches up", (_title, phaseId) => {
    const run = begin(plan, ["ann", "bob"]);
    answer(run);
    answer(run, failure());
    answer(run, NOT_YET);
    feed(run, memberNamed("zoe"));
    answer(run);
    expect(order(run, { kind: "pause", phaseId })).toBe("applied");
    expect(order(run, { kind: "pause", phaseId })).toBe("duplicate");
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-6-attempt-1", "step-3-attempt-1-poll-1"]);
    feed(run, memberNamed("yan"));
    expect(rowsOf(run, "yan")[0]).toMatchObject({ status: "pending", waitingFor: "paused" });
    expect(order(run, { kind: "resume", phaseId })).toBe("applied");
    expect(order(run, { kind: "resume", phaseId })).toBe("duplicate");
    expect(rowsOf(run, "yan")[0]).toMatchObject({ status: "dispatched", waitingFor: null });
  });

  test("what has ended, or is not there, cannot be paused", () => {
    const run = begin(runbook([phase("one", [])]), ["ann"]);
    expect(order(run, { kind: "pause", phaseId: null })).toEqual({ refused: "batch-ended" });
    expect(order(run, { kind: "pause", phaseId })).toEqual({ refused: "phase-ended" });
    const nowhere = PhaseExecutionId.parse(9);
    expect(order(run, { kind: "resume", phaseId: nowhere })).toEqual({ refused: "unknown-phase" });
  });
});

describe("retry of members", () => {
  test("X-57: X-77: a failed member goes on from its failed step with all its retries", () => {
    const plan = runbook([phase("one", [step("a"), step("b", { retry: retries(1) }), step("c")])]);
    const run = begin(plan, ["ann", "bob"]);
    const { id: memberId } = member(run, "ann");
    expect(order(run, { kind: "retry-member", memberId })).toEqual({
      refused: "member-not-failed",
    });
    answer(run);
    answer(run);
    answer(run, failure());
    later(run, 60);
    run.jobs.reverse();
    answer(run, failure());
    expect(steps(run, "ann")).toEqual(["step/0: succeeded", "step/1: failed", "step/2: cancelled"]);
    expect(order(run, { kind: "retry-member", memberId })).toBe("applied");
    expect(rowsOf(run, "ann")[1]).toMatchObject({
      status: "dispatched",
      attempt: 3,
      retryCount: 0,
    });
    expect([...run.world.phases.values()][0]).toMatchObject({ failed: 0, remaining: 2, total: 2 });
  });

  test("X-22: an operator may retry after a poll timeout", () => {
    const poll = { intervalSec: 60, timeoutSec: 120 };
    const run = begin(runbook([phase("one", [step("a", { poll })])]), ["ann"]);
    answer(run, NOT_YET);
    later(run, 600);
    expect(run.world.batch.status).toBe("failed");
    expect(order(run, { kind: "retry-member", memberId: member(run, "ann").id })).toBe("applied");
    expect(run.world.batch).toMatchObject({ status: "active", outcome: null, endedAt: null });
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "dispatched", attempt: 2, pollCount: 0 });
    run.jobs.splice(0, run.jobs.length - 1);
    answer(run);
    expect(phaseStatuses(run)).toEqual(["failed"]);
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "partial" });
  });

  test("a member whose step was rolled back starts anew under another generation", () => {
    const plan = runbook([phase("one", [step("a"), step("b", { onFailure: "undo" })])], {
      rollbacks: undo,
    });
    const run = begin(plan, ["ann", "bob"]);
    answer(run);
    run.jobs.reverse();
    answer(run, failure());
    const { id: memberId } = member(run, "ann");
    expect(order(run, { kind: "retry-member", memberId })).toEqual({ refused: "still-undoing" });
    run.jobs.reverse();
    answer(run);
    expect(order(run, { kind: "retry-member", memberId })).toBe("applied");
    expect(member(run, "ann").generation).toBe(2);
    expect(steps(run, "ann").slice(-2)).toEqual(["step/0: dispatched", "step/1: pending"]);
    expect([...run.world.phases.values()][0]).toMatchObject({ total: 2, failed: 0, remaining: 2 });
  });

  test("R36 (part): what failed to undo waits while another batch works on its member", () => {
    const plan = runbook([phase("one", [step("a", { onFailure: "undo" })])], { rollbacks: undo });
    const run = begin(plan, ["ann"]);
    answer(run, failure());
    answer(run, failure());
    for (const kind of ["retry-step", "skip-step"] as const) {
      const given = { kind, executionId: id(2), reason: "no", heldBy: BatchId.parse(9) };
      expect(order(run, given)).toEqual({ refused: "member-elsewhere" });
    }
    expect(order(run, { kind: "retry-step", executionId: id(2), heldBy: null })).toBe("applied");
  });

  test("I3: a step that fails again after its rollback failed is rolled back again", () => {
    const plan = runbook([phase("one", [step("a", { onFailure: "undo" })])], { rollbacks: undo });
    const run = begin(plan, ["ann"]);
    answer(run, failure());
    answer(run, failure());
    expect(run.world.attention.size).toBe(1);
    expect(order(run, { kind: "retry-member", memberId: member(run, "ann").id })).toBe("applied");
    expect(run.world.attention.size).toBe(0);
    expect(order(run, { kind: "retry-step", executionId: id(2) })).toEqual({
      refused: "nothing-to-undo",
    });
    answer(run, failure());
    for (const kind of ["retry-step", "skip-step"] as const) {
      const given = { kind, executionId: id(2), reason: "no longer needed" };
      expect(order(run, given)).toEqual({ refused: "nothing-to-undo" });
    }
    answer(run);
    expect(steps(run, "ann")).toEqual([
      "step/0: rolled_back",
      "rollback/0: failed",
      "rollback/0: succeeded",
    ]);
  });

  test("I3: a step that failed unsent and is retried is another attempt to undo", () => {
    const params = new Map([["who", { kind: "template", text: text("{{Nobody}}") } as const]]);
    const plan = runbook([phase("one", [step("a", { onFailure: "undo", params })])], {
      rollbacks: undo,
    });
    const run = begin(plan, ["ann"]);
    answer(run, failure());
    expect(order(run, { kind: "retry-member", memberId: member(run, "ann").id })).toBe("applied");
    const generations = rowsOf(run, "ann").flatMap((row) =>
      row.kind === "rollback" ? [row.generation] : [],
    );
    expect(generations).toEqual([1, 2]);
  });

  test("X-18: members of a batch that failed in init or was cancelled are not retried", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann", "bob"]);
    answer(run, failure());
    order(run, { kind: "cancel" });
    const { id: memberId } = member(run, "ann");
    expect(order(run, { kind: "retry-member", memberId })).toEqual({ refused: "batch-cancelling" });
    expect(order(run, { kind: "retry-member", memberId: MemberId.parse(9) })).toEqual({
      refused: "unknown-member",
    });
  });
});
