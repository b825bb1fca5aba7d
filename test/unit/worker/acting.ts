/** A function that does what a test says, and what a worker makes of its answer. */
import { expect } from "@jest/globals";
import { z } from "zod";
import type { JsonObject } from "../../../runtime/contract/json-object.ts";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import {
  type FunctionDefinition,
  type WorkerFunction,
  workerFunction,
} from "../../../runtime/worker/function.ts";
import { REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { ONCE_ONLY, type Traits } from "./traits.ts";
import { workerWorld } from "./worker-world.ts";

type Run = FunctionDefinition<z.ZodObject>["run"];

export const acting = (
  run: Run,
  traits: Traits = ONCE_ONLY,
  params: z.ZodObject = z.object({}),
): WorkerFunction =>
  workerFunction({
    ...traits,
    name: FunctionName.parse("Set-Thing"),
    description: "Sets a thing.",
    capability: REHEARSAL,
    params,
    result: "Object",
    examples: [],
    run,
  });

/** There is one, and no job is left. */
export async function outcomeOf(theFunction: WorkerFunction, params: JsonObject = {}) {
  const world = workerWorld();
  world.start("one", { functions: [theFunction] });
  await world.give({ name: "Set-Thing", params });
  const results = await world.results();
  expect(results).toHaveLength(1);
  expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 0 });
  return { outcome: results[0]?.outcome, faults: world.faults };
}
