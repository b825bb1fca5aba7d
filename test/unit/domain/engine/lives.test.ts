/** The lives of members, steps, phases and batches, as the contract draws them: which statuses
 *  follow which, and what ends them. */
import { describe, expect, test } from "@jest/globals";
import type { WorkerOutcome } from "../../../../runtime/contract/messages/worker-result.ts";
import type { PhaseRow } from "../../../../runtime/domain/engine/rows.ts";
import type { Step } from "../../../../runtime/domain/runbook.ts";
import { answer, failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, phaseStatuses, rowsOf } from "./begin.ts";
import { order } from "./order.ts";
import { feed, type Run } from "./run.ts";
import { phase, retries, runbook, step } from "./runbooks.ts";
import { HOUR_SEC, START, version } from "./start-world.ts";
import { later, sweep } from "./sweep.ts";

const POLL = { intervalSec: 60, timeoutSec: 600 };
const DAY_SEC = 24 * HOUR_SEC;

const phaseAt = (run: Run, index: number): PhaseRow => {
  const row = [...run.world.phases.values()][index];
  if (row === undefined) throw new Error(`no phase ${index}`);
  return row;
};

test("M-052: a member is active, also when all its work is done, until removed or failed", () => {
  const run = begin(runbook([phase("one", [step("a")])]), ["ann", "bob", "cleo"]);
  const { id: memberId, generation } = member(run, "cleo");
  const statuses = () => ["ann", "bob", "cleo"].map((key) => member(run, key).status);
  expect(statuses()).toEqual(["active", "active", "active"]);
  feed(run, { kind: "member-removed", memberId, generation, why: "left_source" });
  answer(run);
  answer(run, failure());
  answer(run);
  expect(run.world.batch.status).toBe("completed");
  expect(statuses()).toEqual(["active", "failed", "removed"]);
});

describe("a step's way", () => {
  type Happening = WorkerOutcome | "minute" | "day" | "cancel" | "remove";

  const happen = (run: Run, what: Happening): void => {
    if (what === "minute") later(run, 60);
    else if (what === "day") later(run, DAY_SEC);
    else if (what === "cancel") order(run, { kind: "cancel" });
    else if (what === "remove") {
      const { id: memberId, generation } = member(run, "ann");
      feed(run, { kind: "member-removed", memberId, generation, why: "left_source" });
    } else answer(run, what);
    sweep(run);
  };

  /** The statuses of the second of two steps, each once, as they follow each other. */
  function wayOf(given: Partial<Step>, happenings: readonly Happening[]): readonly string[] {
    const run = begin(runbook([phase("one", [step("a"), step("b", given)])]), ["ann"]);
    const seen: string[] = [];
    const look = () => {
      const { status = "" } = rowsOf(run, "ann")[1] ?? {};
      if (seen.at(-1) !== status) seen.push(status);
    };
    look();
    for (const what of [SUCCESS, ...happenings]) {
      happen(run, what);
      look();
    }
    return seen;
  }

  test.each([
    ["succeeds", {}, [SUCCESS], ["succeeded"]],
    ["fails", {}, [failure()], ["failed"]],
    ["is cancelled", {}, ["cancel"], ["cancelled"]],
    ["polls and succeeds", { poll: POLL }, [NOT_YET, "minute", SUCCESS], ["polling", "succeeded"]],
    ["polls and fails", { poll: POLL }, [NOT_YET, "minute", failure()], ["polling", "failed"]],
    ["polls too long", { poll: POLL }, [NOT_YET, "day"], ["polling", "poll_timeout"]],
    ["polls and is called off", { poll: POLL }, [NOT_YET, "remove"], ["polling", "cancelled"]],
    [
      "is retried",
      { retry: retries(1) },
      [failure(), "minute", SUCCESS],
      ["pending", "dispatched", "succeeded"],
    ],
  ] as const)("M-054: one that %s goes from pending by dispatched there", (_, given, what, way) => {
    expect(wayOf(given, what)).toEqual(["pending", "dispatched", ...way]);
  });
});

