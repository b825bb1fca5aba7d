/** Everything that runs, on the ground and with the rights that were laid for it: images first,
 *  then the database's job, then what uses the database. It wires; each part decides for itself
 *  what it is. */
import type * as pulumi from "@pulumi/pulumi";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { DATABASE_ADMINISTRATOR } from "../../runtime/contract/blueprint/database-rights.ts";
import { agentJob } from "../agents/agent-platform.ts";
import type { CodeArtifacts } from "../bundle/artifact-shape.ts";
import type { AppRegistrations } from "../entra/app-registrations.ts";
import type { Estate } from "../estate.ts";
import { FunctionApps } from "../functions/function-apps.ts";
import type { Ground } from "../ground/ground.ts";
import type { RoleAssignments } from "../identity/role-assignments.ts";
import { BUILD_POOL } from "../registry/registry-settings.ts";
import { estateValues } from "../settings/estate-values.ts";
import { ContainerApps } from "../worker/container-apps.ts";
import { DatabaseBootstrap } from "../worker/database-bootstrap.ts";
import { Images } from "../worker/images.ts";
import type { Pools } from "./pools.ts";

export type ComputeArgs = {
  readonly estate: Estate;
  readonly ground: Ground;
  readonly pools: Pools;
  readonly rights: RoleAssignments;
  readonly entra: AppRegistrations;
  readonly artifacts: CodeArtifacts;
};

export type Compute = ReturnType<typeof startCompute>;

export function startCompute(args: ComputeArgs) {
  const { estate, ground, pools, rights, entra, artifacts } = args;
  const identities = ground.identities.byName;
  const telemetry: ReadonlyMap<ComponentName, pulumi.Input<string>> = new Map(
    [...ground.observability.insights].map(([component, insights]) => [
      component,
      insights.connectionString,
    ]),
  );
  const { references: images } = new Images("images", {
    estate,
    artifacts,
    baseImage: estate.config.baseImage,
    agentPoolName: ground.registry.builds === null ? null : BUILD_POOL.agentPoolName,
    after: [
      ground.registry.builds ?? ground.registry.registry,
      ...ground.registry.ready,
      ...ground.network.ready,
    ],
  });
  const api = { clientId: entra.apiClientId, audience: entra.apiAudience };
  const values = estateValues({ estate, identities, api, agentImage: images.get("agent") });
  const around = { estate, identities, telemetry, values };
  /** Each waits for its own rights, and all for the doors of what they use. */
  const rightsOf = (identity: string): readonly pulumi.Resource[] => [
    ...ground.ready,
    ...(rights.byHolder.get(identity) ?? []),
  ];
  const { environment } = pools.workers;
  const bootstrap = new DatabaseBootstrap("bootstrap", {
    ...around,
    environment,
    images,
    after: rightsOf(DATABASE_ADMINISTRATOR),
  });
  const after = (identity: string) => [...rightsOf(identity), ...bootstrap.prepared];
  const functions = new FunctionApps("functions", {
    ...around,
    network: ground.network,
    group: ground.group,
    artifacts,
    after,
  });
  new ContainerApps("apps", { ...around, environment, images, after });
  if (pools.agents !== null)
    agentJob("agents", { ...around, platform: pools.agents, images, after: rightsOf("agent") });
  return { functions, bootstrap, images } as const;
}
