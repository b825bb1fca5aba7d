import { describe, expect, test } from "@jest/globals";
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import { BatchId, MemberId } from "../../../../runtime/contract/ids.ts";
import { answer, failure, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, rowsOf, steps } from "./begin.ts";
import { feed, type Run } from "./run.ts";
import { phase, retries, runbook, step, text } from "./runbooks.ts";
import { START } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const plan = runbook([phase("one", [step("a"), step("b")])], {
  onMemberRemoved: [step("r0", { function: text("Undo-Thing") })],
});

const remove = (run: Run, key: string) => {
  const { id: memberId, generation } = member(run, key);
  return feed(run, { kind: "member-removed", memberId, generation, why: "rescheduled" });
};
const comeBack = (run: Run, key: string, generation: number) => {
  const { id: memberId, data } = member(run, key);
  return feed(run, { kind: "member-returned", memberId, generation, data, waitsFor: null });
};
const NOBODY = MemberId.parse(99);

describe("members join", () => {
  test("M-079: O-011: R37: one who joins a phase under way catches up, one step at a time", () => {
    const run = begin(plan, ["ann"]);
    expect(feed(run, memberNamed("zoe"), memberNamed("zoe"))).toEqual(["applied", "duplicate"]);
    expect(steps(run, "zoe")).toEqual(["step/0: dispatched", "step/1: pending"]);
    expect([...run.world.phases.values()][0]).toMatchObject({ total: 2, remaining: 2 });
  });

  test("M-079: a phase still pending takes the new member in when it opens", () => {
    const start = new Date(START.getTime() + 60_000);
    const run = begin(plan, ["ann"], { batch: { start } });
    feed(run, memberNamed("zoe"));
    expect(steps(run, "zoe")).toEqual([]);
    later(run, 60);
    expect(steps(run, "zoe")).toEqual(["step/0: dispatched", "step/1: pending"]);
  });

  test("R36: one who is still being undone elsewhere begins when that batch lets go", () => {
    const run = begin(plan, ["ann"]);
    const from = BatchId.parse(3);
    const data = new Map([["Key", "zoe"]]);
    feed(run, { kind: "member-added", key: MemberKey.parse("zoe"), data, waitsFor: from });
    expect(steps(run, "zoe")).toEqual(["step/0: pending", "step/1: pending"]);
    const { id: memberId } = member(run, "zoe");
    const released = { kind: "member-released", memberId, from } as const;
    expect(feed(run, { ...released, from: BatchId.parse(4) })).toEqual(["duplicate"]);
    expect(feed(run, released, released)).toEqual(["applied", "duplicate"]);
    expect(steps(run, "zoe")[0]).toBe("step/0: dispatched");
  });

  test("R36: one who was in two batches before begins when both have let go", () => {
    const run = begin(plan, ["ann"]);
    const [first, second] = [BatchId.parse(3), BatchId.parse(4)];
    const data = new Map([["Key", "zoe"]]);
    feed(run, { kind: "member-added", key: MemberKey.parse("zoe"), data, waitsFor: second });
    const { id: memberId } = member(run, "zoe");
    const released = { kind: "member-released", memberId } as const;
    feed(run, { ...released, from: second, waitsFor: first });
    expect(member(run, "zoe").waitsFor).toBe(first);
    expect(steps(run, "zoe")[0]).toBe("step/0: pending");
    expect(run.decisions.at(-1)?.events).toMatchObject([
      { type: "member.waits", memberId, detail: { for: first } },
    ]);
    feed(run, { ...released, from: first, waitsFor: null });
    expect(steps(run, "zoe")[0]).toBe("step/0: dispatched");
  });

  test("X-57: I18: one who returns starts anew after the removal of last time is done", () => {
    const run = begin(plan, ["ann"]);
    feed(run, memberNamed("bob"));
    remove(run, "ann");
    expect(comeBack(run, "ann", 2)).toEqual(["applied"]);
    expect(comeBack(run, "ann", 2)).toEqual(["duplicate"]);
    expect(jobIds(run)).toEqual(["step-1-attempt-1", "step-3-attempt-1"]);
    answer(run);
    expect(jobIds(run).at(-1)).toBe("removal-5-attempt-1");
    answer(run);
    answer(run);
    expect(rowsOf(run, "ann").map(({ generation, status }) => [generation, status])).toEqual([
      [1, "cancelled"],
      [1, "cancelled"],
      [1, "succeeded"],
      [2, "dispatched"],
      [2, "pending"],
    ]);
  });

  test("X-57: who had passed a phase and returns is counted in it once", () => {
    const run = begin(plan, ["ann", "bob"]);
    answer(run);
    answer(run);
    answer(run);
    remove(run, "ann");
    comeBack(run, "ann", 2);
    expect([...run.world.phases.values()][0]).toMatchObject({
      total: 2,
      remaining: 2,
      succeeded: 0,
    });
  });

  test("R26: X-57: nobody returns to an ended batch, nor a failed member by itself", () => {
    const run = begin(plan, ["ann", "bob"]);
    answer(run, failure());
    expect(comeBack(run, "ann", 2)).toEqual(["duplicate"]);
    remove(run, "bob");
    answer(run);
    answer(run);
    expect(run.world.batch.status).toBe("failed");
    expect(comeBack(run, "bob", 2)).toEqual([{ refused: "batch-ended" }]);
  });
});

