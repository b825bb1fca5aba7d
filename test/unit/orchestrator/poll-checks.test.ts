/** A poll-check wakes the execution it names, of a phase or of init, and what the worker then says
 *  is acted on. Nobody else looks at what is due here. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { type WorkerJob, workerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { ok } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { rowsOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;
const NOTHING_DUE = ok({ handled: 0, more: false, nextInMs: null });

/** The engine's own wake-ups are lost. */
const quiet = (bus: Bus): Bus => ({
  ...bus,
  publish: async (topic, messages) =>
    topic === "orchestrator-events"
      ? ok({ accepted: messages.length })
      : bus.publish(topic, messages),
});

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let sent = 0;
beforeEach(async () => {
  world = await orchestratorWorld({ composition: "split", outgoing: quiet });
  orchestrator = world.startOrchestrator({
    engine: { ...world.engine, sweep: async () => NOTHING_DUE },
  });
});
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

async function send(topic: string, body: object, properties = {}): Promise<void> {
  sent += 1;
  const messageId = MessageId.parse(`test-${sent}`);
  const message = { messageId, body: JSON.stringify(body), properties };
  answerOf(await world.hands.publish(topic, [message]));
  await world.pass(SECOND);
}

async function takeJobs(): Promise<readonly WorkerJob[]> {
  const got = answerOf(await world.hands.receive(JOBS, { max: 10, waitMs: 0 }));
  await world.hands.settle(got.map(({ lock }) => ({ kind: "complete", lock })));
  return got.map(({ body }) => answerOf(workerJob.read(body)));
}

const reply = ({ jobId, correlationData }: WorkerJob, said: object): Promise<void> =>
  send("worker-results", { jobId, correlationData, ...said });
const POLLING = { status: "Success", result: { complete: false } };
const SUCCESS = { status: "Success", result: { done: true } };
const FAILURE = { status: "Failure", error: { message: "no such mailbox" } };

const check = (job: WorkerJob, more: object = {}): Promise<void> => {
  const { stepExecutionId } = job.correlationData;
  const body = { messageType: "poll-check", stepExecutionId, pollCount: job.poll, ...more };
  return send("orchestrator-events", body, { MessageType: "poll-check" });
};
const stepsOf = async (id: BatchId, kind: string): Promise<readonly string[]> =>
  [...(await rowsOf(world.store, id)).executions.values()]
    .filter((row) => row.kind === kind)
    .map(({ status }) => status);

const one = (jobs: readonly WorkerJob[], key?: string): WorkerJob => {
  const found = jobs.filter(({ parameters }) => !key || JSON.stringify(parameters).includes(key));
  const [job] = found;
  if (job === undefined || found.length > 1) throw new Error(`${found.length} jobs of ${key}`);
  return job;
};

test("O-014: a poll-check finds its row; success, failure, polling, timeout follow", async () => {
  const poll = { interval: "1m", timeout: "1h" };
  const said = { data: { note: "{{Name}}" } };
  await publish(world.engine, {
    init: [step("prepare", {}, { poll })],
    phases: [phase("move", [step("sync", said, { poll, on_failure: "undo" })])],
    rollbacks: { undo: [step("put-back", said)] },
  });
  const names = ["ann", "bob", "cleo"];
  const members = Object.fromEntries(names.map((name) => [name, { Name: name }]));
  const id = await begin(world, { members });
  await world.engine.sweep();

  const init = one(await takeJobs());
  await reply(init, POLLING);
  await world.pass(MINUTE);
  expect(await takeJobs()).toEqual([]);
  await check(init);
  const asked = one(await takeJobs());
  expect(asked.jobId).toBe(`${init.jobId}-poll-1`);
  await check(init);
  expect(await takeJobs()).toEqual([]);
  await reply(asked, SUCCESS);
  expect(await stepsOf(id, "init")).toEqual(["succeeded"]);

  await world.engine.sweep();
  const jobs = await takeJobs();
  for (const job of jobs) await reply(job, POLLING);
  await world.pass(MINUTE);
  for (const job of jobs) await check(job, { batchId: id });
  const polls = await takeJobs();
  expect(polls.map(({ poll: count }) => count)).toEqual([1, 1, 1]);
  await reply(one(polls, "ann"), SUCCESS);
  await reply(one(polls, "bob"), FAILURE);
  await reply(one(polls, "cleo"), POLLING);
  expect(await stepsOf(id, "step")).toEqual(["succeeded", "failed", "polling"]);
  await reply(one(await takeJobs(), "bob"), SUCCESS);

  await world.pass(HOUR);
  await check(one(polls, "cleo"), { isInitStep: false });
  expect(await stepsOf(id, "step")).toEqual(["succeeded", "rolled_back", "poll_timeout"]);
  await reply(one(await takeJobs(), "cleo"), SUCCESS);
  expect(await stepsOf(id, "rollback")).toEqual(["succeeded", "succeeded"]);
  expect(await stepsOf(id, "step")).toEqual(["succeeded", "rolled_back", "rolled_back"]);
});

test("O-019 (part), X-41 (part): jobs go by worker-jobs, answers by worker-results", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
  const id = await begin(world, { members: { ann: {} } });
  await world.engine.sweep();
  await reply(one(await takeJobs()), SUCCESS);
  expect(await stepsOf(id, "step")).toEqual(["succeeded"]);
});
