import { describe, expect, test } from "@jest/globals";
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import { BatchId } from "../../../../runtime/contract/ids.ts";
import { SLOT_WAKES_MAX, WORKER_WINDOW } from "../../../../runtime/domain/engine/slot-room.ts";
import { answer, failure, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, memberNamed, phaseStatuses, rowsOf, steps } from "./begin.ts";
import { feed, type Run, startRun } from "./run.ts";
import { phase, runbook, step, text } from "./runbooks.ts";
import { START, startWorld, version } from "./start-world.ts";
import { dueInputs, later, sweep } from "./sweep.ts";

const WORKER = "worker:worker-01";
const FUNCTION = "function:Set-Thing";
const events = (run: Run): readonly string[] =>
  run.decisions.flatMap((decision) => decision.events.map(({ type }) => type));
const named = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `m-${index}`);

describe("a version published before a batch has begun", () => {
  test("R41: the batch begins on the new version, with its phases only", () => {
    const first = runbook([phase("old", [step("a")])]);
    const second = runbook([phase("new", [step("b"), step("c")])]);
    const plans = new Map([
      [version(1), first],
      [version(2), second],
    ]);
    const run = startRun(startWorld(first, { plans }), START);
    feed(run, memberNamed("ann"));
    const publish = { kind: "version-published", version: version(2) } as const;
    expect(feed(run, { ...publish, overdue: "ignore", rerunInit: true })).toEqual(["applied"]);
    expect(feed(run, { kind: "batch-detected" })).toEqual(["applied"]);
    sweep(run);
    expect([...run.world.phases.values()].map(({ name }) => name)).toEqual(["new"]);
    expect(jobIds(run)).toHaveLength(1);
  });
});

describe("a step under two limits", () => {
  const plan = runbook([phase("one", [step("a")])]);
  const limited = { world: { limited: new Set([WORKER, FUNCTION]) } };

  test("waits in one queue until both have room, and is then sent", () => {
    const run = begin(plan, ["ann", "bob", "cem"], limited);
    feed(run, { kind: "slots-granted", key: WORKER, granted: 2 });
    sweep(run);
    const parked = rowsOf(run, "ann")[0]?.waitingFor;
    expect(jobIds(run)).toEqual([]);
    expect(dueInputs(run)).toEqual([]);
    feed(run, { kind: "slots-granted", key: FUNCTION, granted: 1 });
    sweep(run);
    expect(parked).toBe(WORKER);
    expect(jobIds(run)).toHaveLength(1);
    expect(rowsOf(run, "bob")[0]?.waitingFor).toBe(WORKER);
    answer(run);
    answer(run);
    answer(run);
    expect(run.world.batch.status).toBe("completed");
  });

  test("an answer costs as many looks with a hundred in the queue as with ten", () => {
    const looks = [10, 100].map((members) => {
      const run = begin(plan, named(members), limited);
      feed(run, { kind: "slots-granted", key: WORKER, granted: 5 });
      feed(run, { kind: "slots-granted", key: FUNCTION, granted: 1 });
      sweep(run);
      const before = run.decisions.length;
      answer(run);
      return run.decisions.length - before;
    });
    expect(looks[1]).toBe(looks[0]);
  });
});

describe("a batch larger than a window", () => {
  test("X-52 (part): every member gets its turn, and no more are out than the window holds", () => {
    const members = WORKER_WINDOW + SLOT_WAKES_MAX + 20;
    const run = startRun(startWorld(runbook([phase("one", [step("a")])])), START);
    for (const keys of [named(members)]) {
      feed(run, ...keys.map((key) => memberNamed(key)), { kind: "batch-detected" });
    }
    sweepLightly(run);
    expect(run.jobs).toHaveLength(WORKER_WINDOW);
    while (run.jobs.length > 0) {
      feed(run, ...run.jobs.splice(0).map((job) => resultOf(job, SUCCESS)));
      sweepLightly(run);
    }
    expect(run.world.batch).toMatchObject({ status: "completed", inFlight: 0 });
  });

  const sweepLightly = (run: Run): void => {
    for (let due = dueInputs(run); due.length > 0; due = dueInputs(run)) feed(run, ...due);
  };
});

describe("every move of a phase or a batch", () => {
  test("I28 (part): is told, also those that a cancel, a new version or a retry makes", () => {
    const first = runbook([
      phase("one", [step("a")]),
      phase("two", [step("b")], { offsetMinutes: -60 }),
    ]);
    const plans = new Map([
      [version(1), first],
      [version(2), first],
    ]);
    const run = begin(first, ["ann"], { world: { plans } });
    const publish = { kind: "version-published", version: version(2) } as const;
    feed(run, { ...publish, overdue: "ignore", rerunInit: false });
    feed(run, { kind: "cancel", ifSeq: null });
    const told = new Set(events(run));
    for (const status of phaseStatuses(run)) expect(told).toContain(`phase.${status}`);
    const again = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    answer(again, failure());
    expect(again.world.batch.status).toBe("failed");
    const [memberId] = again.world.members.keys();
    if (memberId === undefined) throw new Error("no member");
    feed(again, { kind: "retry-member", memberId, ifSeq: null });
    expect(events(again)).toContain("batch.reopened");
  });
});

