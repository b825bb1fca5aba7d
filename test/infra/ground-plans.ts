/** Runs a stack through Pulumi's own program runner and looks things up in what it planned. */
import path from "node:path";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import type { Result } from "../../runtime/contract/result.ts";
import { planOnce } from "./planned-once/plan-once.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Far beyond any machine: only a test that is stuck takes so long. */
export const RUN_MS_MAX = 1_800_000;

export function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

export type Planned = {
  readonly resources: readonly PlannedResource[];
  readonly outputs: JsonObject;
  readonly ofType: (type: string) => readonly PlannedResource[];
  /** The one resource with this name in the program. */
  readonly called: (name: string) => PlannedResource;
};

/** The estate as it will be once every component has code. */
export const WHOLE = path.join(import.meta.dirname, "programs/whole-estate.ts");

/** `overrides` are values of the stack's file, as Pulumi hands them over. */
export const planWhole = (
  name: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Planned> => planStack(name, overrides, WHOLE);

async function planStack(
  name: string,
  overrides: Readonly<Record<string, string>> = {},
  main?: string,
): Promise<Planned> {
  const stack = must(await readStack(ROOT, name));
  const config = { ...stack.config, ...overrides };
  const program = { ...stack, config, main: main ?? stack.main };
  const { resources, outputs } = must(await planOnce(program));
  return {
    resources,
    outputs,
    ofType: (type) => resources.filter((resource) => resource.type === `azure-native:${type}`),
    called: (own) => {
      const found = resources.filter((resource) => resource.name === own);
      if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} ${own}`);
      return found[0];
    },
  };
}

const dependsOn = (resource: PlannedResource, on: PlannedResource): boolean =>
  resource.dependencies.includes(on.urn);

/** Whether a resource waits for another: by dependency, or by that of one of its parents. */
export function waitsFor(plan: Planned, resource: PlannedResource, on: PlannedResource): boolean {
  if (resource.urn === on.urn || dependsOn(resource, on)) return true;
  const before = plan.resources.filter(
    (one) => one.urn === resource.parent || resource.dependencies.includes(one.urn),
  );
  return before.some((one) => one.custom && waitsFor(plan, one, on));
}
