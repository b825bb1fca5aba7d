/** Where agents run: a resource group that runs fill and empty, an environment apart from the
 *  workers', and the job that each agent is a copy of. A run makes one copy for each scenario,
 *  with an identity of its own, because starting a job cannot change its identity or secrets;
 *  size, limits, image and secrets are the copied job's, and so are seen and judged in a plan. */
import { Job, type ManagedEnvironment } from "@pulumi/azure-native/app/index.js";
import { ResourceGroup } from "@pulumi/azure-native/resources/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import type { Network } from "../network/network.ts";
import { identityId, runsAs } from "../settings/in-azure.ts";
import { known } from "../settings/known.ts";
import type { Surroundings } from "../settings/wire-component.ts";
import { makeEnvironment } from "../worker/environment.ts";
import type { ImageReferences } from "../worker/images.ts";
import { jobConfiguration, jobResources } from "../worker/job-settings.ts";
import { agentEnvironment, agentSecrets } from "./agent-settings.ts";
import { agentSize, profilesFor } from "./agent-size.ts";

export type AgentPlatformArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

export class AgentPlatform extends pulumi.ComponentResource {
  readonly group: ResourceGroup;
  readonly environment: ManagedEnvironment;

  constructor(name: string, args: AgentPlatformArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:agents:AgentPlatform", name, {}, opts);
    const { estate, network, after } = args;
    const { config } = estate;
    this.group = new ResourceGroup(
      `${name}-group`,
      {
        resourceGroupName: estate.agentsGroupName,
        location: config.location,
        tags: config.tags,
      },
      // What lives here is made by runs and removed by them, never by an update amid a run.
      { parent: this, protect: config.protect },
    );
    this.environment = makeEnvironment(name, {
      estate,
      network,
      which: "agents",
      profiles: profilesFor(agentSize(config)),
      parent: this,
      after: [after],
    });
    this.registerOutputs();
  }
}

export type AgentJobArgs = Surroundings & {
  readonly platform: AgentPlatform;
  readonly images: ImageReferences;
  /** The secret and the right to read it. */
  readonly after: readonly pulumi.Resource[];
};

/** Null while the agent has no image. */
export function agentJob(name: string, args: AgentJobArgs): Job | null {
  const { estate, platform, images, identities, values, after } = args;
  const image = images.get("agent");
  if (image === undefined) return null;
  const { config, agentsGroupName, hosts } = estate;
  const { scale, profile } = agentSize(config);
  const runAs = identityId(estate, "agent");
  const { clientId } = known(identities.get("agent"), "identity agent");
  const registry = { server: hosts.registry, identity: runAs };
  return new Job(
    `${name}-agent`,
    {
      resourceGroupName: agentsGroupName,
      jobName: estate.jobName("agent"),
      environmentId: platform.environment.id,
      workloadProfileName: profile.name,
      location: config.location,
      tags: { ...config.tags, component: "agent" },
      identity: runsAs(runAs),
      configuration: {
        ...jobConfiguration(scale, registry),
        secrets: agentSecrets(hosts.vaultUrl, runAs),
      },
      template: {
        containers: [
          {
            name: "agent",
            image,
            env: agentEnvironment(values, clientId),
            resources: jobResources(scale),
          },
        ],
      },
    },
    { parent: platform, dependsOn: [platform.group, ...after] },
  );
}