describe("a held step of a member that fails elsewhere", () => {
  test("I17: is given up in the log and rolled back, not let go", () => {
    const once = step("once", { function: text("Send-Once"), onFailure: "undo" });
    const plan = runbook([phase("one", [once]), phase("two", [step("b")], { gate: "none" })], {
      rollbacks: new Map([["undo", [step("u", { function: text("Undo-Thing") })]]]),
    });
    const run = begin(plan, ["ann"]);
    answer(run, failure({ isAmbiguous: true }));
    expect(run.world.attention.size).toBe(1);
    answer(run, failure());
    expect(run.world.attention.size).toBe(0);
    expect(events(run)).toContain("step.given_up");
    expect(steps(run, "ann")).toContain("rollback/0: dispatched");
    answer(run);
    expect(rowsOf(run, "ann")[0]?.status).toBe("rolled_back");
  });
});

describe("a batch whose members wait for another", () => {
  const OTHER = BatchId.parse(3);

  test("R36: says so while that one needs a person, and no longer", () => {
    const run = startRun(startWorld(runbook([phase("one", [step("a")])])), START);
    const key = MemberKey.parse("ann");
    feed(run, { kind: "member-added", key, data: new Map([["Key", "ann"]]), waitsFor: OTHER });
    feed(run, { kind: "batch-detected" });
    const told = (needsPerson: boolean) =>
      feed(run, { kind: "waits-for", from: OTHER, needsPerson });
    expect([...told(true), ...told(true)]).toEqual(["applied", "duplicate"]);
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: "Members wait for batch 3, which needs attention." },
    ]);
    expect([...told(false), ...told(false)]).toEqual(["applied", "duplicate"]);
    expect(run.world.attention.size).toBe(0);
  });
});

describe("removals held back", () => {
  test("X-70: are no longer asked about when the source shows the members again", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    const held = (count: number) =>
      feed(run, { kind: "removals-held", count, limit: 1, why: "too-many" });
    expect([...held(0), ...held(4), ...held(4)]).toEqual(["duplicate", "applied", "duplicate"]);
    expect(run.world.attention.size).toBe(1);
    expect(held(0)).toEqual(["applied"]);
    expect(run.world.attention.size).toBe(0);
  });

  test("X-70: are asked about anew when they have become more, not when they are fewer", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    const held = (count: number) =>
      feed(run, { kind: "removals-held", count, limit: 5, why: "too-many" });
    held(6);
    const seq = run.world.batch.eventSeq;
    expect([...held(40), ...held(39)]).toEqual(["applied", "duplicate"]);
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: expect.stringMatching(/^40 members of this batch/) },
    ]);
    const approve = { kind: "approve-removals", memberIds: [member(run, "ann").id] } as const;
    expect(feed(run, { ...approve, ifSeq: seq })).toEqual([{ refused: "batch-changed" }]);
  });
});

describe("an input that could not be decided", () => {
  test("is told once, and its row is looked at again later, not at once", () => {
    const run = begin(runbook([phase("one", [step("a", { dispatchTimeoutSec: 60 })])]), ["ann"]);
    const [row] = rowsOf(run, "ann");
    if (row === undefined) throw new Error("no step");
    run.now = new Date(run.now.getTime() + 120_000);
    const what = `timer:${row.id}`;
    const aside = { kind: "set-aside", what, timerOf: row.id, reason: "a bug" } as const;
    expect([...feed(run, aside), ...feed(run, aside)]).toEqual(["applied", "duplicate"]);
    expect(dueInputs(run)).toEqual([]);
    expect(run.world.attention.size).toBe(1);
    later(run, 3_600);
    expect(rowsOf(run, "ann")[0]?.status).toBe("failed");
  });

  test("is dismissed by a person, and told again when it comes again", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    const aside = { kind: "set-aside", what: "x:1", timerOf: null, reason: "a bug" } as const;
    const subject = `batch:${run.world.batch.id}:input:x:1`;
    const dismiss = { kind: "dismiss", subject, ifSeq: null } as const;
    expect(feed(run, dismiss)).toEqual(["duplicate"]);
    expect(feed(run, aside, dismiss, dismiss)).toEqual(["applied", "applied", "duplicate"]);
    expect(run.world.attention.size).toBe(0);
    expect(feed(run, aside)).toEqual(["applied"]);
    expect([...run.world.attention.keys()]).toEqual([subject]);
    feed(run, { kind: "removals-held", count: 9, limit: 3, why: "too-many" });
    const others = { ...dismiss, subject: `batch:${run.world.batch.id}:removals` };
    expect(feed(run, others)).toEqual([{ refused: "not-dismissible" }]);
  });
});
