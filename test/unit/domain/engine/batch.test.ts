import { describe, expect, test } from "@jest/globals";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import { answer, failure, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, phaseStatuses, rowsOf, steps } from "./begin.ts";
import { feed } from "./run.ts";
import { batchStep, phase, retries, runbook, step, text } from "./runbooks.ts";
import { HOUR_SEC, START } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const work = [phase("one", [step("a")]), phase("two", [step("b")])];
const withInit = (given: Partial<Runbook> = {}): Runbook =>
  runbook(work, { init: [batchStep("i0"), batchStep("i1")], ...given });

describe("init", () => {
  test("M-066: M-050: O-005: its steps run in turn; then due phases open", () => {
    const run = begin(withInit(), ["ann"]);
    expect(run.world.batch.status).toBe("init_dispatched");
    expect(jobIds(run)).toEqual(["init-1-attempt-1"]);
    expect(run.jobs[0]).toMatchObject({
      parameters: { Batch: 7 },
      correlationData: { isInitStep: true, batchId: 7, runbookVersion: 1 },
    });
    answer(run);
    expect(jobIds(run)).toEqual(["init-2-attempt-1"]);
    const [first] = run.world.phases.keys();
    const due = first === undefined ? [] : feed(run, { kind: "phase-due", phaseId: first });
    expect(due).toEqual([{ refused: "batch-not-active" }]);
    answer(run);
    expect(run.world.batch.status).toBe("active");
    expect(phaseStatuses(run)).toEqual(["dispatched", "dispatched"]);
  });

  test("M-066: M-051: an init step that gives up fails the batch; no phase begins", () => {
    const run = begin(withInit(), ["ann"]);
    answer(run, failure());
    expect(run.world.batch).toMatchObject({ status: "failed", statusReason: "init_failed" });
    expect(phaseStatuses(run)).toEqual(["skipped", "skipped"]);
    expect(steps(run)).toEqual(["init/0: failed", "init/1: cancelled"]);
    expect(feed(run, memberNamed("zoe"))).toEqual([{ refused: "batch-ended" }]);
  });

  test("M-050: a batch begins once", () => {
    const run = begin(withInit(), ["ann"]);
    expect(feed(run, { kind: "batch-detected" })).toEqual(["duplicate"]);
    const manual = begin(withInit(), ["ann"], { batch: { isManual: true, start: null } });
    expect(feed(manual, { kind: "batch-detected" })).toEqual(["duplicate"]);
    expect(manual.world.phases.size).toBe(2);
  });

  test("R26: a retried init goes on where it failed, and its phases are back", () => {
    const run = begin(withInit(), ["ann"]);
    answer(run);
    answer(run, failure());
    expect(feed(run, { kind: "retry-init", ifSeq: null })).toEqual(["applied"]);
    expect(jobIds(run)).toEqual(["init-2-retry-1"]);
    expect(phaseStatuses(run)).toEqual(["pending", "pending"]);
    expect(feed(run, { kind: "retry-init", ifSeq: null })).toEqual([
      { refused: "init-not-failed" },
    ]);
    answer(run);
    expect(run.world.batch.status).toBe("active");
  });

  test("R26: an init that was rolled back begins anew, once that is done", () => {
    const rollbacks = new Map([["undo", [batchStep("u0", { function: text("Undo-Thing") })]]]);
    const init = [batchStep("i0"), batchStep("i1", { onFailure: "undo" })];
    const run = begin(withInit({ init, rollbacks }), ["ann"]);
    answer(run);
    answer(run, failure());
    expect(feed(run, { kind: "retry-init", ifSeq: null })).toEqual([{ refused: "still-undoing" }]);
    answer(run);
    feed(run, { kind: "retry-init", ifSeq: null });
    expect(steps(run)).toEqual([
      "init/0: succeeded",
      "init/1: rolled_back",
      "rollback/0: succeeded",
      "init/0: dispatched",
      "init/1: pending",
    ]);
  });
});

