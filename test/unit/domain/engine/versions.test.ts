import { describe, expect, test } from "@jest/globals";
import type { WorkerError } from "../../../../runtime/contract/messages/worker-result.ts";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import { answer, failure, SUCCESS } from "./answers.ts";
import { begin, jobIds, memberNamed, phaseStatuses, rowsOf, steps } from "./begin.ts";
import { feed, type Run } from "./run.ts";
import { batchStep, phase, runbook, step, text } from "./runbooks.ts";
import { HOUR_SEC, START, version } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const early = phase("early", [step("a")], { offsetMinutes: 60 });
const last = phase("last", [step("b")]);
const start = new Date(START.getTime() + HOUR_SEC * 1_000);

const between = (one: Runbook, two: Runbook, batch = {}): Run =>
  begin(one, ["ann"], {
    batch: { start, ...batch },
    world: {
      plans: new Map([
        [version(1), one],
        [version(2), two],
      ]),
    },
  });

type Published = { readonly overdue?: "rerun" | "ignore"; readonly rerunInit?: boolean };
const publish = (run: Run, { overdue = "rerun", rerunInit = false }: Published = {}) =>
  feed(run, { kind: "version-published", version: version(2), overdue, rerunInit });

describe("a new version", () => {
  test("M-082: replaces what has not begun; what has begun ends under its own version", () => {
    const run = between(runbook([early, last]), runbook([early, last]));
    expect(publish(run, { overdue: "ignore" })).toEqual(["applied"]);
    expect(phaseStatuses(run)).toEqual(["dispatched", "superseded", "skipped", "pending"]);
    expect(publish(run)).toEqual(["duplicate"]);
    answer(run);
    later(run, HOUR_SEC);
    expect(run.jobs[0]?.correlationData.runbookVersion).toBe(2);
    answer(run);
    expect(run.world.batch).toMatchObject({ status: "completed", version: 2 });
  });

  test("M-082: with rerun, phases whose time has passed run again, after those under way", () => {
    const run = between(runbook([early, last]), runbook([early, last]));
    publish(run);
    sweep(run);
    expect(phaseStatuses(run)).toEqual(["dispatched", "superseded", "dispatched", "pending"]);
    expect(jobIds(run)).toEqual(["step-1-attempt-1"]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
  });

  test("M-041 (part), M-079: who joins runs each phase once, in the version that counts", () => {
    const run = between(runbook([early, last]), runbook([early, last]));
    publish(run);
    feed(run, memberNamed("zoe"));
    expect(rowsOf(run, "zoe").map((row) => row.version)).toEqual([2]);
  });

  test("M-079: who joins runs an overdue phase that was ignored as the others ran it", () => {
    const run = between(runbook([early, last]), runbook([early, last]));
    publish(run, { overdue: "ignore" });
    feed(run, memberNamed("zoe"));
    expect(rowsOf(run, "zoe").map((row) => row.version)).toEqual([1]);
    expect(phaseStatuses(run)).toEqual(["dispatched", "superseded", "skipped", "pending"]);
  });

  test("M-079: who joins while a phase is to be repeated is prepared, even if it is not", () => {
    const moved = phase("early", [step("a")], { offsetMinutes: 30 });
    const plans = [runbook([early, last]), runbook([moved, last]), runbook([early, last])];
    const run = begin(runbook([early, last]), ["ann"], {
      batch: { start },
      world: { plans: new Map(plans.map((plan, index) => [version(index + 1), plan])) },
    });
    answer(run);
    publish(run, { overdue: "ignore" });
    feed(run, memberNamed("zoe"));
    const third = { version: version(3), overdue: "ignore", rerunInit: false } as const;
    feed(run, { kind: "version-published", ...third });
    answer(run);
    later(run, HOUR_SEC);
    answer(run);
    answer(run);
    expect(steps(run, "zoe")).toEqual(["step/0: succeeded", "step/0: succeeded"]);
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
  });

  test("M-082: a phase that was still to come and never began is not ignored as overdue", () => {
    const init = [batchStep("i0")];
    const plan = runbook([early, last], { init });
    const run = between(plan, plan);
    publish(run, { overdue: "ignore" });
    expect(phaseStatuses(run)).toEqual(["superseded", "superseded", "pending", "pending"]);
    answer(run);
    answer(run);
    later(run, HOUR_SEC);
    answer(run);
    expect(steps(run, "ann")).toEqual(["step/0: succeeded", "step/0: succeeded"]);
  });

  test("M-082: a phase that is new and whose time has passed is ignored when asked", () => {
    const run = between(runbook([last]), runbook([early, last]));
    publish(run, { overdue: "ignore" });
    expect(phaseStatuses(run)).toEqual(["superseded", "skipped", "pending"]);
  });

  test("M-082: R41: init runs again when asked, and phases wait for it", () => {
    const init = [batchStep("i0")];
    const run = between(runbook([early]), runbook([early, last], { init }));
    publish(run, { rerunInit: true });
    expect(run.world.batch.status).toBe("init_dispatched");
    expect(phaseStatuses(run)).toEqual(["dispatched", "pending", "pending"]);
    answer(run);
    answer(run);
    expect(run.world.batch.status).toBe("active");
    expect(phaseStatuses(run)).toEqual(["completed", "dispatched", "pending"]);
  });

  test("M-082: an init under way gives way to the new one, once its job has answered", () => {
    const init = [batchStep("i0"), batchStep("i1")];
    const run = between(runbook([early], { init }), runbook([early], { init }));
    publish(run, { rerunInit: true });
    expect(steps(run)).toEqual([
      "init/0: cancelled",
      "init/1: cancelled",
      "init/0: pending",
      "init/1: pending",
    ]);
    answer(run);
    expect(jobIds(run)).toEqual(["init-3-attempt-1"]);
  });

  test("a held step of the old init no longer asks for a person", () => {
    const init = [batchStep("i0", { function: text("Send-Once") })];
    const run = between(runbook([early], { init }), runbook([early], { init }));
    later(run, HOUR_SEC);
    expect(run.world.attention.size).toBe(1);
    publish(run, { rerunInit: true });
    expect(run.world.attention.size).toBe(0);
    expect(jobIds(run).at(-1)).toBe("init-2-attempt-1");
  });

  describe("whose init fails while members are at work under the old one", () => {
    const failing = (error: Partial<WorkerError> = {}): Run => {
      const init = [batchStep("i0", { function: text("Send-Once") })];
      const run = between(runbook([early]), runbook([early, last], { init }));
      publish(run, { overdue: "ignore", rerunInit: true });
      run.jobs.reverse();
      answer(run, failure(error));
      return run;
    };
    const initId = (run: Run) => [...run.world.executions.values()].find((r) => r.kind === "init");

    test("M-082: calls nothing off: it asks a person, and who has begun goes on", () => {
      const run = failing();
      expect(run.world.batch).toMatchObject({ status: "init_dispatched", statusReason: null });
      const [question] = run.world.attention.values();
      expect(question?.actions).toEqual(["retry-step", "skip-step", "cancel"]);
      answer(run);
      expect(phaseStatuses(run)).toEqual(["completed", "skipped", "pending"]);
      later(run, HOUR_SEC);
      expect(run.jobs).toEqual([]);
    });

    test("M-082: asks the same when nobody saw how it ended", () => {
      const [question] = failing({ isAmbiguous: true }).world.attention.values();
      expect(question).toMatchObject({
        reason: "Nobody saw how the last attempt ended.",
        actions: ["retry-step", "skip-step", "cancel"],
      });
    });

    test("M-082: goes on to every phase once the step is tried again and ends well", () => {
      const run = failing();
      const row = initId(run);
      if (row === undefined) throw new Error("no init");
      feed(run, { kind: "retry-step", executionId: row.id, ifSeq: null });
      answer(run);
      answer(run);
      later(run, HOUR_SEC);
      answer(run);
      expect(phaseStatuses(run)).toEqual(["completed", "skipped", "completed"]);
      expect(run.world.batch).toMatchObject({ status: "completed", outcome: "all" });
      expect(run.world.attention.size).toBe(0);
    });

    test("is not given up by itself: whoever means that cancels the batch", () => {
      const run = failing();
      const row = initId(run);
      if (row === undefined) throw new Error("no init");
      const accept = { kind: "fail-step", executionId: row.id, ifSeq: null } as const;
      expect(feed(run, accept)).toEqual([{ refused: "cancel-instead" }]);
      feed(run, { kind: "cancel", ifSeq: null });
      expect(run.world.attention.size).toBe(0);
    });
  });

  test("X-64: a batch cancelled in an init run again is finalized if a phase had begun", () => {
    const plan = runbook([early], { init: [batchStep("i0")], finalize: [batchStep("f0")] });
    for (const outcome of [SUCCESS, failure()]) {
      const run = between(plan, plan);
      answer(run);
      publish(run, { overdue: "ignore", rerunInit: true });
      run.jobs.reverse();
      if (outcome !== SUCCESS) answer(run, outcome);
      expect(run.world.batch.status).toBe("init_dispatched");
      feed(run, { kind: "cancel", ifSeq: null });
      while (run.jobs.length > 0) answer(run);
      expect(steps(run).at(-1)).toBe("finalize/0: succeeded");
      expect(run.world.batch).toMatchObject({ statusReason: "cancelled", finalize: "done" });
    }
  });

  test("a phase that somebody paused stays paused under the new version", () => {
    const run = between(runbook([early, last]), runbook([early, last]));
    const pending = [...run.world.phases.values()].find(({ name }) => name === "last");
    if (pending === undefined) throw new Error("no phase");
    feed(run, { kind: "pause", phaseId: pending.id, ifSeq: null });
    publish(run, { overdue: "ignore" });
    answer(run);
    later(run, HOUR_SEC);
    expect(run.jobs).toEqual([]);
    const again = [...run.world.phases.values()].findLast(({ name }) => name === "last");
    expect(again).toMatchObject({ version: 2, paused: true });
  });

  test("M-082: a manual batch passes over phases of a name that has begun, when told to", () => {
    const manual = { isManual: true, start: null };
    const run = between(runbook([early, last]), runbook([early, last]), manual);
    feed(run, { kind: "advance", ifSeq: null });
    publish(run, { overdue: "ignore", rerunInit: true });
    expect(phaseStatuses(run)).toEqual(["dispatched", "superseded", "skipped", "pending"]);
    const waiting = between(
      runbook([early]),
      runbook([early], { init: [batchStep("i0")] }),
      manual,
    );
    publish(waiting, { rerunInit: true });
    expect(waiting.world.batch.status).toBe("detected");
  });

  test("a batch that has ended keeps the version it had", () => {
    const run = between(runbook([]), runbook([early]));
    expect(publish(run)).toEqual([{ refused: "batch-ended" }]);
  });
});
