/** A pause between phases is told, of whatever is asked, with the order that ends it. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Why, WhyQuery } from "../../../runtime/contract/http/why.ts";
import { PhaseName } from "../../../runtime/contract/identifiers.ts";
import { type BatchId, MemberId, type PhaseExecutionId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { whyOf } from "../../../runtime/queries/why.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "../orchestrator/batch-in.ts";
import { phase, publish, step } from "../orchestrator/drafts.ts";
import { rowsOf } from "../orchestrator/look.ts";
import {
  type OrchestratorWorld,
  orchestratorWorld,
  START,
} from "../orchestrator/orchestrator-world.ts";
import { HOUR, MINUTE } from "../orchestrator/times.ts";

const CUTOVER = PhaseName.parse("cutover");
const TOMORROW = new Date(START.getTime() + 24 * HOUR);

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;
let batch: BatchId;
let cutover: PhaseExecutionId;

beforeEach(async () => {
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator();
  west = world.startWest();
  await publish(world.engine, {
    phases: [
      phase("move", [step("create")], { offset: "T-1d" }),
      phase("cutover", [step("switch")]),
    ],
  });
  batch = await begin(world, { members: { ann: {} }, start: TOMORROW });
  await world.pass(HOUR);
  const { phases } = await rowsOf(world.store, batch);
  const found = [...phases.values()].find(({ name }) => name === CUTOVER);
  if (found === undefined) throw new Error("there is no cutover");
  cutover = found.id;
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

const pause = async (phaseId: PhaseExecutionId | null): Promise<void> => {
  const of = { batchId: batch, ...(phaseId === null ? {} : { phaseId }) };
  answerOf(await world.wait(orchestrator.orders.pause(of, ADA)));
};

async function why(query: WhyQuery): Promise<Why> {
  const { reports } = world.store as unknown as Parameters<typeof whyOf>[0];
  return answerOf(await whyOf({ reports, plan: world.engine.plan }, batch, query));
}

const MEMBER: WhyQuery = { memberId: MemberId.parse(1) };
const QUERIES: readonly WhyQuery[] = [{}, { phase: CUTOVER }, MEMBER];

test("before a pause all three say when the next phase begins", async () => {
  for (const query of QUERIES) {
    expect((await why(query)).current?.kind).toBe("phase-time");
  }
});

test("a phase paused before its time is told as paused, of batch, phase and member", async () => {
  await pause(cutover);
  for (const query of QUERIES) {
    const { current, chain, moves, eta } = await why(query);
    expect(current?.kind).toBe("paused");
    const root = chain.at(-1) ?? current;
    expect(root?.subject).toEqual({ kind: "phase", id: cutover, name: CUTOVER });
    expect(root?.sentence).toBe(
      "The phase was paused by ada at 2026-03-02 07:00:00 UTC. " +
        "Its time is 2026-03-03 06:00:00 UTC.",
    );
    expect(moves).toMatchObject([{ route: "resumeBatch", body: { phaseId: cutover } }]);
    expect(eta).toMatchObject({ earliest: null, latest: null });
  }
});

test("a batch paused between phases is told as paused, before its phase's pause", async () => {
  await pause(cutover);
  await pause(null);
  for (const query of QUERIES) {
    const { current, chain, moves } = await why(query);
    expect(current?.kind).toBe("paused");
    const root = chain.at(-1) ?? current;
    expect(root?.subject.kind).toBe("batch");
    expect(root?.sentence).toBe("The batch was paused by ada at 2026-03-02 07:00:00 UTC.");
    expect(moves[0]).toMatchObject({ route: "resumeBatch", body: { phaseId: null } });
  }
  answerOf(await world.wait(orchestrator.orders.resume({ batchId: batch }, ADA)));
  expect((await why({})).moves).toMatchObject([{ body: { phaseId: cutover } }]);
});
