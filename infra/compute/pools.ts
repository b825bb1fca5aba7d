/** Where things run: the two environments and the two resource groups that fill at run time. They
 *  exist before the rights on them, and rights before what uses them. */
import type * as pulumi from "@pulumi/pulumi";
import { AgentPlatform } from "../agents/agent-platform.ts";
import type { Estate } from "../estate.ts";
import type { Ground } from "../ground/ground.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import { ContainerPool } from "../scaler/container-pool.ts";
import { Workers } from "../worker/workers.ts";

export type Pools = ReturnType<typeof makePools>;

export function makePools(estate: Estate, { network, group: after }: Ground) {
  const workers = new Workers("workers", { estate, network, after });
  const agents = new AgentPlatform("agents", { estate, network, after });
  const scaled = new ContainerPool("scaled", { estate });
  const places: ReadonlyMap<PlaceKey, pulumi.Resource> = new Map<PlaceKey, pulumi.Resource>([
    [placeKey({ kind: "resource-group", group: "agents" }), agents.group],
    [placeKey({ kind: "resource-group", group: "scaled" }), scaled.group],
    [placeKey({ kind: "environment", environment: "agents" }), agents.environment],
  ]);
  return { workers, agents, scaled, places } as const;
}