describe("members change", () => {
  test("R40: new values reach steps that were not sent yet, and no retry of one that was", () => {
    const retried = step("a", { retry: retries(1) });
    const run = begin(runbook([phase("one", [retried, step("b")])]), ["ann"]);
    const { id: memberId } = member(run, "ann");
    const data = new Map([["Key", "ann-smith"]]);
    const refresh = { kind: "member-refreshed", memberId, data } as const;
    expect(feed(run, refresh, refresh)).toEqual(["applied", "duplicate"]);
    answer(run, failure());
    later(run, 60);
    expect(run.jobs[0]?.parameters).toEqual({ Key: "ann" });
    answer(run, SUCCESS);
    expect(run.jobs[0]?.parameters).toEqual({ Key: "ann-smith" });
  });

  test("X-70: held removals call for a person; approval is for the next tick", () => {
    const run = begin(plan, ["ann", "bob"]);
    const held = { kind: "removals-held", count: 12, limit: 5, why: "too-many" } as const;
    expect(feed(run, held)).toEqual(["applied"]);
    expect(feed(run, held)).toEqual(["duplicate"]);
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: expect.stringMatching(/^12 members of this batch would be removed; 5 of the/) },
    ]);
    const memberIds = [member(run, "ann").id, NOBODY];
    const approve = { kind: "approve-removals", memberIds, ifSeq: null } as const;
    expect(feed(run, approve)).toEqual(["applied"]);
    expect(feed(run, approve)).toEqual(["duplicate"]);
    expect(member(run, "ann")).toMatchObject({ status: "active", removalApproved: true });
    expect(run.world.attention.size).toBe(0);
  });

  test("X-70: an approval is used up by the removal, and lapses when the row is back", () => {
    const run = begin(plan, ["ann", "bob"]);
    const [ann, bob] = [member(run, "ann").id, member(run, "bob").id];
    feed(run, { kind: "approve-removals", memberIds: [ann, bob], ifSeq: null });
    const lapse = { kind: "approval-lapsed", memberId: ann } as const;
    expect(feed(run, lapse, lapse)).toEqual(["applied", "duplicate"]);
    expect(member(run, "ann")).toMatchObject({ status: "active", removalApproved: false });
    expect(run.decisions.at(-1)?.events.map(({ type }) => type)).toEqual(["removal.lapsed"]);
    remove(run, "bob");
    expect(member(run, "bob")).toMatchObject({ status: "removed", removalApproved: false });
  });

  test("what is said of a member that does not exist is for the dead-letter queue", () => {
    const run = begin(plan, ["ann"]);
    const said = { memberId: NOBODY, generation: 1, data: new Map(), waitsFor: null };
    const verdicts = feed(
      run,
      { kind: "member-removed", why: "left_source", ...said },
      { kind: "member-returned", ...said },
      { kind: "member-refreshed", ...said },
      { kind: "approval-lapsed", ...said },
      { kind: "member-released", from: BatchId.parse(3), ...said },
    );
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict)))).toEqual(
      new Set(['{"deadLetter":"no member has this id"}']),
    );
    sweep(run);
  });
});
