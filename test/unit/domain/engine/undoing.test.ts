import { describe, expect, test } from "@jest/globals";
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import { BatchId } from "../../../../runtime/contract/ids.ts";
import type { Param, Runbook, Step } from "../../../../runtime/domain/runbook.ts";
import { answer, failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, rowsOf, steps } from "./begin.ts";
import { feed, type Run, startRun } from "./run.ts";
import { batchStep, phase, runbook, step, template, text } from "./runbooks.ts";
import { HOUR_SEC, START, startWorld } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const undo = (name: string, given: Partial<Step> = {}): Step =>
  step(name, { function: text("Undo-Thing"), ...given });

const withRollback = (of: Partial<Step>, ...rollback: readonly Step[]): Runbook =>
  runbook([phase("one", [step("a", { onFailure: "undo", ...of }), step("b")])], {
    rollbacks: new Map([["undo", rollback]]),
  });

describe("rollback", () => {
  test("X-17: O-018: M-078: its steps run in order; then the failed step is rolled back", () => {
    const run = begin(withRollback({}, undo("u0"), undo("u1")), ["ann"]);
    answer(run, failure());
    expect(member(run, "ann").status).toBe("failed");
    expect(jobIds(run)).toEqual(["rollback-3-attempt-1"]);
    expect(run.world.batch.status).toBe("active");
    answer(run);
    expect(jobIds(run)).toEqual(["rollback-4-attempt-1"]);
    expect(steps(run, "ann")[0]).toBe("step/0: failed");
    answer(run);
    expect(steps(run, "ann")).toEqual([
      "step/0: rolled_back",
      "step/1: cancelled",
      "rollback/0: succeeded",
      "rollback/1: succeeded",
    ]);
    expect(run.world.batch).toMatchObject({ status: "failed", compensations: 0 });
  });

  test("X-17: a rollback that fails leaves the step failed and calls for a person", () => {
    const run = begin(withRollback({}, undo("u0"), undo("u1")), ["ann"]);
    answer(run, failure());
    answer(run, failure());
    expect(steps(run, "ann")).toEqual([
      "step/0: failed",
      "step/1: cancelled",
      "rollback/0: failed",
      "rollback/1: cancelled",
    ]);
    expect([...run.world.attention.values()]).toMatchObject([
      { subject: "step:3", reason: "The rollback step u0 failed." },
    ]);
    expect(run.world.batch.status).toBe("failed");
  });

  test("O-018: without on_failure, or with an empty rollback, a failed step stays failed", () => {
    const bare = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    answer(bare, failure());
    expect(steps(bare, "ann")).toEqual(["step/0: failed"]);
    const empty = begin(withRollback({}), ["ann"]);
    answer(empty, failure());
    expect(steps(empty, "ann")).toEqual(["step/0: failed", "step/1: cancelled"]);
  });

  test("R40: I20: a rollback undoes what was sent, not what the row says now", () => {
    const items = [template("{{Mail}}"), { kind: "literal", value: 1 } as const];
    const entries = new Map([["Deep", { kind: "list", items } as const]]);
    const params = new Map<string, Param>([
      ["Was", { kind: "map", entries }],
      ["Batch", template("{{_batch_id}}")],
    ]);
    const run = startRun(startWorld(withRollback({}, undo("u0", { params }))), START);
    feed(run, memberNamed("ann", [["Mail", "old@x"]]), { kind: "batch-detected" });
    sweep(run);
    const data = new Map([...member(run, "ann").data, ["Mail", "new@x"]]);
    feed(run, { kind: "member-refreshed", memberId: member(run, "ann").id, data });
    answer(run, failure());
    expect(run.jobs[0]?.parameters).toEqual({ Was: { Deep: ["old@x", 1] }, Batch: 7 });
  });

  test("R39: I18: after a poll timeout the rollback waits for the open question", () => {
    const poll = { intervalSec: 60, timeoutSec: 600 };
    const run = begin(withRollback({ poll }, undo("u0")), ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    const question = run.jobs.shift();
    later(run, 540);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "poll_timeout", outstanding: true });
    expect(jobIds(run)).toEqual([]);
    if (question !== undefined) feed(run, resultOf(question, SUCCESS));
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "poll_timeout", outstanding: false });
    expect(jobIds(run)).toEqual(["rollback-3-attempt-1"]);
  });

  test("M-078: init rolls back too; the batch has failed by then", () => {
    const init = [batchStep("i0", { onFailure: "undo" })];
    const rollbacks = new Map([["undo", [batchStep("u0", { function: text("Undo-Thing") })]]]);
    const run = begin(runbook([phase("one", [step("a")])], { init, rollbacks }), ["ann"]);
    answer(run, failure());
    expect(run.world.batch).toMatchObject({ status: "failed", statusReason: "init_failed" });
    answer(run);
    expect(steps(run)).toEqual(["init/0: rolled_back", "rollback/0: succeeded"]);
  });
});

