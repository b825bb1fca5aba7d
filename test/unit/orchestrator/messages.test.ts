/** What comes from the bus: read, refused with a reason, repeated, late, and while the store is
 *  away. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { fail } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { addOne } from "./add-one.ts";
import { ADA, begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { eventsOf, memberIn, rowsOf, statusOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld, START } from "./orchestrator-world.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./times.ts";

const RESULTS = { topic: "worker-results", subscription: "orchestrator" } as const;
const EVENTS = { topic: "orchestrator-events", subscription: "orchestrator" } as const;

let away = false;
let received = 0;
let world: OrchestratorWorld;
let orchestrator: Orchestrator;

/** A store that is away while it is told so. */
const sometimesAway = (store: Store<Settlement>): Store<Settlement> => ({
  ...store,
  transact: async (locks, decide) =>
    away ? fail({ kind: "unavailable", reason: "resuming" }) : store.transact(locks, decide),
});

const counting = (bus: Bus): Bus => ({
  ...bus,
  receive: async (source, request) => {
    const answer = await bus.receive(source, request);
    if (answer.ok) received += answer.value.length;
    return answer;
  },
});

beforeEach(async () => {
  away = false;
  received = 0;
  world = await orchestratorWorld({ around: sometimesAway, bus: counting });
  orchestrator = world.startOrchestrator();
  await publish(world.engine, {
    phases: [phase("move", [step("one"), step("two")])],
  });
});
afterEach(async () => {
  away = false;
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

let sent = 0;
async function send(topic: string, body: unknown, properties = {}, id?: string): Promise<void> {
  sent += 1;
  const messageId = MessageId.parse(id ?? `test-${sent}`);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  answerOf(await world.hands.publish(topic, [{ messageId, body: text, properties }]));
  await world.pass(SECOND);
}

const deadLetters = async (of: typeof RESULTS | typeof EVENTS) => {
  const dead = { ...of, queue: "dead-letter" } as const;
  return answerOf(await world.hands.peek(dead, { from: 0, max: 100 })).map(({ properties }) => ({
    reason: properties["DeadLetterReason"],
    description: properties["DeadLetterErrorDescription"],
  }));
};
const left = async (of: typeof RESULTS | typeof EVENTS): Promise<number> =>
  answerOf(await world.hands.peek(of, { from: 0, max: 100 })).length;

/** The answer to the first attempt of an execution, as an earlier system would write it. */
const answer = (id: BatchId | null, execution: number, more: object = {}) => ({
  JobId: `step-${execution}-attempt-1`,
  Status: "Success",
  Result: { done: true },
  CorrelationData: {
    StepExecutionId: execution,
    IsInitStep: false,
    RunbookName: "move-mailboxes",
    RunbookVersion: 1,
    ...(id === null ? {} : { BatchId: id }),
  },
  ...more,
});

const firstOut = async (id: BatchId): Promise<number> => {
  const { executions } = await rowsOf(world.store, id);
  const out = [...executions.values()].find(({ outstanding }) => outstanding);
  return out?.id ?? 0;
};

describe("results", () => {
  test("X-13 (part): a result that does not name its batch finds it by its execution", async () => {
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    await send("worker-results", answer(null, await firstOut(id)));
    expect(await typesOf(world.store, id)).toContain("step.succeeded");
    expect(await left(RESULTS)).toBe(0);
  });

  test("M-085, I5, I7: a repeat changes nothing and a late one is evidence only", async () => {
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const first = await firstOut(id);
    await send("worker-results", answer(id, first));
    const before = await rowsOf(world.store, id);
    await send("worker-results", answer(id, first));
    const after = await rowsOf(world.store, id);
    expect({ ...after, lock: null }).toEqual({ ...before, lock: null });
    const older = answer(id, first, { JobId: `step-${first}-retry-3` });
    await send("worker-results", older);
    expect((await typesOf(world.store, id)).at(-1)).toBe("result.late");
    expect((await rowsOf(world.store, id)).executions).toEqual(before.executions);
    expect(await left(RESULTS)).toBe(0);
  });

  test("M-048: what cannot be read or matched is a dead letter that says why", async () => {
    await send("worker-results", "{");
    await send("worker-results", { Status: "Success" });
    await send("worker-results", answer(null, 4_711));
    await send("worker-results", answer(99_999 as BatchId, 1));
    expect(await deadLetters(RESULTS)).toEqual([
      { reason: "not-json", description: "The body is not JSON in UTF-8." },
      { reason: "no-correlation", description: expect.stringContaining("jobId") },
      { reason: "unknown-execution", description: "No step execution has the id 4711." },
      { reason: "unknown-batch", description: expect.any(String) },
    ]);
    expect(await left(RESULTS)).toBe(0);
  });
});

describe("events", () => {
  test("M-049: an unknown kind is a dead letter of its own", async () => {
    await send("orchestrator-events", {}, { MessageType: "new-moon" });
    await send("orchestrator-events", {});
    expect((await deadLetters(EVENTS)).map(({ reason }) => reason)).toEqual([
      "unknown-type",
      "unknown-type",
    ]);
  });

  test("M-083, O-003, R16 (part): beginning and due phases told again change nothing", async () => {
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const [move] = [...(await rowsOf(world.store, id)).phases.values()];
    const batch = { RunbookName: "move-mailboxes", RunbookVersion: 1, BatchId: id };
    const due = { ...batch, PhaseExecutionId: move?.id, PhaseName: "move", MemberIds: [7, 8] };
    const before = await rowsOf(world.store, id);
    await send("orchestrator-events", batch, { MessageType: "batch-init" });
    await send("orchestrator-events", due, { MessageType: "phase-due" });
    await send("orchestrator-events", due, { MessageType: "phase-due" });
    const after = await rowsOf(world.store, id);
    expect({ ...after, lock: null }).toEqual({ ...before, lock: null });
    expect(await left(EVENTS)).toBe(0);
    expect(await deadLetters(EVENTS)).toEqual([]);
  });

  test("O-012, R24: a removal from elsewhere counts once, also after a return", async () => {
    const id = await begin(world, { members: { ann: {}, bob: {} } });
    const ann = await memberIn(world.store, id, "ann");
    const body = { BatchId: id, BatchMemberId: ann.id, MemberKey: "ann" };
    const type = { MessageType: "member-removed" };
    await send("orchestrator-events", body, type, "removal-1");
    expect((await memberIn(world.store, id, "ann")).status).toBe("removed");
    const back = { batchId: id, key: ann.key, data: new Map() };
    expect(answerOf(await addOne(orchestrator.orders, back, ADA)).changed).toBe(true);
    await world.pass(HOUR);
    await send("orchestrator-events", body, type, "removal-1");
    expect(await memberIn(world.store, id, "ann")).toMatchObject({
      status: "active",
      generation: 2,
    });
    await send("orchestrator-events", body, type, "removal-2");
    expect((await memberIn(world.store, id, "ann")).status).toBe("removed");
    expect(await left(EVENTS)).toBe(0);
  });

  test("O-012: one still active is undone by the message, one marked removed is not", async () => {
    const phases = [phase("move", [step("one")])];
    await publish(world.engine, { phases, on_member_removed: [step("leave")] });
    const start = new Date(START.getTime() + DAY);
    const id = await begin(world, { members: { ann: {}, bob: {}, cleo: {} }, start });
    const undone = async (): Promise<readonly unknown[]> =>
      [...(await rowsOf(world.store, id)).executions.values()]
        .filter(({ kind }) => kind === "removal")
        .map(({ memberId }) => memberId);
    const removed = async (name: string): Promise<number> => {
      const member = await memberIn(world.store, id, name);
      const body = { BatchId: id, BatchMemberId: member.id, MemberKey: name };
      await send("orchestrator-events", body, { MessageType: "member-removed" });
      return member.id;
    };
    const ann = await removed("ann");
    expect(await undone()).toEqual([ann]);
    const { id: bob, key } = await memberIn(world.store, id, "bob");
    answerOf(await orchestrator.orders.removeMember({ batchId: id, key }, ADA));
    expect(await undone()).toEqual([ann, bob]);
    await removed("bob");
    expect(await undone()).toEqual([ann, bob]);
  });

  test("O-010: a member that is said to be added must be there", async () => {
    const id = await begin(world, { members: { ann: {} } });
    const type = { MessageType: "member-added" };
    const ann = await memberIn(world.store, id, "ann");
    const body = { BatchId: id, BatchMemberId: ann.id, MemberKey: "ann" };
    await send("orchestrator-events", body, type);
    await send("orchestrator-events", { ...body, BatchMemberId: 4_711 }, type);
    expect(await deadLetters(EVENTS)).toEqual([
      { reason: "unknown-member", description: `Batch ${id} has no member with the id 4711.` },
    ]);
  });

  test("M-087, M-076: a check for a retry of a cancelled batch does nothing", async () => {
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const first = await firstOut(id);
    answerOf(await orchestrator.orders.cancel({ batchId: id }, ADA));
    const before = await typesOf(world.store, id);
    await send("orchestrator-events", { StepExecutionId: first }, { MessageType: "retry-check" });
    await send("orchestrator-events", { StepExecutionId: first }, { MessageType: "poll-check" });
    expect(await typesOf(world.store, id)).toEqual(before);
    expect(await left(EVENTS)).toBe(0);
  });
});

test("R20: a job for no worker that exists comes back and fails its step", async () => {
  const id = await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  const jobs = { topic: "worker-jobs", subscription: "worker-west" } as const;
  const [job] = answerOf(await world.hands.receive(jobs, { max: 1, waitMs: 0 }));
  if (job === undefined) throw new Error("no job was sent");
  await world.hands.settle([{ kind: "complete", lock: job.lock }]);
  await send("worker-jobs", job.body, { WorkerId: "nobody" });
  const failed = (await eventsOf(world.store, id)).find(({ type }) => type === "step.failed");
  expect(JSON.stringify(failed?.detail)).toContain("no worker takes the jobs of west");
  expect(await statusOf(world.store, id)).toBe("failed");
});

test("a bug in the engine is told to the host at once; the rest can still be stopped", async () => {
  const id = await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  await world.wait(orchestrator.stop(MINUTE));
  const handle = () => Promise.reject(new Error("a bug"));
  orchestrator = world.startOrchestrator({ engine: { ...world.engine, handle } });
  const ended = orchestrator.ended.then(
    () => "ended",
    (error: Error) => error.message,
  );
  await send("worker-results", answer(id, await firstOut(id)));
  expect(await ended).toBe("a bug");
});

describe("a store that is away", () => {
  test("R28, I21: nothing is abandoned, nothing more taken, all done in the end", async () => {
    const members = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`m-${at}`, {}]));
    const id = await begin(world, { members });
    await world.pass(SECOND);
    const { executions } = await rowsOf(world.store, id);
    const out = [...executions.values()].filter(({ outstanding }) => outstanding);
    away = true;
    received = 0;
    for (const row of out) await send("worker-results", answer(id, row.id));
    await world.pass(2 * HOUR);
    expect(received).toBeLessThanOrEqual(2);
    expect(await left(RESULTS)).toBe(4);
    const peeked = answerOf(await world.hands.peek(RESULTS, { from: 0, max: 10 }));
    expect(peeked.every(({ deliveryCount }) => deliveryCount <= 1)).toBe(true);
    away = false;
    await world.pass(5 * MINUTE);
    expect(await left(RESULTS)).toBe(0);
    expect(await deadLetters(RESULTS)).toEqual([]);
    const types = await typesOf(world.store, id);
    expect(types.filter((type) => type === "step.succeeded")).toHaveLength(4);
    // Locks were renewed for two hours: each message was handed out once.
    expect(received).toBe(4);
    expect(world.clock.now().getTime()).toBeLessThan(START.getTime() + DAY);
  });

  test("a stop while it is away ends at its limit, and the messages come again", async () => {
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const first = await firstOut(id);
    away = true;
    await send("worker-results", answer(id, first));
    const stopped = orchestrator.stop(MINUTE);
    await world.pass(2 * MINUTE);
    expect(await stopped).toEqual({ inTime: false });
    away = false;
    orchestrator = world.startOrchestrator();
    await world.pass(5 * MINUTE);
    expect(await typesOf(world.store, id)).toContain("step.succeeded");
  });
});
