/** Where store and broker are apart: what was committed and not published goes out by itself. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { fail } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { rowsOf, statusOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;
/** How publishing ends: not at all, or without an answer. */
let fault: "refused" | "unheard" | null;

const AWAY = fail({ kind: "unavailable", detail: "the bus is away" } as const);

const faulty = (bus: Bus): Bus => ({
  ...bus,
  publish: async (topic, messages) => {
    if (fault === "refused") return AWAY;
    const answer = await bus.publish(topic, messages);
    return fault === "unheard" ? AWAY : answer;
  },
});

beforeEach(async () => {
  fault = null;
  world = await orchestratorWorld({ composition: "split", outgoing: faulty });
  orchestrator = world.startOrchestrator();
  west = world.startWest();
  await publish(world.engine, { phases: [phase("move", [step("one"), step("two")])] });
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

test.each([
  ["refused", 0],
  ["unheard", 2],
] as const)(
  "M-014: a job whose publishing was %s goes out later, and is done once",
  async (...given) => {
    const [how, done] = given;
    fault = how;
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(MINUTE);
    expect(world.effects).toHaveLength(done);
    const [first] = [...(await rowsOf(world.store, id)).executions.values()];
    expect(first?.dispatchedAt).not.toBeNull();
    fault = null;
    await world.pass(HOUR);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(new Set(world.effects).size).toBe(2);
    expect(world.effects).toHaveLength(2);
  },
);
