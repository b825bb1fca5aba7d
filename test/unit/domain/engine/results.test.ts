import { describe, expect, test } from "@jest/globals";
import { StepExecutionId } from "../../../../runtime/contract/ids.ts";
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { answer, failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { begin, jobIds, member, rowsOf, steps } from "./begin.ts";
import { feed } from "./run.ts";
import { phase, retries, runbook, step, template, text } from "./runbooks.ts";
import { HOUR_SEC } from "./start-world.ts";
import { later } from "./sweep.ts";

const plan = runbook([phase("one", [step("a", { retry: retries(2) }), step("b")])]);

describe("worker results", () => {
  test("M-084: M-085: the first answer to a job counts, the second changes nothing", () => {
    const run = begin(plan, ["ann"]);
    const job = answer(run);
    expect(feed(run, resultOf(job, failure()))).toEqual(["duplicate"]);
    expect(steps(run, "ann")).toEqual(["step/0: succeeded", "step/1: dispatched"]);
  });

  test("M-084: two answers in one delivery: one wins", () => {
    const run = begin(plan, ["ann"]);
    const job = run.jobs.shift();
    if (job === undefined) throw new Error("no job");
    expect(feed(run, resultOf(job, SUCCESS), resultOf(job, failure()))).toEqual([
      "applied",
      "duplicate",
    ]);
  });

  test("R10: I5: an answer to an earlier attempt is evidence and no more", () => {
    const run = begin(plan, ["ann"]);
    const first = answer(run, failure());
    later(run, 60);
    expect(jobIds(run)).toEqual(["step-1-retry-1"]);
    expect(feed(run, resultOf(first, SUCCESS))).toEqual(["late"]);
    expect(run.decisions.at(-1)?.events).toMatchObject([
      { type: "result.late", detail: { attempt: 1, outcome: "succeeded" } },
    ]);
    expect(steps(run, "ann")[0]).toBe("step/0: dispatched");
  });

  test("I5: an answer after the deadline of the last attempt is kept as evidence", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    const job = run.jobs[0];
    later(run, HOUR_SEC);
    expect(steps(run, "ann")).toEqual(["step/0: failed"]);
    expect(job && feed(run, resultOf(job, SUCCESS))).toEqual(["late"]);
    expect(steps(run, "ann")).toEqual(["step/0: failed"]);
  });

  test("M-048: a result for no known execution, or of another kind, is dead-lettered", () => {
    const run = begin(plan, ["ann"]);
    const job = run.jobs[0];
    if (job === undefined) throw new Error("no job");
    const stepExecutionId = StepExecutionId.parse(99);
    const unknown: WorkerJob = {
      ...job,
      correlationData: { ...job.correlationData, stepExecutionId },
    };
    expect(feed(run, resultOf(unknown, SUCCESS))).toEqual([
      { deadLetter: "no execution has this id" },
    ]);
    expect(feed(run, resultOf({ ...job, kind: "init" }, SUCCESS))).toEqual([
      { deadLetter: "the job id is of another kind" },
    ]);
  });

  test("M-033: R22: what a worker returns is there for the steps after it", () => {
    const made = step("a", { outputParams: new Map([["UserId", "Id"]]) });
    const used = step("b", { params: new Map([["User", template("{{UserId}}")]]) });
    const run = begin(runbook([phase("one", [made, used])]), ["ann"]);
    answer(run, { kind: "succeeded", resultType: "Object", result: { Id: "u-1" } });
    expect(run.jobs[0]?.parameters).toEqual({ User: "u-1" });
  });

  test("I30 (part): a marked output goes on to later steps, and no row or event shows it", () => {
    const outputParams = new Map([["Pin", "pin"]]);
    const made = step("a", {
      outputParams,
      poll: { intervalSec: 60, timeoutSec: 600 },
      sensitive: { params: [], variables: [], results: ["pin"] },
    });
    const used = step("b", {
      params: new Map([["Code", template("{{Pin}}")]]),
      sensitive: { params: ["Code"], variables: [], results: [] },
    });
    const run = begin(runbook([phase("one", [made, used])]), ["ann"]);
    const data = { pin: "plain-canary", id: 7 };
    answer(run, { kind: "polling", result: { complete: false, data } });
    const polled = { complete: false, data: { pin: "[secret]", id: 7 } };
    expect(rowsOf(run, "ann")[0]?.result).toEqual(polled);
    later(run, 60);
    answer(run, { kind: "succeeded", resultType: "Object", result: data });
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "succeeded",
      result: { pin: "[secret]", id: 7 },
    });
    expect(run.jobs[0]).toMatchObject({
      parameters: { Code: "plain-canary" },
      sensitive: { params: ["Code"] },
    });
    const told = run.decisions.flatMap(({ events, attention }) => [...events, ...attention]);
    expect(JSON.stringify(told)).not.toContain("plain-canary");
  });

  test("R21: a result without a field that later steps need fails this step, unretried", () => {
    const made = step("a", { outputParams: new Map([["UserId", "Id"]]), retry: retries(3) });
    const run = begin(runbook([phase("one", [made])]), ["ann"]);
    answer(run);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "failed",
      error: { kind: "outputs", message: "Id missing" },
    });
  });

  test("M-074: not done yet, from a step that is not polled, is a success with a warning", () => {
    const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);
    answer(run, NOT_YET);
    expect(steps(run, "ann")).toEqual(["step/0: succeeded"]);
    const types = run.decisions.flatMap(({ events }) => events.map(({ type }) => type));
    expect(types).toContain("step.succeeded_without_poll");
  });

  test("the event of a success names the step that went out with it", () => {
    const run = begin(plan, ["ann"]);
    answer(run);
    const events = run.decisions.flatMap((decision) => decision.events);
    expect(events.filter(({ type }) => type === "step.succeeded")).toMatchObject([
      { executionId: 1, from: "dispatched", to: "succeeded", next: 2 },
    ]);
    expect(run.world.batch.eventSeq).toBe(events.length);
  });
});

