import { describe, expect, test } from "@jest/globals";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { Traceparent, traceProperties } from "../../../runtime/contract/messages/properties.ts";
import { MINUTE, SECOND, workerWorld } from "./worker-world.ts";

const TRACE = Traceparent.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

describe("a worker answers jobs", () => {
  test("M-045 (part), M-046 (part), M-047 (part): an answer leads back to its step", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { data: { mailbox: "made" }, delaySec: 2 } });
    await world.pass(2 * SECOND);
    const [letter] = await world.letters();
    expect(JSON.parse(letter?.body ?? "")).toEqual({
      jobId: "step-1-attempt-1",
      status: "Success",
      resultType: "Object",
      result: { mailbox: "made" },
      durationMs: 2_000,
      timestamp: "2026-03-01T08:00:02.000Z",
      attempt: 1,
      poll: 0,
      correlationData: {
        stepExecutionId: 1,
        isInitStep: false,
        runbookName: "mailboxes",
        runbookVersion: 2,
        batchId: 3,
      },
    });
    expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 0 });
    expect(world.faults).toEqual([]);
  });

  test("a result names its worker and carries on the trace of its job", async () => {
    const world = workerWorld();
    world.start("one");
    const properties = { WorkerId: "west", ...traceProperties(TRACE) };
    await world.give({ over: { properties } });
    const [letter] = await world.letters();
    expect(letter?.properties).toEqual(properties);
  });

  test("a function that fails says why", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { failTimes: 1 } });
    const [result] = await world.results();
    expect(result?.outcome).toEqual({
      kind: "failed",
      error: {
        type: "scripted_failure",
        message: "Failed as told, attempt 1.",
        isThrottled: false,
        isAmbiguous: false,
        retryAfterSec: null,
        attempts: null,
      },
    });
  });

  test("M-119 (part): a throttled function reports the pause it was asked for", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { throttleTimes: 1, retryAfterSec: 17 } });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({
      kind: "failed",
      error: { type: "throttled", isThrottled: true, retryAfterSec: 17, attempts: 1 },
    });
  });

  test("X-14 (part), X-74 (part): each poll is a job of its own", async () => {
    const world = workerWorld();
    world.start("one");
    const params = { polls: 2, data: { done: true } };
    const ids = ["step-1-attempt-1", "step-1-attempt-1-poll-1", "step-1-attempt-1-poll-2"];
    for (const id of ids) await world.give({ id, params });
    const results = await world.results();
    expect(results.map(({ jobId, outcome }) => [jobId, outcome])).toEqual([
      [ids[0], { kind: "polling", result: { complete: false, poll: 0 } }],
      [ids[1], { kind: "polling", result: { complete: false, poll: 1 } }],
      [ids[2], { kind: "succeeded", resultType: "Object", result: { done: true } }],
    ]);
    expect(world.effects).toEqual([ids[0]]);
  });

  test("X-77 (part): a function that does not know how it ended says so", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { end: "ambiguous" } });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({
      kind: "failed",
      error: { type: "scripted_doubt", isAmbiguous: true, isThrottled: false },
    });
  });

  test("results of jobs that end in one turn are published and settled together", async () => {
    const world = workerWorld();
    const calls: string[] = [];
    world.start("one", {
      bus: (bus) => ({
        ...bus,
        publish: (topic, messages) => {
          calls.push(`publish ${messages.length}`);
          return bus.publish(topic, messages);
        },
        settle: (settlements) => {
          calls.push(`settle ${settlements.length}`);
          return bus.settle(settlements);
        },
      }),
      ledger: (ledger) => ({
        ...ledger,
        begin: (jobs) => {
          calls.push(`begin ${jobs.length}`);
          return ledger.begin(jobs);
        },
        finish: (jobs) => {
          calls.push(`finish ${jobs.length}`);
          return ledger.finish(jobs);
        },
      }),
    });
    await world.give(...[1, 2, 3].map((step) => ({ id: `step-${step}-attempt-1` })));
    expect(calls).toEqual(["begin 3", "finish 3", "publish 3", "settle 3"]);
    expect(await world.results()).toHaveLength(3);
  });

  test("X-75 (part), M-120 (part): a worker with nothing to do waits on", async () => {
    const world = workerWorld();
    world.start("one");
    await world.pass(90 * MINUTE);
    await world.give({});
    expect(await world.results()).toHaveLength(1);
  });

  test("a bus that cannot be read for a while is asked again, with growing pauses", async () => {
    const world = workerWorld();
    let asked = 0;
    world.start("one", {
      bus: (bus) => ({
        ...bus,
        receive: async (source, request) => {
          asked += 1;
          if (asked > 3) return bus.receive(source, request);
          return { ok: false, error: { kind: "unavailable", detail: "away" } };
        },
      }),
    });
    await world.give({});
    await world.pass(1_499);
    expect(asked).toBe(2);
    await world.pass(2_001);
    expect(asked).toBeGreaterThan(3);
    expect(await world.results()).toHaveLength(1);
    expect(world.faults.map(({ kind }) => kind)).toEqual(Array(3).fill("receive-failed"));
  });

  test("jobs in the ledger are forgotten after a month, and not before", async () => {
    const world = workerWorld();
    const day = 24 * 60 * MINUTE;
    world.start("one");
    await world.give({});
    const job = { jobId: JobId.parse("step-1-attempt-1"), delivery: "later" };
    world.clock.advance(30 * day - MINUTE);
    await world.pass(MINUTE - 1);
    expect(await world.rows.begin([job])).toMatchObject({ value: [{ kind: "done" }] });
    await world.pass(2 * 60 * MINUTE);
    expect(await world.rows.begin([job])).toMatchObject({ value: [{ kind: "new" }] });
  });
});
