/** A phase-due from another scheduler: what it names, and what of it is only a hint. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { MemberId } from "../../../runtime/contract/ids.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { ok } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin, keyOf } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { eventsOf, memberIn, rowsOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld, START } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
beforeEach(async () => {
  world = await orchestratorWorld();
  const sweep = async () => ok({ handled: 0, more: false, nextInMs: null });
  orchestrator = world.startOrchestrator({ engine: { ...world.engine, sweep } });
});
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

let sent = 0;
async function due(body: object): Promise<void> {
  sent += 1;
  const messageId = MessageId.parse(`due-${sent}`);
  const properties = { MessageType: "phase-due" };
  const message = { messageId, body: JSON.stringify(body), properties };
  answerOf(await world.hands.publish("orchestrator-events", [message]));
  await world.pass(SECOND);
}

/** Of ann, bob and cy, who has left; the phase is due and nobody has looked. */
async function waiting() {
  await publish(world.engine, { phases: [phase("move", [step("one")], { offset: "T-1h" })] });
  const start = new Date(START.getTime() + 2 * HOUR);
  const id = await begin(world, { members: { ann: {}, bob: {}, cy: {} }, start });
  answerOf(await orchestrator.orders.removeMember({ batchId: id, key: keyOf("cy") }, ADA));
  await world.pass(HOUR + MINUTE);
  const [row] = [...(await rowsOf(world.store, id)).phases.values()];
  if (row === undefined) throw new Error("no phase");
  const names = { runbookName: "move-mailboxes", runbookVersion: 1, phaseName: "move" };
  const due = { dueAt: row.dueAt, offsetMinutes: row.offsetMinutes, batchId: id };
  const body = { messageType: "phase-due", ...names, ...due, phaseExecutionId: row.id };
  const idOf = async (name: string): Promise<MemberId> =>
    (await memberIn(world.store, id, name)).id;
  const ids = { ann: await idOf("ann"), bob: await idOf("bob"), cy: await idOf("cy") };
  return { id, body, ids };
}

const differences = async (id: Parameters<typeof eventsOf>[1]) =>
  (await eventsOf(world.store, id))
    .filter(({ type }) => type === "phase.members_differ")
    .map(({ detail }) => detail);

test("X-40, O-006: the rows say who is in a phase; another opinion is logged, once", async () => {
  const { id, body, ids } = await waiting();
  const given = { ...body, memberIds: [ids.bob, ids.cy, 4_711] };
  await due(given);
  await due(given);
  const { phases, executions } = await rowsOf(world.store, id);
  expect([...phases.values()]).toMatchObject([{ status: "dispatched", total: 2 }]);
  const members = [...executions.values()].map(({ memberId }) => memberId);
  expect(members).toEqual([ids.ann, ids.bob]);
  expect(await differences(id)).toEqual([{ missing: 1, strangers: 2 }]);
});

test.each([
  ["the same members", true],
  ["no members", false],
] as const)("X-40 (part): a message with %s is nothing to tell of", async (_, isHinted) => {
  const { id, body, ids } = await waiting();
  await due({ ...body, ...(isHinted ? { memberIds: [ids.bob, ids.ann] } : {}) });
  const { phases } = await rowsOf(world.store, id);
  expect([...phases.values()]).toMatchObject([{ status: "dispatched", total: 2 }]);
  expect(await differences(id)).toEqual([]);
});