describe("finalize", () => {
  const finalize = [batchStep("f0"), batchStep("f1")];
  const plan = runbook([phase("one", [step("a")])], { finalize });

  test.each([
    ["succeeded", SUCCESS, "completed"],
    ["failed", failure(), "failed"],
  ] as const)("X-64: runs once, in order, when all phases have %s", (_title, outcome, status) => {
    const run = begin(plan, ["ann"]);
    answer(run, outcome);
    expect(jobIds(run)).toEqual(["finalize-2-attempt-1"]);
    expect(run.world.batch).toMatchObject({ status: "active", finalize: "running" });
    expect(feed(run, memberNamed("zoe"))).toEqual([{ refused: "batch-ended" }]);
    answer(run);
    answer(run);
    expect(run.world.batch).toMatchObject({ status, finalize: "done" });
    expect(steps(run)).toEqual(["finalize/0: succeeded", "finalize/1: succeeded"]);
  });

  test("X-64: a failed finalize step changes no outcome and is shown; it may be retried", () => {
    const run = begin(plan, ["ann"]);
    answer(run);
    answer(run, failure());
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
    expect(steps(run)).toEqual(["finalize/0: failed", "finalize/1: cancelled"]);
    expect(run.world.attention.has("step:2")).toBe(true);
    const [failed] = rowsOf(run);
    if (failed === undefined) throw new Error("no finalize step");
    feed(run, { kind: "retry-step", executionId: failed.id, ifSeq: null });
    answer(run);
    answer(run);
    expect(steps(run)).toEqual(["finalize/0: succeeded", "finalize/1: succeeded"]);
    expect(run.world.attention.size).toBe(0);
  });
});

describe("finalize after a failed init", () => {
  const finalize = [batchStep("f0")];
  const plan = runbook([phase("one", [step("a")])], { init: [batchStep("i0")], finalize });

  test("X-64: does not run: the init may be retried, and then it runs once at the end", () => {
    const run = begin(plan, ["ann"]);
    answer(run, failure());
    expect(run.world.batch).toMatchObject({ status: "failed", statusReason: "init_failed" });
    expect(jobIds(run)).toEqual([]);
    expect(steps(run)).toEqual(["init/0: failed"]);
    expect(feed(run, { kind: "retry-init", ifSeq: null })).toEqual(["applied"]);
    for (let step = 0; step < 3; step += 1) answer(run);
    expect(run.world.batch).toMatchObject({ status: "completed", finalize: "done" });
    expect(steps(run)).toEqual(["init/0: succeeded", "finalize/0: succeeded"]);
    expect(jobIds(run)).toEqual([]);
  });
});

describe("cancel", () => {
  test("X-18: R27: I11: what is open is cancelled, what is out drains, then it is over", () => {
    const start = new Date(START.getTime() + 3_600_000);
    const early = phase("one", [step("a", { retry: retries(3) })], { offsetMinutes: 60 });
    const plan = runbook([early, phase("two", [step("b")])], { finalize: [batchStep("f0")] });
    const run = begin(plan, ["ann", "bob"], { batch: { start } });
    answer(run);
    expect(feed(run, { kind: "cancel", ifSeq: null })).toEqual(["applied"]);
    expect(run.world.batch).toMatchObject({
      status: "failed",
      statusReason: "cancelling",
      fence: 2,
    });
    expect(phaseStatuses(run)).toEqual(["failed", "skipped"]);
    expect(steps(run, "bob")).toEqual(["step/0: cancelled"]);
    answer(run, failure());
    expect(jobIds(run)).toEqual(["finalize-3-attempt-1"]);
    expect(run.world.batch).toMatchObject({ statusReason: "cancelling", outcome: "partial" });
    answer(run);
    expect(run.world.batch).toMatchObject({ statusReason: "cancelled", outcome: "partial" });
    expect(jobIds(run)).toEqual([]);
    expect(feed(run, { kind: "cancel", ifSeq: null })).toEqual(["duplicate"]);
    expect(
      feed(run, { kind: "retry-member", memberId: member(run, "bob").id, ifSeq: null }),
    ).toEqual([{ refused: "member-not-failed" }]);
  });

  test("R27: a job that never answers holds the cancellation until its deadline", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    feed(run, { kind: "cancel", ifSeq: null });
    later(run, HOUR_SEC);
    expect(run.world.batch).toMatchObject({ statusReason: "cancelled", outcome: "none" });
  });

  test("R39: undoing that has begun runs on to its end", () => {
    const rollbacks = new Map([["undo", [step("u0", { function: text("Undo-Thing") })]]]);
    const run = begin(runbook([phase("one", [step("a", { onFailure: "undo" })])], { rollbacks }), [
      "ann",
    ]);
    answer(run, failure());
    feed(run, { kind: "cancel", ifSeq: null });
    expect(run.world.batch.statusReason).toBe("cancelling");
    answer(run);
    expect(steps(run, "ann")).toEqual(["step/0: rolled_back", "rollback/0: succeeded"]);
    expect(run.world.batch.statusReason).toBe("cancelled");
  });

  test("X-64: finalize that was cancelled, or a batch whose init was not over, runs none", () => {
    const finalize = [batchStep("f0"), batchStep("f1")];
    const late = begin(runbook([phase("one", [step("a")])], { finalize }), ["ann"]);
    answer(late);
    expect(jobIds(late)).toEqual(["finalize-2-attempt-1"]);
    feed(late, { kind: "cancel", ifSeq: null });
    answer(late);
    expect(steps(late)).toEqual(["finalize/0: cancelled", "finalize/1: cancelled"]);
    expect(late.world.batch.statusReason).toBe("cancelled");
    const early = begin(runbook([], { init: [batchStep("i0")], finalize }), ["ann"]);
    feed(early, { kind: "cancel", ifSeq: null });
    answer(early);
    expect(steps(early)).toEqual(["init/0: cancelled"]);
    expect(early.world.batch.statusReason).toBe("cancelled");
  });

  test("R27: cancelling a paused batch lets its undoing come to an end", () => {
    const onMemberRemoved = [step("r0", { function: text("Undo-Thing") })];
    const run = begin(runbook([phase("one", [step("a")])], { onMemberRemoved }), ["ann", "bob"]);
    feed(run, { kind: "pause", phaseId: null, ifSeq: null });
    const { id: memberId } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    answer(run);
    expect(steps(run, "ann")).toEqual(["step/0: cancelled", "removal/0: pending"]);
    feed(run, { kind: "cancel", ifSeq: null });
    expect(run.world.batch).toMatchObject({ statusReason: "cancelling", paused: false });
    sweep(run);
    answer(run);
    answer(run);
    expect(steps(run, "ann")).toEqual(["step/0: cancelled", "removal/0: succeeded"]);
    expect(run.world.batch.statusReason).toBe("cancelled");
  });

  test("an ended batch is not cancelled; a cancelled one's held steps ask for nobody", () => {
    const over = begin(runbook([]), []);
    expect(feed(over, { kind: "cancel", ifSeq: null })).toEqual([{ refused: "batch-ended" }]);
    const held = begin(runbook([phase("one", [step("a", { function: text("Send-Once") })])]), [
      "ann",
      "bob",
    ]);
    later(held, HOUR_SEC);
    expect(held.world.attention.size).toBe(2);
    feed(held, { kind: "cancel", ifSeq: null });
    expect(held.world.attention.size).toBe(0);
    expect(held.world.batch.statusReason).toBe("cancelled");
  });
});

