/** What a run created in the tenant and what is left of it (H-065, H-066). */
import { z } from "zod";
import { RunId, ScenarioName } from "../identifiers.ts";
import { Instant } from "../instant.ts";

const Lifetime = {
  scenario_name: ScenarioName,
  created_at: Instant,
  deleted_at: Instant.nullable(),
  status: z.enum(["deleted", "exists"]),
};

export const RunResources = z.object({
  run_id: RunId,
  resources: z.array(
    z.object({
      resource_id: z.string(),
      resource_type: z.string(),
      ...Lifetime,
      tags: z.record(z.string(), z.string()),
    }),
  ),
});
export type RunResources = Readonly<z.output<typeof RunResources>>;

export const RunServicePrincipals = z.object({
  run_id: RunId,
  service_principals: z.array(z.object({ sp_name: z.string(), sp_id: z.string(), ...Lifetime })),
});
export type RunServicePrincipals = Readonly<z.output<typeof RunServicePrincipals>>;
