import { describe, expect, test } from "@jest/globals";
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import { MemberId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { apply } from "../../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../../runtime/domain/engine/decide.ts";
import { openDraft } from "../../../../runtime/domain/engine/draft.ts";
import { moveStep } from "../../../../runtime/domain/engine/move.ts";
import { needs } from "../../../../runtime/domain/engine/needs.ts";
import { rowOf } from "../../../../runtime/domain/engine/table.ts";
import { answer, failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, rowsOf, steps } from "./begin.ts";
import { feed, signed } from "./run.ts";
import { phase, runbook, step, text } from "./runbooks.ts";
import { HOUR_SEC, version } from "./start-world.ts";
import { later } from "./sweep.ts";

const plan = runbook([phase("one", [step("a"), step("b")])]);
const undo = new Map([["undo", [step("u0", { function: text("Undo-Thing") })]]]);
const FIRST = StepExecutionId.parse(1);

describe("what a decision needs", () => {
  test("inputs name the rows they may touch, and nothing else", () => {
    const run = begin(plan, ["ann"]);
    const [job] = run.jobs;
    if (job === undefined) throw new Error("no job");
    const memberId = MemberId.parse(4);
    const need = needs(
      [
        resultOf(job, SUCCESS),
        { kind: "timer", executionId: StepExecutionId.parse(2) } as const,
        { kind: "retry-member", memberId, ifSeq: null } as const,
        { kind: "approve-removals", memberIds: [MemberId.parse(5)], ifSeq: null } as const,
        memberNamed("zoe"),
        { kind: "slot-due", key: "worker:w" } as const,
        {
          kind: "version-published",
          version: version(2),
          overdue: "rerun",
          rerunInit: false,
        } as const,
      ].map(signed),
    );
    expect([...need.executions]).toEqual([1, 2]);
    expect([...need.members]).toEqual([4, 5]);
    expect([...need.memberKeys]).toEqual([MemberKey.parse("zoe")]);
    expect(need.parked).toEqual([{ waitingFor: "worker:w", most: 500 }]);
    expect([...need.versions]).toEqual([2]);
  });
});

describe("inputs of one delivery that meet on the same rows", () => {
  test("I18: a cancel spares the rollback that began with it, and cancels the rest", () => {
    const both = runbook([phase("one", [step("a", { onFailure: "undo" }), step("b")])], {
      rollbacks: undo,
    });
    const run = begin(both, ["ann", "bob"]);
    const [job] = run.jobs.splice(0, 1);
    if (job === undefined) throw new Error("no job");
    feed(run, resultOf(job, failure()), { kind: "cancel", ifSeq: null });
    expect(steps(run, "ann")).toEqual([
      "step/0: failed",
      "step/1: cancelled",
      "rollback/0: dispatched",
    ]);
    expect(steps(run, "bob")).toEqual(["step/0: cancelled", "step/1: cancelled"]);
  });

  test("a step held just before the cancel is let go with it", () => {
    const once = runbook([phase("one", [step("a", { function: text("Send-Once") })])]);
    const run = begin(once, ["ann"]);
    run.now = new Date(run.now.getTime() + HOUR_SEC * 1_000);
    feed(run, { kind: "timer", executionId: FIRST }, { kind: "cancel", ifSeq: null });
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "failed", held: false });
    expect(run.world.attention.size).toBe(0);
  });

  test("R24: a member with a held step may be removed", () => {
    const once = runbook([phase("one", [step("a", { function: text("Send-Once") })])]);
    const run = begin(once, ["ann", "bob"]);
    later(run, HOUR_SEC);
    const { id: memberId } = member(run, "ann");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    expect([...run.world.attention.keys()]).toEqual(["step:2"]);
  });

  test("R14: a question that waited too long for its member is a timeout in its turn", () => {
    const poll = { intervalSec: 60, timeoutSec: 600 };
    const side = phase("two", [step("b")], { gate: "none" });
    const run = begin(runbook([phase("one", [step("a", { poll })]), side]), ["ann"]);
    later(run, 30);
    answer(run, NOT_YET);
    later(run, 60);
    later(run, 555);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    answer(run);
    expect(steps(run, "ann")).toEqual(["step/0: poll_timeout", "step/0: succeeded"]);
  });
});

describe("bugs are not decisions", () => {
  test("I19: no status changes but along an arrow of its table", () => {
    const run = begin(plan, ["ann"]);
    const draft = openDraft(run.world, run.now);
    const row = rowOf(draft.executions, FIRST);
    expect(() => moveStep(draft, row, { to: "rolled_back", cause: "rollback_succeeded" })).toThrow(
      "no arrow leads engine from dispatched to rolled_back by rollback_succeeded",
    );
    expect(() => moveStep(draft, row, { to: "cancelled", cause: "skipped" })).toThrow("no arrow");
  });

  test("a decision made for another state of the rows is not applied", () => {
    const run = begin(plan, ["ann"]);
    const [job] = run.jobs;
    if (job === undefined) throw new Error("no job");
    const decision = decide(run.world, [signed(resultOf(job, SUCCESS))], run.now);
    const after = apply(run.world, decision);
    expect(() => apply(after, decision)).toThrow("is not as expected");
  });

  test("a world that contradicts itself, or lacks what its rows refer to, is refused", () => {
    const run = begin(plan, ["ann"]);
    const [job] = run.jobs;
    const row = run.world.executions.get(FIRST);
    if (job === undefined || row === undefined) throw new Error("no job");
    const result = signed(resultOf(job, SUCCESS));
    const showing = (given: Partial<typeof row>) => ({
      ...run.world,
      executions: new Map([[FIRST, { ...row, ...given }]]),
    });
    const timer = signed({ kind: "timer", executionId: FIRST });
    const due = { status: "polling", dueAt: run.now } as const;
    expect(() => decide({ ...run.world, plans: new Map() }, [result], run.now)).toThrow(
      "version 1",
    );
    expect(() => decide({ ...run.world, members: new Map() }, [result], run.now)).toThrow("row 1");
    expect(() => decide(showing({ frozen: null }), [result], run.now)).toThrow("never sent");
    expect(() => decide(showing(due), [timer], run.now)).toThrow("without a poll policy");
    const poll = { intervalSec: 60, timeoutSec: 600 };
    const plans = new Map([[version(1), runbook([phase("one", [step("a", { poll })])])]]);
    const polled = { ...showing(due), plans };
    expect(() => decide(polled, [timer], run.now)).toThrow("does not say since when");
  });
});
