/** A function that does nothing: for benchmarks, which measure everything around it, and for
 *  rehearsals. It may be declared as any class of function, to have the loop treat it as such. */
import { z } from "zod";
import { type FunctionManifest, FunctionName } from "../../contract/manifest.ts";
import { ok } from "../../contract/result.ts";
import { type WorkerFunction, workerFunction } from "../function.ts";

/** Like all functions for trying things out, it is off unless a host turns this on. */
export const REHEARSAL = "rehearsal";

type Traits = Pick<FunctionManifest, "effect" | "idempotency">;

const HARMLESS: Traits = { effect: "read", idempotency: "natural-key" };

export const noOp = (traits: Traits = HARMLESS): WorkerFunction =>
  workerFunction({
    ...traits,
    name: FunctionName.parse("Invoke-NoOp"),
    description: "Does nothing and succeeds, whatever its parameters are.",
    capability: REHEARSAL,
    params: z.looseObject({}),
    result: "Boolean",
    examples: [{ params: {}, result: true }],
    run: async () => ok({ kind: "done", value: true }),
  });
