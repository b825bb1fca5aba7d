/** Where things run: the environments and the resource groups that fill at run time. They exist
 *  before the rights on them, and rights before what uses them. Agents and scaled containers have
 *  their place once something with code uses it; until then it is null. */
import type * as pulumi from "@pulumi/pulumi";
import { AgentPlatform } from "../agents/agent-platform.ts";
import { hasAgents } from "../agents/has-agents.ts";
import type { Estate } from "../estate.ts";
import type { Ground } from "../ground/ground.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import { ContainerPool } from "../scaler/container-pool.ts";
import { Workers } from "../worker/workers.ts";

export type Pools = ReturnType<typeof makePools>;

type Made = readonly [PlaceKey, pulumi.Resource];

const agentPlaces = ({ group, environment }: AgentPlatform): readonly Made[] => [
  [placeKey({ kind: "resource-group", group: "agents" }), group],
  [placeKey({ kind: "environment", environment: "agents" }), environment],
];

const scaledPlaces = ({ group }: ContainerPool): readonly Made[] => [
  [placeKey({ kind: "resource-group", group: "scaled" }), group],
];

export function makePools(estate: Estate, { network, group: after }: Ground) {
  const { ships } = estate;
  const workers = new Workers("workers", { estate, network, after });
  const agents = hasAgents(ships) ? new AgentPlatform("agents", { estate, network, after }) : null;
  const scaled = ships.has("scaler") ? new ContainerPool("scaled", { estate }) : null;
  const places: ReadonlyMap<PlaceKey, pulumi.Resource> = new Map([
    ...(agents === null ? [] : agentPlaces(agents)),
    ...(scaled === null ? [] : scaledPlaces(scaled)),
  ]);
  const groups = [agents?.group, scaled?.group].filter((group) => group !== undefined);
  return { workers, agents, places, groups } as const;
}
