/** A refusal under a key is an answer like any other: it is kept, or it is not given. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { fail } from "../../../runtime/contract/result.ts";
import { openOrders } from "../../../runtime/orchestrator/orders.ts";
import { ADA } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";

let world: OrchestratorWorld;
let isFull: boolean;

beforeEach(async () => {
  world = await orchestratorWorld();
  isFull = false;
});
afterEach(() => world.remove());

const discard = () => {
  const { clock, engine, hands: bus } = world;
  const store: typeof world.store = {
    ...world.store,
    transact: (locks, decide) =>
      isFull ? Promise.resolve(fail({ kind: "full" })) : world.store.transact(locks, decide),
  };
  const orders = openOrders({ store, engine, bus, clock, owner: "api", wake: () => {} });
  return orders.discard({ incidentId: 7 }, { ...ADA, idempotencyKey: "key-1" });
};

test("R17, I16: a refusal that cannot be kept is not given; one that was given stays", async () => {
  isFull = true;
  expect(codeOf(await discard())).toBe("unavailable");
  isFull = false;
  expect(codeOf(await discard())).toBe("unknown-incident");
  isFull = true;
  expect(codeOf(await discard())).toBe("unknown-incident");
});
