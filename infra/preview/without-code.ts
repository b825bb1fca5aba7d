/** The components of a plan that have no code yet, and why: the program says so in the plan. */
import type { PlannedResource } from "./planned-resource.ts";

const NOT_YET_SHIPPED = "drover:code:NotYetShipped";

export const withoutCodeIn = (resources: readonly PlannedResource[]): ReadonlyMap<string, string> =>
  new Map(
    resources
      .filter(({ type }) => type === NOT_YET_SHIPPED)
      .map(({ name, inputs }) => [name, String(inputs["reason"] ?? "")]),
  );