describe("manual batches", () => {
  const manual = { batch: { isManual: true, start: null } } as const;

  test("M-090: M-091: each advance sets one thing going: init, then each phase", () => {
    const run = begin(withInit(), ["ann"], manual);
    const advance = () => feed(run, { kind: "advance", ifSeq: null });
    expect([...run.world.phases.values()].map(({ dueAt }) => dueAt)).toEqual([null, null]);
    expect(advance()).toEqual(["applied"]);
    expect(run.world.batch.status).toBe("init_dispatched");
    expect(advance()).toEqual([{ refused: "in-progress" }]);
    answer(run);
    answer(run);
    expect(phaseStatuses(run)).toEqual(["pending", "pending"]);
    expect(advance()).toEqual(["applied"]);
    expect(phaseStatuses(run)).toEqual(["dispatched", "pending"]);
    expect(advance()).toEqual([{ refused: "in-progress" }]);
    sweep(run);
    answer(run);
    expect(advance()).toEqual(["applied"]);
    sweep(run);
    answer(run);
    expect(advance()).toEqual([{ refused: "nothing-left" }]);
    expect(run.world.batch.status).toBe("completed");
  });

  test("M-091: without init the first advance opens a phase; others refuse", () => {
    const run = begin(runbook(work), ["ann"], manual);
    expect(feed(run, { kind: "advance", ifSeq: null })).toEqual(["applied"]);
    expect(phaseStatuses(run)).toEqual(["dispatched", "pending"]);
    const automated = begin(runbook(work), ["ann"]);
    expect(feed(automated, { kind: "advance", ifSeq: null })).toEqual([{ refused: "not-manual" }]);
  });

  test("M-091: nothing is left while a batch finalizes, or has no phases at all", () => {
    const run = begin(
      runbook([phase("one", [])], { finalize: [batchStep("f0")] }),
      ["ann"],
      manual,
    );
    feed(run, { kind: "advance", ifSeq: null });
    expect(feed(run, { kind: "advance", ifSeq: null })).toEqual([{ refused: "nothing-left" }]);
    const bare = begin(runbook([]), [], manual);
    expect(feed(bare, { kind: "advance", ifSeq: null })).toEqual(["applied"]);
    expect(bare.world.batch.status).toBe("completed");
  });

  test("R17: an order given on an older picture of the batch is refused", () => {
    const run = begin(runbook(work), ["ann"], manual);
    const { eventSeq: ifSeq } = run.world.batch;
    expect(feed(run, { kind: "advance", ifSeq }, { kind: "advance", ifSeq })).toEqual([
      "applied",
      { refused: "batch-changed" },
    ]);
  });
});
