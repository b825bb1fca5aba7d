/** A job that the bus will never take: its step hears of it at once, and a person too. */
import { afterEach, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { fail } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { phase, publish, step } from "./drafts.ts";
import type { Composition } from "./grounds.ts";
import { hasEnded, memberIn, rowsOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld, START } from "./orchestrator-world.ts";
import { HOUR, MINUTE } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;

/** Takes no job of ann's. */
const narrow = (bus: Bus): Bus => ({
  ...bus,
  publish: async (topic, messages) => {
    const index = messages.findIndex(({ body }) => body.includes("ann"));
    if (topic !== "worker-jobs" || index === -1) return bus.publish(topic, messages);
    return fail({ kind: "message-too-large", index, bytes: 300_000, bytesMax: 262_144 });
  },
});

const open = async (composition: Composition): Promise<void> => {
  world = await orchestratorWorld({ composition, outgoing: narrow, effects: "none" });
  orchestrator = world.startOrchestrator();
  west = world.startWest();
};
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

test("R31, R19: its step fails long before its deadline, and others go on", async () => {
  await open("split");
  const said = step("one", { data: { note: "{{Name}}" } });
  await publish(world.engine, { phases: [phase("move", [said])] });
  const members = { ann: { Name: "ann" }, bob: { Name: "bob" } };
  const id = await begin(world, { members });
  await world.until(() => hasEnded(world.store, id));
  expect(world.clock.now().getTime() - START.getTime()).toBeLessThan(HOUR);
  expect((await memberIn(world.store, id, "ann")).status).toBe("failed");
  expect((await memberIn(world.store, id, "bob")).status).toBe("active");
  const rows = [...(await rowsOf(world.store, id)).executions.values()];
  expect(rows.map(({ status, held }) => [status, held])).toEqual([
    ["failed", false],
    ["succeeded", false],
  ]);
  expect(rows[0]?.error).toMatchObject({ kind: "unsendable" });
  const [incident] = answerOf(await world.store.incidents.list(0, 10));
  expect(incident).toMatchObject({ batchId: id, subscription: "outbox" });
  const request = { incidentId: incident?.id ?? 0 };
  expect(codeOf(await orchestrator.orders.redrive(request, ADA))).toBe("job-given-up");
  const gone = await world.wait(orchestrator.orders.discard(request, ADA));
  expect(answerOf(gone).changed).toBe(true);
});

test.each<Composition>(["split", "fused"])(
  "R31: a message that is too large is an incident, which a person lets go: %s",
  async (how) => {
    await open(how);
    const messageId = MessageId.parse("large");
    const envelope = { messageId, body: "x".repeat(300_000), properties: {} };
    const large = { topic: "orchestrator-events", envelope, notBefore: null } as const;
    const nothing = { writes: [], settle: [], remember: [], consumed: [], sent: [] };
    answerOf(
      await world.store.transact({ batches: new Map() }, ({ nextIds }) => {
        return { ...nothing, nextIds, publish: [large] };
      }),
    );
    await world.until(async () => answerOf(await world.store.incidents.openCount()) === 1);
    const [incident] = answerOf(await world.store.incidents.list(0, 10));
    expect(incident).toMatchObject({
      topic: "orchestrator-events",
      subscription: "outbox",
      reason: "message-too-large",
      envelope: { messageId },
    });
    const gone = await world.wait(
      orchestrator.orders.discard({ incidentId: incident?.id ?? 0 }, ADA),
    );
    expect(answerOf(gone).changed).toBe(true);
  },
);