describe("what cannot be sent", () => {
  test("R21: M-034: a variable without a value fails the step by name, and the member", () => {
    const blind = step("a", { params: new Map([["Mail", template("{{Mail}}")]]) });
    const run = begin(runbook([phase("one", [blind])]), ["ann"]);
    expect(run.jobs).toEqual([]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "failed",
      error: { kind: "template", message: "params.Mail unresolved: Mail" },
    });
    expect(member(run, "ann").status).toBe("failed");
  });

  test("R51: a function the worker does not offer is never sent", () => {
    const odd = step("a", { function: text("Remove-Everything") });
    const run = begin(runbook([phase("one", [odd])]), ["ann"]);
    expect(run.jobs).toEqual([]);
    expect(rowsOf(run, "ann")[0]?.error).toEqual({
      kind: "unknown-function",
      message: "worker-01 does not offer Remove-Everything",
    });
    const wrong = step("a", { function: text("{{Key}} or so") });
    const none = begin(runbook([phase("one", [wrong])]), ["ann"]);
    expect(rowsOf(none, "ann")[0]?.error?.message).toBe("function not-a-function-name");
  });

  test("a function the worker has switched off is never sent, and the error says why", () => {
    const off = step("a", { function: text("Set-Mailbox") });
    const known = new Map([["Set-Mailbox", { disabledCapability: "exchange" }]]);
    const workers = new Map([["worker-01", known]]);
    const run = begin(runbook([phase("one", [off])]), ["ann"], { world: { workers } });
    expect(run.jobs).toEqual([]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "failed",
      error: {
        kind: "capability-disabled",
        message: "worker-01 has Set-Mailbox switched off: its capability exchange is disabled",
      },
    });
    expect(member(run, "ann").status).toBe("failed");
  });

  test("R31: a job above the size of a message is a failure, not a poison message", () => {
    const part = template("{{Key}}".repeat(60));
    const huge = step("a", { params: new Map([["All", { kind: "list", items: [part, part] }]]) });
    const key = "k".repeat(250);
    const many = Array.from({ length: 10 }, (_, index) => [`P${index}`, huge.params.get("All")]);
    const params = new Map(
      many.flatMap(([name, param]) =>
        typeof name === "string" && typeof param === "object" && param
          ? [[name, param] as const]
          : [],
      ),
    );
    const run = begin(runbook([phase("one", [{ ...huge, params }])]), [key]);
    expect(rowsOf(run, key)[0]?.error?.kind).toBe("job-too-large");
  });

  test("R31: a large job that a message still holds is sent", () => {
    const part = template("{{Key}}".repeat(180));
    const params = new Map([
      ["One", part],
      ["Two", part],
    ]);
    const key = "k".repeat(250);
    const run = begin(runbook([phase("one", [step("a", { params })])]), [key]);
    expect(JSON.stringify(run.jobs[0]?.parameters).length).toBeGreaterThan(90_000);
  });

  test("R20, X-65 (part): a step for a worker nobody registered waits; somebody is told", () => {
    const away = step("a", { workerId: "worker-99" });
    const run = begin(runbook([phase("one", [away])]), ["ann"]);
    expect(rowsOf(run, "ann")[0]).toMatchObject({
      status: "pending",
      waitingFor: "unregistered:worker-99",
    });
    expect([...run.world.attention.values()]).toMatchObject([
      { reason: "No worker is registered as worker-99.", actions: ["register-worker", "cancel"] },
    ]);
    const offered = run.world.workers.get("worker-01") ?? new Map();
    run.world = { ...run.world, workers: new Map([["worker-99", offered]]) };
    feed(run, { kind: "worker-registered", workerId: "worker-99" });
    later(run, 0);
    expect(run.jobs.map(({ workerId }) => workerId)).toEqual(["worker-99"]);
    expect(run.world.attention.size).toBe(0);
    expect(feed(run, { kind: "worker-registered", workerId: "worker-99" })).toEqual(["duplicate"]);
  });
});