const removed = (run: Run, key: string) => {
  const { id: memberId, generation } = member(run, key);
  return feed(run, { kind: "member-removed", memberId, generation, why: "left_source" });
};

describe("removal", () => {
  const plan = runbook([phase("one", [step("a"), step("b")])], {
    onMemberRemoved: [undo("r0"), undo("r1")],
  });

  test("M-081: R39: R24: open steps are cancelled, the open job awaited, then it runs", () => {
    const run = begin(plan, ["ann", "bob"]);
    removed(run, "ann");
    expect(steps(run, "ann").slice(0, 2)).toEqual(["step/0: cancelled", "step/1: cancelled"]);
    expect(jobIds(run)).toEqual(["step-1-attempt-1", "step-2-attempt-1"]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1", "removal-5-attempt-1"]);
    expect(steps(run, "ann")[0]).toBe("step/0: cancelled");
    expect([...run.world.phases.values()][0]).toMatchObject({ total: 1, remaining: 1 });
  });

  test("R39: a job that never answers is awaited until its deadline and no longer", () => {
    const run = begin(plan, ["ann"]);
    removed(run, "ann");
    later(run, HOUR_SEC - 60);
    expect(jobIds(run)).toEqual(["step-1-attempt-1"]);
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-1-attempt-1", "removal-3-attempt-1"]);
    const late = run.jobs.shift();
    expect(late && feed(run, resultOf(late, SUCCESS))).toEqual(["duplicate"]);
  });

  test("R24: a polling member is removed like any other; a question that is out drains", () => {
    const poll = { intervalSec: 60, timeoutSec: 6_000 };
    const polled = runbook([phase("one", [step("a", { poll, dispatchTimeoutSec: 90 })])], {
      onMemberRemoved: [undo("r0")],
    });
    const run = begin(polled, ["ann"]);
    answer(run, NOT_YET);
    later(run, 60);
    run.jobs.shift();
    removed(run, "ann");
    expect(jobIds(run)).toEqual([]);
    later(run, 90);
    expect(jobIds(run)).toEqual([]);
    later(run, 30);
    expect(jobIds(run)).toEqual(["removal-2-attempt-1"]);
  });

  test("X-52: a drained job that was dead-lettered lets the removal go on", () => {
    const run = begin(plan, ["ann"]);
    removed(run, "ann");
    const executionId = rowsOf(run, "ann")[0]?.id;
    if (executionId === undefined) throw new Error("no step");
    feed(run, { kind: "job-dead-lettered", executionId, attempt: 1, poll: 0, reason: "TTL" });
    expect(jobIds(run)).toContain("removal-3-attempt-1");
  });

  test("a removal that fails stops, and calls for a person; the batch goes on", () => {
    const run = begin(plan, ["ann", "bob"]);
    removed(run, "ann");
    answer(run);
    answer(run);
    answer(run, failure());
    expect(steps(run, "ann").slice(2)).toEqual(["removal/0: failed", "removal/1: cancelled"]);
    expect(run.world.attention.has("step:5")).toBe(true);
    answer(run);
    expect(run.world.batch.status).toBe("completed");
  });

  test("X-57: I17: a removal that failed is not tried again for one who has returned", () => {
    const run = begin(plan, ["ann", "bob"]);
    removed(run, "ann");
    answer(run);
    answer(run);
    answer(run, failure());
    const { id: memberId, data } = member(run, "ann");
    feed(run, { kind: "member-returned", memberId, generation: 2, data, waitsFor: null });
    expect(run.world.attention.size).toBe(0);
    const failed = rowsOf(run, "ann").find(({ kind }) => kind === "removal");
    if (failed === undefined) throw new Error("no removal");
    const again = { kind: "retry-step", executionId: failed.id, ifSeq: null } as const;
    expect(feed(run, again)).toEqual([{ refused: "nothing-to-undo" }]);
  });

  describe("that fails after its member has returned", () => {
    const returned = (): readonly [Run, string] => {
      const run = begin(plan, ["ann", "bob"]);
      removed(run, "ann");
      const { id: memberId, data } = member(run, "ann");
      feed(run, { kind: "member-returned", memberId, generation: 2, data, waitsFor: null });
      answer(run);
      run.jobs.reverse();
      answer(run, failure());
      const [question] = run.world.attention.values();
      const reason = "The removal step r0 failed; its member has returned since.";
      expect(question).toMatchObject({ reason, actions: ["dismiss"] });
      return [run, question?.subject ?? ""];
    };

    test("X-57: only wants to be known, and the member is worked on anew", () => {
      const [run, subject] = returned();
      expect(feed(run, { kind: "dismiss", subject, ifSeq: null })).toEqual(["applied"]);
      expect(run.world.attention.size).toBe(0);
      while (run.jobs.length > 0) answer(run);
      expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
    });

    test("is not told any more once the batch is cancelled", () => {
      const [run] = returned();
      feed(run, { kind: "cancel", ifSeq: null });
      expect(run.world.attention.size).toBe(0);
    });
  });

  test("a removal step that failed and was rolled back only wants to be known", () => {
    const undone = runbook([phase("one", [step("a")])], {
      onMemberRemoved: [step("r0", { onFailure: "undo" })],
      rollbacks: new Map([["undo", [step("u0", { function: text("Undo-Thing") })]]]),
    });
    const run = begin(undone, ["ann", "bob"]);
    removed(run, "ann");
    answer(run);
    run.jobs.reverse();
    answer(run, failure());
    run.jobs.reverse();
    answer(run);
    const [[subject, { reason, actions }] = ["", { reason: "", actions: [] }]] = [
      ...run.world.attention,
    ];
    expect({ reason, actions }).toEqual({
      reason: "The removal step r0 failed and was undone.",
      actions: ["dismiss"],
    });
    expect(feed(run, { kind: "dismiss", subject, ifSeq: null })).toEqual(["applied"]);
    expect(run.world.attention.size).toBe(0);
  });

  test("R36: when a removed member is undone, whoever waits for it is told", () => {
    const run = begin(plan, ["ann", "bob"]);
    removed(run, "ann");
    answer(run);
    answer(run);
    const before = run.decisions.length;
    answer(run);
    answer(run);
    answer(run);
    const notices = run.decisions.slice(before).flatMap((decision) => decision.notices);
    expect(notices).toContainEqual({ kind: "member-drained", key: "ann" });
  });

  test("a removal that comes again, of an older generation, or too late is not carried out", () => {
    const run = begin(plan, ["ann"]);
    const { id: memberId } = member(run, "ann");
    const why = "left_source" as const;
    expect(feed(run, { kind: "member-removed", memberId, generation: 2, why })).toEqual([
      "duplicate",
    ]);
    answer(run);
    answer(run);
    expect(run.world.batch.status).toBe("completed");
    expect(removed(run, "ann")).toEqual([{ refused: "batch-ended" }]);
  });

  test("X-55: who is moved or removed before anything began needs no undoing", () => {
    const waiting = begin(plan, ["ann", "bob"], { batch: { isManual: true, start: null } });
    const leave = (key: string, why: "removed_by_operator" | "moved_unstarted") => {
      const { id: memberId } = member(waiting, key);
      feed(waiting, { kind: "member-removed", memberId, generation: 1, why });
      expect(steps(waiting, key)).toEqual([]);
      expect(member(waiting, key).status).toBe("removed");
    };
    leave("ann", "removed_by_operator");
    leave("bob", "moved_unstarted");
  });

  test("R36 (part): who leaves while waiting for another batch has nothing undone here", () => {
    const run = begin(plan, ["ann"]);
    const key = MemberKey.parse("zoe");
    const data = new Map([["Key", "zoe"]]);
    feed(run, { kind: "member-added", key, data, waitsFor: BatchId.parse(9) });
    removed(run, "zoe");
    expect(steps(run, "zoe").every((step) => step.endsWith("cancelled"))).toBe(true);
    expect(jobIds(run)).toEqual(["step-1-attempt-1"]);
  });

  test("X-55: who was begun between being looked at and being moved is undone all the same", () => {
    const run = begin(plan, ["ann", "bob"]);
    const { id: memberId, generation } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation, why: "moved_unstarted" });
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1", "removal-5-attempt-1"]);
  });
});
