import { describe, expect, test } from "@jest/globals";
import type { PhaseRow } from "../../../../runtime/domain/engine/rows.ts";
import { answer, failure, NOT_YET, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, phaseStatuses, rowsOf, steps } from "./begin.ts";
import { feed, type Run } from "./run.ts";
import { phase, runbook, step } from "./runbooks.ts";
import { START } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const phaseAt = (run: Run, index: number): PhaseRow => {
  const row = [...run.world.phases.values()][index];
  if (row === undefined) throw new Error(`no phase ${index}`);
  return row;
};
const POLL = { intervalSec: 60, timeoutSec: 6_000 };

describe("members go through a phase", () => {
  test("M-067: M-068: a member's next step follows its last; others do not wait", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")])]), ["ann", "bob"]);
    expect(jobIds(run)).toEqual(["step-1-attempt-1", "step-2-attempt-1"]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1", "step-3-attempt-1"]);
    answer(run);
    answer(run);
    answer(run);
    expect(phaseStatuses(run)).toEqual(["completed"]);
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
  });

  test("M-069, M-086 (part): a failing member takes its open steps along and nobody else's", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")])]), ["ann", "bob"]);
    answer(run, failure());
    expect(steps(run, "ann")).toEqual(["step/0: failed", "step/1: cancelled"]);
    expect(steps(run, "bob")).toEqual(["step/0: dispatched", "step/1: pending"]);
    expect(member(run, "ann").status).toBe("failed");
    expect(phaseAt(run, 0)).toMatchObject({ total: 2, remaining: 1, failed: 1, succeeded: 0 });
  });

  test.each([
    ["any", "completed", "completed"],
    ["all", "failed", "failed"],
  ] as const)(
    "X-16: with completion %s a phase that one member passed is %s",
    (completion, of, whole) => {
      const run = begin(runbook([phase("one", [step("a")], { completion })]), ["ann", "bob"]);
      answer(run, failure());
      answer(run);
      expect(phaseAt(run, 0)).toMatchObject({ status: of, outcome: "partial" });
      expect(run.world.batch).toMatchObject({ status: whole, outcome: "partial" });
    },
  );

  test("M-051, M-053: a phase that nobody passed is failed, as is a batch of nothing else", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    answer(run, failure());
    expect(phaseAt(run, 0)).toMatchObject({ status: "failed", outcome: "none" });
    expect(run.world.batch).toMatchObject({ status: "failed", statusReason: null });
  });

  test("R23: M-071: a phase without members and a phase without steps end at once", () => {
    const empty = begin(runbook([phase("one", [step("a")])]), []);
    expect(empty.world.batch).toMatchObject({ status: "completed", outcome: "none" });
    const idle = begin(runbook([phase("one", [])]), ["ann"]);
    expect(phaseAt(idle, 0)).toMatchObject({ status: "completed", outcome: "all", succeeded: 1 });
    const bare = begin(runbook([]), ["ann"]);
    expect(bare.world.batch.status).toBe("completed");
  });

  test("R23: a later phase ends empty when all members failed before it", () => {
    const early = phase("one", [step("a")], { offsetMinutes: 60 });
    const start = new Date(START.getTime() + 3_600_000);
    const run = begin(runbook([early, phase("two", [step("b")])]), ["ann"], { batch: { start } });
    answer(run, failure());
    later(run, 3_600);
    expect(phaseStatuses(run)).toEqual(["failed", "completed"]);
    expect(run.world.batch).toMatchObject({ status: "failed", outcome: "none" });
  });

  test("M-083: I15: a phase opens once, when it is due and the batch is active", () => {
    const plan = runbook([phase("one", [step("a")]), phase("two", [step("b")])]);
    const start = new Date(START.getTime() + 3_600_000);
    const run = begin(plan, ["ann"], { batch: { start } });
    const { id: phaseId } = phaseAt(run, 0);
    expect(feed(run, { kind: "phase-due", phaseId })).toEqual([{ refused: "not-due" }]);
    later(run, 3_600);
    expect(phaseStatuses(run)).toEqual(["dispatched", "dispatched"]);
    expect(feed(run, { kind: "phase-due", phaseId })).toEqual(["duplicate"]);
    expect(steps(run, "ann")).toHaveLength(2);
  });

  test("a phase that is not there is a message for the dead-letter queue", () => {
    const run = begin(runbook([]), []);
    const phaseId = phaseAt(begin(runbook([phase("one", [])]), []), 0).id;
    expect(feed(run, { kind: "phase-due", phaseId })).toEqual([
      { deadLetter: "no phase has this id" },
    ]);
  });

  test("R30 (part): opening a phase is one move for all; the sweep then sends first steps", () => {
    const plan = runbook([phase("one", [step("a"), step("b")])]);
    const start = new Date(START.getTime() + 60_000);
    const run = begin(plan, ["ann", "bob", "cem"], { batch: { start } });
    run.now = start;
    feed(run, { kind: "phase-due", phaseId: phaseAt(run, 0).id });
    const opened = run.decisions.at(-1);
    expect(opened?.bulk).toMatchObject([{ kind: "openPhase", firstId: 1, steps: 2, members: 3 }]);
    expect(opened?.inserts).toEqual([]);
    expect(opened?.publish).toEqual([]);
    expect(opened?.more).toEqual({ kind: "sweep" });
    expect(rowsOf(run, "cem").map(({ id, dueAt }) => [id, dueAt])).toEqual([
      [3, start],
      [6, null],
    ]);
  });
});

