import { describe, expect, test } from "@jest/globals";
import { BatchId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { answer, failure, NOT_YET, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, rowsOf, steps } from "./begin.ts";
import { order } from "./order.ts";
import { feed, type Run } from "./run.ts";
import { batchStep, phase, runbook, step, text } from "./runbooks.ts";
import { HOUR_SEC } from "./start-world.ts";
import { later } from "./sweep.ts";

const id = (number: number): StepExecutionId => StepExecutionId.parse(number);
const undo = new Map([["undo", [step("u0", { function: text("Undo-Thing") })]]]);
const once = step("once", { function: text("Send-Once") });

describe("held and failed steps", () => {
  const held = (): Run => {
    const run = begin(
      runbook([phase("one", [{ ...once, onFailure: "undo" }, step("b")])], { rollbacks: undo }),
      ["ann"],
    );
    later(run, HOUR_SEC);
    run.jobs.length = 0;
    return run;
  };

  test("X-77: a held step may be retried", () => {
    const run = held();
    expect(order(run, { kind: "retry-step", executionId: id(1) })).toBe("applied");
    expect(jobIds(run)).toEqual(["step-1-retry-1"]);
    expect(run.world.attention.size).toBe(0);
    expect(order(run, { kind: "retry-step", executionId: id(1) })).toEqual({
      refused: "step-not-failed",
    });
    expect(order(run, { kind: "retry-step", executionId: id(9) })).toEqual({
      refused: "unknown-step",
    });
  });

  test("X-77: its failure may be accepted: then the member fails and the rollback runs", () => {
    const run = held();
    expect(order(run, { kind: "fail-step", executionId: id(1) })).toBe("applied");
    expect(member(run, "ann").status).toBe("failed");
    expect(jobIds(run)).toEqual(["rollback-3-attempt-1"]);
    expect(run.world.attention.size).toBe(0);
    expect(order(run, { kind: "fail-step", executionId: id(1) })).toEqual({
      refused: "step-not-held",
    });
    expect(order(run, { kind: "fail-step", executionId: id(9) })).toEqual({
      refused: "unknown-step",
    });
  });

  test("X-77: what comes behind a held rollback goes on when its failure is accepted", () => {
    const onMemberRemoved = [step("r0", { function: text("Undo-Thing") })];
    const rollbacks = new Map([["undo", [once]]]);
    const held = { ...once, onFailure: "undo" };
    const run = begin(runbook([phase("one", [held])], { onMemberRemoved, rollbacks }), ["ann"]);
    later(run, HOUR_SEC);
    const { id: memberId } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    expect(jobIds(run).at(-1)).toBe("rollback-2-attempt-1");
    later(run, HOUR_SEC);
    run.jobs.length = 0;
    expect(order(run, { kind: "fail-step", executionId: id(2) })).toBe("applied");
    expect(jobIds(run)).toEqual(["removal-3-attempt-1"]);
  });

  test("a held step may be skipped, with a reason in the log", () => {
    const run = held();
    expect(order(run, { kind: "skip-step", executionId: id(1), reason: "done by hand" })).toBe(
      "applied",
    );
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "cancelled",
      skipped: true,
      held: false,
    });
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    const events = run.decisions.flatMap((decision) => decision.events);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "step.skipped", detail: { reason: "done by hand" } }),
    );
    answer(run);
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
  });

  test("a failed member's step may be skipped: the member goes on behind it", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")])]), ["ann"]);
    answer(run, failure());
    expect(order(run, { kind: "skip-step", executionId: id(2), reason: "no" })).toEqual({
      refused: "earlier-steps-first",
    });
    expect(order(run, { kind: "skip-step", executionId: id(1), reason: "no" })).toBe("applied");
    expect(steps(run, "ann")).toEqual(["step/0: cancelled", "step/1: dispatched"]);
    for (const executionId of [id(1), id(9), id(2)]) {
      const verdict = order(run, { kind: "skip-step", executionId, reason: "no" });
      expect(verdict).toHaveProperty("refused");
    }
  });

  test("R36: who is taken in again waits for another batch that is not done with it", () => {
    const waitsFor = BatchId.parse(9);
    for (const kind of ["retry-member", "skip-step"] as const) {
      const run = begin(runbook([phase("one", [step("a"), step("b")])]), ["ann"]);
      answer(run, failure());
      run.jobs.length = 0;
      const { id: memberId } = member(run, "ann");
      const asked = { memberId, executionId: id(1), reason: "no", waitsFor };
      expect(order(run, { kind, ...asked })).toBe("applied");
      expect(member(run, "ann")).toMatchObject({ status: "active", waitsFor });
      expect(jobIds(run)).toEqual([]);
      feed(run, { kind: "member-released", memberId, from: waitsFor });
      expect(jobIds(run)).toHaveLength(1);
    }
  });

  test("X-15: a step behind a barrier is not skipped before the barrier has come to it", () => {
    const barred = phase("one", [step("a"), step("b")], { barrier: true });
    const run = begin(runbook([barred]), ["ann", "bob"]);
    answer(run);
    const skip = { kind: "skip-step", executionId: id(3), reason: "no" } as const;
    expect(order(run, skip)).toEqual({ refused: "behind-barrier" });
    order(run, { kind: "pause", phaseId: null });
    answer(run);
    expect(order(run, skip)).toBe("applied");
    expect([...run.world.phases.values()][0]).toMatchObject({ succeeded: 1, barrierRemaining: 1 });
  });

  test("a step of a later phase is not skipped before the phases before it are passed", () => {
    const two = [phase("one", [step("a")]), phase("two", [step("b")])];
    const run = begin(runbook(two), ["ann"]);
    const [, later] = rowsOf(run, "ann");
    if (later === undefined) throw new Error("no second step");
    const skip = { kind: "skip-step", executionId: later.id, reason: "no" } as const;
    expect(order(run, skip)).toEqual({ refused: "earlier-steps-first" });
    answer(run, failure());
    expect(order(run, skip)).toEqual({ refused: "earlier-steps-first" });
    expect(run.world.batch).toMatchObject({ status: "failed", outcome: "none" });
  });

  test("R27: skipping the last step of an undoing ends the cancellation that waits for it", () => {
    const onMemberRemoved = [step("r0", { function: text("Undo-Thing") })];
    const run = begin(runbook([phase("one", [step("a")])], { onMemberRemoved }), ["ann"]);
    feed(run, { kind: "slots-granted", key: "worker:worker-01", granted: 0 });
    const { id: memberId } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    answer(run);
    expect(order(run, { kind: "cancel" })).toEqual("applied");
    expect(run.world.batch.statusReason).toBe("cancelling");
    order(run, { kind: "skip-step", executionId: id(2), reason: "done by hand" });
    expect(run.world.batch.statusReason).toBe("cancelled");
  });

  test("steps of an earlier generation, and those in flight, are not skipped", () => {
    const plan = runbook([phase("one", [step("a"), step("b", { onFailure: "undo" })])], {
      rollbacks: undo,
    });
    const run = begin(plan, ["ann", "bob"]);
    expect(order(run, { kind: "skip-step", executionId: id(1), reason: "no" })).toEqual({
      refused: "still-in-flight",
    });
    const { id: memberId, data } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    answer(run);
    feed(run, { kind: "member-returned", memberId, generation: 2, data, waitsFor: null });
    expect(order(run, { kind: "skip-step", executionId: id(1), reason: "no" })).toEqual({
      refused: "step-ended",
    });
  });

  test("no step is skipped of a member that would start anew", () => {
    const gate = "none" as const;
    const plan = runbook(
      [phase("one", [once]), phase("two", [step("b", { onFailure: "undo" })], { gate })],
      {
        rollbacks: undo,
      },
    );
    const run = begin(plan, ["ann"]);
    answer(run, failure({ isAmbiguous: true }));
    answer(run, failure());
    answer(run);
    expect(steps(run, "ann")).toEqual([
      "step/0: failed",
      "step/0: rolled_back",
      "rollback/0: succeeded",
    ]);
    const skip = { kind: "skip-step", executionId: id(1), reason: "no" } as const;
    expect(order(run, skip)).toEqual({ refused: "step-ended" });
  });

  test("a failed step of a rollback may be retried or skipped; then the rollback goes on", () => {
    const two = new Map([["undo", [step("u0"), step("u1")]]]);
    for (const kind of ["retry-step", "skip-step"] as const) {
      const run = begin(
        runbook([phase("one", [step("a", { onFailure: "undo" })])], { rollbacks: two }),
        ["ann"],
      );
      answer(run, failure());
      answer(run, failure());
      expect(order(run, { kind, executionId: id(2), reason: "done by hand" })).toBe("applied");
      while (run.jobs.length > 0) answer(run);
      expect(steps(run, "ann")[0]).toBe("step/0: rolled_back");
      expect(run.world.attention.size).toBe(0);
    }
  });

  test("I17: what was skipped stays skipped when a step behind it fails and is tried again", () => {
    const two = [batchStep("f0"), batchStep("f1")];
    const rollbacks = new Map([["undo", [step("u0"), step("u1")]]]);
    const plans = [
      { finalize: two, onFailure: null },
      { finalize: [], onFailure: "undo", rollbacks },
    ];
    for (const { onFailure, ...given } of plans) {
      for (const kind of ["retry-step", "skip-step"] as const) {
        const run = begin(runbook([phase("one", [step("a", { onFailure })])], given), ["ann"]);
        answer(run, onFailure === null ? SUCCESS : failure());
        answer(run, failure());
        order(run, { kind: "skip-step", executionId: id(2), reason: "must not run" });
        answer(run, failure());
        expect(order(run, { kind, executionId: id(3), reason: "done by hand" })).toBe("applied");
        while (run.jobs.length > 0) expect(answer(run).jobId).toMatch(/-3-retry-1$/);
        expect(run.world.executions.get(id(2))).toMatchObject({
          status: "cancelled",
          skipped: true,
        });
        expect(run.world.attention.size).toBe(0);
      }
    }
  });

  test("I17: a failed removal step is not retried while its own rollback runs", () => {
    const onMemberRemoved = [step("r0", { onFailure: "undo" })];
    const run = begin(runbook([phase("one", [step("a")])], { onMemberRemoved, rollbacks: undo }), [
      "ann",
    ]);
    const { id: memberId } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    answer(run);
    answer(run, failure());
    const again = { kind: "retry-step", executionId: id(2) } as const;
    expect(order(run, again)).toEqual({ refused: "still-undoing" });
    answer(run);
    expect(order(run, again)).toEqual({ refused: "step-not-failed" });
  });

  test("a rollback that failed is no longer asked about once its step is tried again", () => {
    const finalize = [batchStep("f0", { onFailure: "undo" })];
    const rollbacks = new Map([["undo", [batchStep("u0")]]]);
    for (const kind of ["retry-step", "skip-step"] as const) {
      const run = begin(runbook([phase("one", [step("a")])], { finalize, rollbacks }), ["ann"]);
      answer(run);
      answer(run, failure());
      answer(run, failure());
      expect([...run.world.attention.keys()]).toEqual(["step:2", "step:3"]);
      expect(order(run, { kind, executionId: id(2), reason: "done by hand" })).toBe("applied");
      while (run.jobs.length > 0) answer(run);
      expect(run.world.attention.size).toBe(0);
    }
  });

  test("failed steps of phases and of init have their own orders", () => {
    const run = begin(runbook([phase("one", [step("a")])], { init: [batchStep("i0")] }), ["ann"]);
    answer(run, failure());
    expect(order(run, { kind: "retry-step", executionId: id(1) })).toEqual({
      refused: "retry-init",
    });
    const other = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    answer(other, failure());
    expect(order(other, { kind: "retry-step", executionId: id(1) })).toEqual({
      refused: "retry-member",
    });
  });

  test("a step that timed out is not retried while its last question is out", () => {
    const poll = { intervalSec: 60, timeoutSec: 120 };
    const run = begin(
      runbook([phase("one", [step("a")])], { finalize: [batchStep("f0", { poll })] }),
      ["ann"],
    );
    answer(run);
    answer(run, NOT_YET);
    later(run, 60);
    later(run, 60);
    expect(rowsOf(run)[0]).toMatchObject({ status: "poll_timeout", outstanding: true });
    expect(order(run, { kind: "retry-step", executionId: id(2) })).toEqual({
      refused: "still-in-flight",
    });
  });
});
