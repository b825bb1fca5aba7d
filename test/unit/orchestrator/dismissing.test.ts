/** What was set aside stays on the list of what needs a person until somebody takes it off. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { RunbookVersion } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { phase, publish, step } from "./drafts.ts";
import { eventsOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { MINUTE } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
beforeEach(async () => {
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator();
});
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

const attention = async () => answerOf(await world.store.records.attention(10));

test("what was set aside is dismissed once, by a person who is named", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
  const batchId = await begin(world, { members: { ann: {} } });
  const by = { actor: "test", cause: "test" };
  const published = { kind: "version-published", overdue: "ignore", rerunInit: false } as const;
  const input = { ...published, by, version: RunbookVersion.parse(99) };
  const [handled] = await world.engine.handle([{ batchId, input }]);
  expect(handled?.kind).toBe("set-aside");
  const [open] = await attention();
  expect(open).toMatchObject({ batchId, actions: ["dismiss"] });
  const request = { batchId, subject: open?.subject ?? "" };
  const keyed = { ...ADA, idempotencyKey: "dismiss" };
  const { dismiss } = orchestrator.orders;
  const held = { kind: "removals-held", count: 9, limit: 3, why: "too-many" } as const;
  await world.engine.handle([{ batchId, input: { ...held, by } }]);
  expect(codeOf(await dismiss({ batchId, subject: `batch:${batchId}:removals` }, ADA))).toBe(
    "not-dismissible",
  );
  await world.engine.handle([{ batchId, input: { ...held, by, count: 0 } }]);
  expect(await attention()).toHaveLength(1);
  const first = await dismiss(request, keyed);
  expect(answerOf(first).changed).toBe(true);
  expect(await dismiss(request, keyed)).toEqual(first);
  expect(answerOf(await dismiss(request, ADA)).changed).toBe(false);
  expect(await attention()).toEqual([]);
  const told = (await eventsOf(world.store, batchId)).filter(
    ({ type }) => type === "attention.dismissed",
  );
  expect(told).toMatchObject([{ actor: "ada", cause: "order dismiss dismiss" }]);
});