describe("from phase to phase", () => {
  const twoPhases = (gate: "previous_phase" | "none") =>
    runbook([phase("one", [step("a", { poll: POLL })]), phase("two", [step("b")], { gate })]);

  test("X-73: R38: a member starts the next phase after its steps of this one have ended", () => {
    const run = begin(twoPhases("previous_phase"), ["ann"]);
    answer(run, NOT_YET);
    expect(jobIds(run)).toEqual([]);
    expect(steps(run, "ann")).toEqual(["step/0: polling", "step/0: pending"]);
    later(run, 60);
    answer(run, SUCCESS);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
  });

  test("X-73: I4: without a gate phases overlap, yet only one job is out at a time", () => {
    const run = begin(twoPhases("none"), ["ann"]);
    expect(jobIds(run)).toEqual(["step-1-attempt-1"]);
    answer(run, NOT_YET);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1"]);
  });

  test("X-15: at a barrier nobody starts a step before all have passed the one before", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")], { barrier: true })]), [
      "ann",
      "bob",
      "cem",
    ]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1", "step-3-attempt-1"]);
    answer(run, failure());
    answer(run);
    expect(jobIds(run)).toEqual(["step-4-attempt-1", "step-6-attempt-1"]);
  });

  test("X-15: a member who leaves no longer holds the barrier", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")], { barrier: true })]), [
      "ann",
      "bob",
    ]);
    answer(run);
    const { id: memberId, generation } = member(run, "bob");
    feed(run, { kind: "member-removed", memberId, generation, why: "left_source" });
    sweep(run);
    expect(jobIds(run)).toContain("step-3-attempt-1");
  });

  test("X-71: X-59: M-080: an ended phase stays so; who comes late counts beside it", () => {
    const plan = runbook([phase("one", [step("a")]), phase("two", [step("b"), step("c")])]);
    const run = begin(plan, ["ann"]);
    answer(run);
    expect(phaseStatuses(run)).toEqual(["completed", "dispatched"]);
    feed(run, memberNamed("zoe"));
    expect(steps(run, "zoe")).toEqual(["step/0: dispatched", "step/0: pending", "step/1: pending"]);
    expect(phaseAt(run, 0)).toMatchObject({ status: "completed", lateMembers: 1, total: 1 });
    expect(phaseAt(run, 1)).toMatchObject({ total: 2, remaining: 2 });
    expect(run.world.batch.lateExecutions).toBe(1);
    for (let jobs = 0; jobs < 5; jobs += 1) answer(run);
    expect(phaseAt(run, 0).lateSucceeded).toBe(1);
    expect(run.world.batch).toMatchObject({ status: "completed", lateExecutions: 0 });
  });

  describe("who comes late to a phase that has ended", () => {
    const first = phase("one", [step("a")], { offsetMinutes: 60 });
    const plan = runbook([first, phase("two", [step("b")])]);
    const start = new Date(START.getTime() + 3_600_000);

    test("X-16, X-59: and fails is one whom the batch lost, though the phase says all", () => {
      const run = begin(plan, ["ann"], { batch: { start } });
      answer(run);
      feed(run, memberNamed("zoe"));
      answer(run, failure());
      later(run, 3_600);
      answer(run);
      expect([phaseAt(run, 0).outcome, phaseAt(run, 1).outcome]).toEqual(["all", "all"]);
      expect(run.world.batch).toMatchObject({ status: "completed", outcome: "partial" });
    });

    test("X-16, R23: and fails where nobody had been in time makes it a phase that failed", () => {
      const run = begin(plan, ["ann"], { batch: { start } });
      const why = "left_source";
      feed(run, { kind: "member-removed", memberId: member(run, "ann").id, generation: 1, why });
      run.jobs.length = 0;
      feed(run, memberNamed("zoe"));
      sweep(run);
      answer(run, failure());
      later(run, 3_600);
      expect(phaseAt(run, 0)).toMatchObject({ status: "completed", outcome: "none" });
      expect(run.world.batch).toMatchObject({ status: "failed", outcome: "none" });
    });

    test("X-16, X-18: and comes through is one, also for a batch that is cancelled then", () => {
      const run = begin(plan, ["ann"], { batch: { start } });
      answer(run, failure());
      feed(run, { kind: "retry-member", memberId: member(run, "ann").id, ifSeq: null });
      sweep(run);
      answer(run);
      expect(phaseAt(run, 0)).toMatchObject({ status: "failed", lateSucceeded: 1 });
      feed(run, { kind: "cancel", ifSeq: null });
      expect(run.world.batch).toMatchObject({ statusReason: "cancelled", outcome: "partial" });
    });
  });
});
