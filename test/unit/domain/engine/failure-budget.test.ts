import { describe, expect, test } from "@jest/globals";
import type { WorkerOutcome } from "../../../../runtime/contract/messages/worker-result.ts";
import { answer, failure, resultOf, SUCCESS } from "./answers.ts";
import { begin, member, memberNamed, phaseStatuses } from "./begin.ts";
import { order } from "./order.ts";
import { feed, type Run } from "./run.ts";
import { phase, runbook, step } from "./runbooks.ts";
import { sweep } from "./sweep.ts";

describe("failure budget", () => {
  const budget = (failedMax: number | null, failedPercentMax: number | null) =>
    ({
      kind: "set-budget",
      budget: { failedMax, failedPercentMax, sampleMin: 3 },
      ifSeq: null,
    }) as const;
  const single = runbook([phase("one", [step("a")])]);

  test("more failed members than allowed pause the batch and call for a person", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve"]);
    expect(feed(run, budget(1, null))).toEqual(["applied"]);
    expect(feed(run, budget(1, null))).toEqual(["duplicate"]);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: "More members failed than the failure budget allows." },
    ]);
    answer(run, failure());
    feed(run, { kind: "resume", phaseId: null, ifSeq: null });
    expect(run.world.attention.size).toBe(0);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  test("a budget of nobody is spent by the first", () => {
    const run = begin(single, ["ann", "bob"]);
    feed(run, budget(0, null));
    answer(run, failure());
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: "More members failed than the failure budget allows." },
    ]);
  });

  test("a share counts once enough members are done to mean anything", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan"]);
    feed(run, budget(null, 50));
    answer(run, failure());
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  test("a share also counts from the moment in which one who came through makes enough", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve"]);
    feed(run, budget(null, 50));
    answer(run, failure());
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run);
    expect(run.world.batch.paused).toBe(true);
  });

  test("what a resuming operator has accepted is no reason to pause when enough are done", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan"]);
    feed(run, budget(1, 50));
    answer(run, failure());
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
    feed(run, { kind: "resume", phaseId: null, ifSeq: null });
    answer(run);
    expect(run.world.batch.paused).toBe(false);
  });

  test("one who fails counts for the share of every phase it was under way in", () => {
    const ungated = phase("two", [step("b")], { gate: "none" });
    const keys = ["ann", "bob", "cem", "dan", "eve", "fay"];
    const run = begin(runbook([phase("one", [step("a")]), ungated]), keys);
    expect(phaseStatuses(run)).toEqual(["dispatched", "dispatched"]);
    feed(run, budget(null, 50));
    for (let through = 0; through < 3; through += 1) answer(run);
    answer(run, failure());
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    // Of the first phase half of six, which is allowed; of the second all who are done.
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  test("a share that is not exceeded does not pause", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan"]);
    feed(run, budget(null, 50));
    answer(run);
    answer(run);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
  });

  const resume = { kind: "resume", phaseId: null, ifSeq: null } as const;

  test("who is tried again is no accepted failure: the budget does not grow by it", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve", "fay", "gus"]);
    feed(run, budget(1, null));
    answer(run, failure());
    answer(run, failure());
    feed(run, resume);
    for (const key of ["ann", "bob"]) {
      order(run, { kind: "retry-member", memberId: member(run, key).id });
    }
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  /** Tries a member again, who fails again. */
  function failAgain(run: Run, key: string): void {
    const waiting = run.jobs.splice(0);
    order(run, { kind: "retry-member", memberId: member(run, key).id });
    sweep(run);
    answer(run, failure());
    run.jobs.push(...waiting);
  }

  test.each([
    ["members", budget(1, null)],
    ["a share", budget(null, 40)],
  ])("an accepted one who fails again counts beside one not accepted (%s)", (_, limit) => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve", "fay", "gus"]);
    feed(run, limit);
    for (const outcome of [SUCCESS, SUCCESS, failure(), failure()]) answer(run, outcome);
    expect(run.world.batch.paused).toBe(true);
    feed(run, resume);
    answer(run, failure());
    expect(run.world.batch).toMatchObject({ paused: false, failuresAccepted: 2 });
    failAgain(run, "cem");
    expect(run.world.batch).toMatchObject({ paused: true, failuresAccepted: 1 });
  });

  test("one not accepted who is tried again leaves accepted what was", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve", "fay", "gus"]);
    feed(run, budget(1, null));
    for (const _ of "12") answer(run, failure());
    feed(run, resume);
    answer(run, failure());
    for (const _ of "12") failAgain(run, "cem");
    expect(run.world.batch).toMatchObject({ paused: false, failuresAccepted: 2 });
  });

  test("a share is taken of those who ended after a person accepted the failures before", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve", "fay", "gus"]);
    feed(run, budget(null, 50));
    for (const _ of "123") answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
    feed(run, resume);
    answer(run, failure());
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  test("a budget that is already exceeded when it is set pauses at once", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve"]);
    for (const _ of "123") answer(run, failure());
    feed(run, budget(3, null));
    expect(run.world.batch.paused).toBe(false);
    feed(run, budget(2, null));
    expect(run.world.batch.paused).toBe(true);
    feed(run, resume, budget(null, 90));
    expect(run.world.batch.paused).toBe(false);
  });

  test("a budget that is exceeded in a phase under way pauses when it is set", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve"]);
    for (const _ of "123") answer(run, failure());
    feed(run, budget(null, 90));
    expect(run.world.batch.paused).toBe(true);
  });

  describe("who comes late to a phase that has ended", () => {
    /** Three came through the first phase; the second has not begun. */
    const ended = (): Run => {
      const second = phase("two", [step("b")], { offsetMinutes: -600 });
      const run = begin(runbook([phase("one", [step("a", { onFailure: "undo" })]), second], undo), [
        "ann",
        "bob",
        "cem",
      ]);
      for (const _ of "123") answer(run);
      expect(phaseStatuses(run)[0]).toBe("completed");
      return run;
    };
    const undo = { rollbacks: new Map([["undo", [step("u0")]]]) };
    const join = (run: Run, key: string, outcome: WorkerOutcome): void => {
      feed(run, memberNamed(key));
      answer(run, outcome);
      while (run.jobs.length > 0) answer(run);
    };

    test("counts in its share like those who were in time", () => {
      const run = ended();
      feed(run, budget(null, 50));
      for (const key of ["dan", "eve", "fay"]) join(run, key, failure());
      expect(run.world.batch.paused).toBe(false);
      join(run, "gus", SUCCESS);
      join(run, "hal", failure());
      expect(run.world.batch.paused).toBe(false);
      join(run, "ida", failure());
      expect(run.world.batch.paused).toBe(true);
      expect([...run.world.phases.values()][0]).toMatchObject({ failed: 0, lateFailed: 5 });
      feed(run, resume);
      expect([...run.world.phases.values()][0]?.failuresAccepted).toBe(5);
    });

    test("makes its share count by coming through, once enough are done", () => {
      const run = ended();
      feed(run, { ...budget(null, 30), budget: { ...budget(null, 30).budget, sampleMin: 6 } });
      join(run, "dan", failure());
      join(run, "eve", failure());
      expect(run.world.batch.paused).toBe(false);
      join(run, "fay", SUCCESS);
      expect(run.world.batch.paused).toBe(true);
    });

    test("no longer counts when it is tried again or begins anew", () => {
      const run = ended();
      join(run, "dan", failure());
      feed(run, { kind: "pause", phaseId: null, ifSeq: null }, resume);
      order(run, { kind: "retry-member", memberId: member(run, "dan").id });
      const { id: memberId, data } = member(run, "ann");
      feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
      feed(run, { kind: "member-returned", memberId, generation: 2, data, waitsFor: null });
      expect([...run.world.phases.values()][0]).toMatchObject({
        succeeded: 3,
        lateWithdrawn: 1,
        lateFailed: 0,
        failuresAccepted: 0,
      });
    });
  });

  test("a budget that is spent under somebody's pause asks whoever resumes", () => {
    const run = begin(single, ["ann", "bob", "cem", "dan", "eve"]);
    feed(run, budget(1, null), { kind: "pause", phaseId: null, ifSeq: null });
    answer(run, failure());
    expect(run.world.attention.size).toBe(0);
    answer(run, failure());
    answer(run, failure());
    expect([...run.world.attention.values()]).toMatchObject([
      {
        reason: "More members failed than the failure budget allows.",
        actions: ["resume", "retry-member", "cancel"],
      },
    ]);
    const events = run.decisions.flatMap((decision) => decision.events);
    expect(events.filter(({ type }) => type === "batch.paused")).toHaveLength(1);
    feed(run, resume);
    expect(run.world.attention.size).toBe(0);
    expect(run.world.batch).toMatchObject({ paused: false, failuresAccepted: 3 });
  });

  test("what asks about the budget goes with a batch that is cancelled in the same breath", () => {
    const run = begin(single, ["ann", "bob", "cem"]);
    feed(run, budget(0, null));
    const [job] = run.jobs;
    if (job === undefined) throw new Error("no job");
    feed(run, resultOf(job, failure()), { kind: "cancel", ifSeq: null });
    expect([...run.world.attention.keys()]).toEqual([]);
  });
});