test("M-088, X-22: a poll timeout stays one for ever, until an operator retries it", () => {
  const polled = step("a", { poll: POLL, retry: retries(5) });
  const run = begin(runbook([phase("one", [polled])]), ["ann", "bob"]);
  answer(run, NOT_YET);
  answer(run, failure());
  later(run, 60);
  expect(rowsOf(run, "bob")[0]).toMatchObject({ attempt: 2, status: "dispatched" });
  later(run, DAY_SEC);
  run.jobs.length = 0;
  later(run, 30 * DAY_SEC);
  expect(rowsOf(run, "ann")[0]).toMatchObject({ attempt: 1, status: "poll_timeout" });
  for (const { id: executionId } of rowsOf(run, "ann")) feed(run, { kind: "timer", executionId });
  sweep(run);
  const { id } = rowsOf(run, "ann")[0] ?? {};
  expect(jobIds(run).filter((job) => job.startsWith(`step-${id}-`))).toEqual([]);
  expect(order(run, { kind: "retry-member", memberId: member(run, "ann").id })).toBe("applied");
  expect(rowsOf(run, "ann")[0]).toMatchObject({ attempt: 2, status: "dispatched" });
});

test("R18: polls use up no retries, and one failure of an attempt is counted once", () => {
  const polled = step("a", { poll: POLL, retry: retries(2) });
  const run = begin(runbook([phase("one", [polled])]), ["ann"]);
  const row = () => rowsOf(run, "ann")[0];
  for (let poll = 0; poll < 4; poll += 1) {
    answer(run, NOT_YET);
    later(run, 60);
  }
  expect(row()).toMatchObject({ attempt: 1, retryCount: 0, pollCount: 4 });
  const job = answer(run, failure());
  expect(feed(run, resultOf(job, failure()), resultOf(job, failure()))).not.toContain("applied");
  expect(row()).toMatchObject({ attempt: 2, retryCount: 1, status: "pending" });
  later(run, 60);
  feed(run, resultOf(job, failure()));
  expect(row()).toMatchObject({ attempt: 2, retryCount: 1, status: "dispatched" });
  answer(run, NOT_YET);
  later(run, 60);
  answer(run, failure());
  later(run, 60);
  expect(row()).toMatchObject({ attempt: 3, retryCount: 2, status: "dispatched" });
  answer(run, failure());
  expect(row()).toMatchObject({ attempt: 3, status: "failed" });
});

describe("the end", () => {
  /** So many of two members pass, the other ones fail. */
  const outcomes = (passed: number): readonly WorkerOutcome[] =>
    [0, 1].map((index) => (index < passed ? SUCCESS : failure()));

  test.each([
    ["all", 2, "completed", "all"],
    ["all", 1, "failed", "partial"],
    ["all", 0, "failed", "none"],
    ["any", 2, "completed", "all"],
    ["any", 1, "completed", "partial"],
    ["any", 0, "failed", "none"],
  ] as const)(
    "M-053, O-008: with completion %s a phase that %i of 2 members passed is %s, %s",
    (completion, passed, status, outcome) => {
      const plan = runbook([phase("one", [step("a")], { completion })]);
      const run = begin(plan, ["ann", "bob"]);
      for (const each of outcomes(passed)) {
        expect(phaseStatuses(run)).toEqual(["dispatched"]);
        answer(run, each);
      }
      expect(phaseAt(run, 0)).toMatchObject({ status, outcome });
    },
  );

  test.each([
    [2, "completed", "all"],
    [1, "completed", "partial"],
    [0, "failed", "none"],
  ] as const)(
    "M-051, O-009: a batch ends with its last phase; with %i of 2 members through it is %s, %s",
    (passed, status, outcome) => {
      const first = phase("first", [step("a")], { offsetMinutes: 60 });
      const plan = runbook([first, phase("second", [step("b")])]);
      const start = new Date(START.getTime() + HOUR_SEC * 1_000);
      const run = begin(plan, ["ann", "bob"], { batch: { start } });
      for (const each of outcomes(passed)) answer(run, each);
      expect(run.world.batch).toMatchObject({ status: "active", outcome: null });
      later(run, HOUR_SEC);
      while (run.jobs.length > 0) {
        expect(run.world.batch.status).toBe("active");
        answer(run);
      }
      expect(run.world.batch).toMatchObject({ status, outcome });
    },
  );

  test("M-053, M-056: superseded and skipped phases do not keep a batch from completing", () => {
    const early = phase("early", [step("a")], { offsetMinutes: 60 });
    const plan = runbook([early, phase("last", [step("b")])]);
    const plans = new Map([1, 2].map((number) => [version(number), plan]));
    const start = new Date(START.getTime() + HOUR_SEC * 1_000);
    const run = begin(plan, ["ann"], { batch: { start }, world: { plans } });
    const published = { version: version(2), overdue: "ignore", rerunInit: false } as const;
    feed(run, { kind: "version-published", ...published });
    answer(run);
    later(run, HOUR_SEC);
    answer(run);
    expect(phaseStatuses(run)).toEqual(["completed", "superseded", "skipped", "completed"]);
    expect(run.world.batch.status).toBe("completed");
  });
});
