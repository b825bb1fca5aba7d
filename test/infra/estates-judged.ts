/** Runs a stack's program and has what it planned judged by the pack's own host. */
import path from "node:path";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { judge, type Verdict } from "../../infra/preview/policy.ts";
import type { Stack } from "../../infra/preview/stack-config.ts";
import { must } from "./ground-plans.ts";
import { planOnce } from "./planned-once/plan-once.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const BUS = "azure-native:servicebus";

export type Judged = {
  readonly resources: readonly PlannedResource[];
  readonly outputs: JsonObject;
  readonly verdict: Verdict;
  readonly workers: readonly string[];
};

export async function planAndJudge(stack: Stack, workers: readonly string[]): Promise<Judged> {
  const { resources, outputs } = must(await planOnce(stack));
  return { resources, outputs, verdict: must(await judge(stack, resources)), workers };
}

export const ofType = ({ resources }: Judged, type: string): readonly PlannedResource[] =>
  resources.filter((resource) => resource.type === type);
