import { describe, expect, test } from "@jest/globals";
import { SLOT_WAKES_MAX } from "../../../../runtime/domain/engine/slot-room.ts";
import { answer, NOT_YET } from "./answers.ts";
import { begin, jobIds, member, rowsOf } from "./begin.ts";
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
