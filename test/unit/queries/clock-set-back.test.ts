/** A clock that was set back: what a person is told while it is not where it had been. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Attention } from "../../../runtime/contract/http/attention.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { attentionOf } from "../../../runtime/queries/attention.ts";
import type { QueryParts } from "../../../runtime/queries/parts.ts";
import { whyOf } from "../../../runtime/queries/why.ts";
import { openScheduler } from "../../../runtime/scheduler/open-scheduler.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { begin } from "../orchestrator/batch-in.ts";
import { phase, publish, step } from "../orchestrator/drafts.ts";
import { type OrchestratorWorld, orchestratorWorld } from "../orchestrator/orchestrator-world.ts";
import { HOUR, MINUTE } from "../orchestrator/times.ts";
import { openTables } from "../scheduler/tables.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;
let batch: BatchId;

beforeEach(async () => {
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator();
  west = world.startWest();
  const retry = { max_retries: 2, interval: "30m" };
  await publish(world.engine, {
    phases: [phase("move", [step("send", { failTimes: 1 }, { retry })])],
  });
  batch = await begin(world, { members: { ann: {} } });
  await world.pass(10 * MINUTE);
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

async function tick(): Promise<void> {
  const { store, engine, clock } = world;
  const parts = { store, engine, clock, sources: openTables(), owner: "host-a" };
  const report = await openScheduler({ ...parts, observe: () => {}, everyMs: HOUR }).tick();
  expect(report.outcome).toBe("done");
}

const reports = (): QueryParts["reports"] =>
  (world.store as unknown as Pick<QueryParts, "reports">).reports;

async function attention(): Promise<readonly Attention[]> {
  const { records } = world.store;
  return answerOf(await attentionOf({ reports: reports(), records }, world.clock.now(), 50));
}

async function rootSentence(): Promise<string> {
  const parts = { reports: reports(), plan: world.engine.plan };
  const { chain, current } = answerOf(await whyOf(parts, batch, {}));
  return (chain.at(-1) ?? current)?.sentence ?? "over";
}

const SET_BACK = "The clock was set back by about 60 min: it had been 2026-03-02 06:10:00 UTC.";

test("R43: the clock is told first, until it is where it had been", async () => {
  await tick();
  expect(await attention()).toEqual([]);
  world.clock.advance(-HOUR);
  await tick();
  const [told, ...others] = await attention();
  expect(told).toMatchObject({ subject: "platform:clock", batchId: null, actions: [] });
  expect(told?.reason).toContain(SET_BACK);
  expect(others).toEqual([]);
  world.clock.advance(HOUR + 1);
  expect(await attention()).toEqual([]);
});

test("R43: a step whose next try was planned before says why it comes so late", async () => {
  await tick();
  expect(await rootSentence()).toMatch(/^Attempt 2 begins at 2026-03-02 06:30:00 UTC; before it/);
  expect(await rootSentence()).not.toContain("set back");
  world.clock.advance(-HOUR);
  await tick();
  expect(await rootSentence()).toMatch(/^Attempt 2 begins at 2026-03-02 06:30:00 UTC; before it/);
  expect(await rootSentence()).toContain(SET_BACK);
});

test("R43: what was planned before is done when the clock is there again", async () => {
  world.clock.advance(-HOUR);
  await tick();
  await world.pass(HOUR + 25 * MINUTE);
  expect(await rootSentence()).toBe("over");
});
