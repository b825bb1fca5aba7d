import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../../runtime/contract/job-id.ts";
import { commit } from "../../../../runtime/tenant/simulated/changes.ts";
import { latest } from "../../../../runtime/tenant/simulated/records.ts";
import {
  type SimulatedTenant,
  startSimulatedTenant,
} from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import { systemClock } from "../../../../runtime/time/system/system-clock.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { noOp } from "../../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../../runtime/worker/functions/scripted.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { countedFetch, hurried } from "../../tenant/hurried.ts";
import { memoryTenant } from "./differential/memory-tenant.ts";
import { clientsOf, hookServer } from "./differential/simulated-clients.ts";
import { ANN_ID, EXAMPLE_OBJECTS } from "./example-objects.ts";

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});

async function tenantFor(functionName: string) {
  const clock = manualClock(new Date("2026-03-02T08:00:00.000Z"));
  const network = countedFetch();
  const started = await startSimulatedTenant({
    seed: "examples",
    company: { people: 0, domain: "fabrikam.com" },
    domains: ["fabrikam.onmicrosoft.com"],
    clock,
  });
  const simulated = answerOf(started);
  const hooks = await hookServer();
  stops.push(simulated.stop, hooks.stop);
  const { world } = simulated;
  const objects = EXAMPLE_OBJECTS[functionName] ?? [];
  commit({ world, now: clock.now().getTime() }, objects);
  const state = () => JSON.stringify([everythingIn(simulated), hooks.sent]);
  const tenant = clientsOf(simulated, hooks.address, { clock, fetch: network.fetch });
  return { tenant, state, settled: hurried(clock, network.isIdle) };
}

const everythingIn = ({ world: { tables } }: SimulatedTenant) =>
  Object.entries(tables).map(([name, table]) => [
    name,
    [...table].map(([key, row]) => [key, latest(row as never)]),
  ]);

const contextOf = (attempt: number) => ({
  jobId: formatJobId({
    kind: "init",
    stepExecutionId: StepExecutionId.parse(1),
    attempt,
    poll: 0,
  }),
  batchId: BatchId.parse(1),
  attempt,
  poll: 0,
  signal: new AbortController().signal,
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The tenant gives a new object an id of its own. */
const withIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(UUID, ANN_ID));

const EXAMPLES = functionLibrary(memoryTenant().tenant).flatMap(({ manifest }) =>
  manifest.examples.map((_, at) => [manifest.name as string, at] as const),
);

describe("the examples that the library shows", () => {
  test("every function has one, and nothing is seeded for a function that is none", () => {
    const names = functionLibrary(memoryTenant().tenant).map(({ manifest }) => manifest.name);
    expect([...new Set(EXAMPLES.map(([name]) => name))]).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(Object.keys(EXAMPLE_OBJECTS)));
  });

  test.each(EXAMPLES)("%s answers what its example %i says, and does it", async (name, at) => {
    const { tenant, state, settled } = await tenantFor(name);
    const made = functionLibrary(tenant).find(({ manifest }) => manifest.name === name);
    const example = made?.manifest.examples[at];
    if (made === undefined || example === undefined) throw new Error("no such example");
    const before = state();
    const call = answerOf(made.prepare(example.params));
    const answer = await settled(call(contextOf(1)));
    const value = made.manifest.effect === "write" && "UserId" in Object(example.result);
    const seen = value ? withIds(answer) : answer;
    const said = value ? withIds(example.result) : example.result;
    expect(seen).toEqual({ ok: true, value: { kind: "done", value: said } });
    expect(state() !== before).toBe(made.manifest.effect === "write");
  });

  test("those of the functions to rehearse with hold, too", async () => {
    const traits = { effect: "write", idempotency: "natural-key" } as const;
    const script = scripted({ ...traits, clock: systemClock, perform: () => {} });
    for (const made of [noOp(), script]) {
      for (const { params, result } of made.manifest.examples) {
        const call = answerOf(made.prepare(params));
        expect(await call(contextOf(3))).toEqual({
          ok: true,
          value: { kind: "done", value: result },
        });
      }
    }
  });
});
