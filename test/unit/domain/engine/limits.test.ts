import { describe, expect, test } from "@jest/globals";
import { SLOT_WAKES_MAX } from "../../../../runtime/domain/engine/slot-room.ts";
import { answer, failure, NOT_YET, resultOf } from "./answers.ts";
import { begin, jobIds, member, phaseStatuses, rowsOf } from "./begin.ts";
import { order } from "./order.ts";
import { feed } from "./run.ts";
import { phase, runbook, step, text } from "./runbooks.ts";
import { later, sweep } from "./sweep.ts";

const WORKER = "worker:worker-01";
const FUNCTION = "function:Set-Thing";
const plan = runbook([phase("one", [step("a"), step("b")])]);
const limited = { world: { limited: new Set([WORKER]) } };

describe("concurrency limits", () => {
  test("a batch under a limit starts with nothing granted, then sends what it is granted", () => {
    const run = begin(plan, ["ann", "bob", "cem"], limited);
    expect(jobIds(run)).toEqual([]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "pending", waitingFor: WORKER });
    const grant = { kind: "slots-granted", key: WORKER, granted: 2 } as const;
    expect(feed(run, grant)).toEqual(["applied"]);
    expect(feed(run, grant)).toEqual(["duplicate"]);
    sweep(run);
    expect(jobIds(run)).toEqual(["step-1-attempt-1", "step-2-attempt-1"]);
  });

  test("an answer frees its place for the one who has waited longest", () => {
    const run = begin(plan, ["ann", "bob", "cem"], limited);
    feed(run, { kind: "slots-granted", key: WORKER, granted: 1 });
    sweep(run);
    expect(answer(run).jobId).toBe("step-1-attempt-1");
    expect(jobIds(run)).toEqual(["step-4-attempt-1"]);
    expect(run.world.slots.get(WORKER)).toMatchObject({ inUse: 1, waiting: true, dueAt: null });
  });

  test("a limit on the function holds as well as one on the worker", () => {
    const run = begin(plan, ["ann", "bob"], { world: { limited: new Set([FUNCTION]) } });
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 1 });
    sweep(run);
    expect(jobIds(run)).toHaveLength(1);
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: null });
    sweep(run);
    expect(jobIds(run)).toHaveLength(2);
    expect(run.world.slots.get(FUNCTION)).toMatchObject({ inUse: 2, waiting: false, dueAt: null });
  });

  test("a limit set or lowered later counts the jobs that are out already", () => {
    const run = begin(plan, ["ann", "bob"]);
    feed(run, { kind: "slots-granted", key: WORKER, granted: 1 });
    answer(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    expect(run.world.slots.get(WORKER)).toMatchObject({ granted: 1, inUse: 1 });
  });

  test("no retry, poll, pause or resume gets around a limit", () => {
    const poll = { intervalSec: 60, timeoutSec: 6_000 };
    const run = begin(runbook([phase("one", [step("a", { poll })])]), ["ann", "bob"]);
    answer(run, NOT_YET);
    feed(run, { kind: "slots-granted", key: WORKER, granted: 1 });
    later(run, 60);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "polling", waitingFor: WORKER });
    feed(run, { kind: "pause", phaseId: null, ifSeq: null });
    feed(run, { kind: "resume", phaseId: null, ifSeq: null });
    sweep(run);
    expect(jobIds(run)).toEqual(["step-2-attempt-1"]);
    answer(run);
    expect(jobIds(run)).toEqual(["step-1-attempt-1-poll-1"]);
  });

  test("who has room under a function but none at its worker waits for the worker", () => {
    const run = begin(plan, ["ann", "bob"], { world: { limited: new Set([FUNCTION]) } });
    feed(run, { kind: "slots-granted", key: WORKER, granted: 0 });
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 2 });
    sweep(run);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "pending", waitingFor: WORKER });
    expect(run.world.slots.get(FUNCTION)).toMatchObject({ waiting: false, dueAt: null });
    expect(run.world.slots.get(WORKER)).toMatchObject({ waiting: true, dueAt: null });
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 0 });
    feed(run, { kind: "slots-granted", key: WORKER, granted: 1 });
    sweep(run);
    expect(rowsOf(run, "ann")[0]).toMatchObject({ status: "pending", waitingFor: WORKER });
    expect(run.world.slots.get(FUNCTION)).toMatchObject({ waiting: true, dueAt: null });
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 1 });
    sweep(run);
    expect(jobIds(run)).toEqual(["step-1-attempt-1"]);
  });

  test("who has room under both limits is sent, however many before it wait for a function", () => {
    const onMemberRemoved = [step("gone", { function: text("Undo-Thing") })];
    const single = runbook([phase("one", [step("a")])], { onMemberRemoved });
    const keys = Array.from({ length: SLOT_WAKES_MAX + 2 }, (_, at) => `member-${at}`);
    const run = begin(single, keys, { world: { limited: new Set([WORKER, FUNCTION]) } });
    const { id: memberId } = member(run, keys.at(-1) ?? "");
    feed(run, { kind: "member-removed", memberId, generation: 1, why: "left_source" });
    feed(run, { kind: "slots-granted", key: WORKER, granted: 5 });
    sweep(run);
    expect(run.jobs.map(({ functionName }) => functionName)).toEqual(["Undo-Thing"]);
    // The worker's share is still waited for, though most wait for the function.
    const parked = [...run.world.executions.values()].map(({ waitingFor }) => waitingFor);
    expect(parked.filter((key) => key === WORKER)).toHaveLength(2);
    expect(parked.filter((key) => key === FUNCTION)).toHaveLength(SLOT_WAKES_MAX - 1);
    expect(run.world.slots.get(WORKER)).toMatchObject({ waiting: true, dueAt: null });
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 3 });
    sweep(run);
    expect(run.world.slots.get(WORKER)).toMatchObject({ inUse: 4 });
    expect(run.world.slots.get(FUNCTION)).toMatchObject({ inUse: 3, waiting: true, dueAt: null });
    for (const key of [WORKER, FUNCTION]) feed(run, { kind: "slots-granted", key, granted: null });
    sweep(run);
    expect(run.jobs).toHaveLength(keys.length);
  });

  test("a slot that is not due, or not there, wakes nobody", () => {
    const run = begin(plan, ["ann"]);
    expect(
      feed(run, { kind: "slot-due", key: WORKER }, { kind: "slot-due", key: "worker:x" }),
    ).toEqual(["duplicate", "duplicate"]);
  });
});

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
      { reason: "2 members failed: more than the failure budget allows." },
    ]);
    answer(run, failure());
    feed(run, { kind: "resume", phaseId: null, ifSeq: null });
    expect(run.world.attention.size).toBe(0);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(false);
    answer(run, failure());
    expect(run.world.batch.paused).toBe(true);
  });

  test("a budget of nobody is spent by the first, who is told as one", () => {
    const run = begin(single, ["ann", "bob"]);
    feed(run, budget(0, null));
    answer(run, failure());
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: "1 member failed: more than the failure budget allows." },
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

  test("what asks about the budget goes with a batch that is cancelled in the same breath", () => {
    const run = begin(single, ["ann", "bob", "cem"]);
    feed(run, budget(0, null));
    const [job] = run.jobs;
    if (job === undefined) throw new Error("no job");
    feed(run, resultOf(job, failure()), { kind: "cancel", ifSeq: null });
    expect([...run.world.attention.keys()]).toEqual([]);
  });
});
