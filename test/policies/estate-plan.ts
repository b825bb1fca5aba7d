/** A stack's plan and the settings of its policies, through Pulumi's own program runner. */
import path from "node:path";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import type { Result } from "../../runtime/contract/result.ts";
import { planOnce } from "../infra/planned-once/plan-once.ts";
import type { Settings } from "./whole-pack.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Starting the runner takes its time on a busy machine. */
export const PLAN_MS_MAX = 240_000;

export type EstatePlan = {
  readonly resources: readonly PlannedResource[];
  readonly outputs: JsonObject;
  readonly settings: Settings;
};

export function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

export { WHOLE } from "../infra/ground-plans.ts";

/** `main` runs another program under the stack's settings. */
export async function planEstate(name: string, main?: string): Promise<EstatePlan> {
  const stack = must(await readStack(ROOT, name));
  const program = main === undefined ? stack : { ...stack, main };
  const { resources, outputs } = must(await planOnce(program));
  return { resources, outputs, settings: stack.policies };
}
