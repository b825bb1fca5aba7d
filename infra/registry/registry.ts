/** The registry of our images. They are built in it from an uploaded context, so nobody needs
 *  Docker, and pulled by the identity of whoever runs them. A registry that is shut to the public
 *  is shut to Azure's shared build machines too: it gets one of its own, inside the network. */
import {
  AgentPool,
  Registry as ContainerRegistry,
} from "@pulumi/azure-native/containerregistry/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import { BUILD_POOL, registrySettings } from "./registry-settings.ts";

export type RegistryArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

export class Registry extends pulumi.ComponentResource {
  readonly registry: ContainerRegistry;
  /** Where images are built; null in a public estate, which uses Azure's shared machines. */
  readonly builds: AgentPool | null;
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
  /** What whoever pulls waits for, besides its rights. */
  readonly ready: readonly pulumi.Resource[];

  constructor(
    name: string,
    { estate, network, after }: RegistryArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:registry:Registry", name, {}, opts);
    const { place, config, registryName } = estate;
    const registry = new ContainerRegistry(
      `${name}-images`,
      { ...place, registryName, ...registrySettings(config.network) },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
    this.registry = registry;
    const service = "registry";
    const endpoint = privateEndpoint(name, { estate, network, service, target: registry });
    this.ready = endpoint === null ? [] : [endpoint];
    const subnetId = network.subnets.get("builds");
    this.builds =
      subnetId === undefined
        ? null
        : new AgentPool(
            `${name}-builds`,
            { ...place, registryName, ...BUILD_POOL, virtualNetworkSubnetResourceId: subnetId },
            { parent: registry, protect: false, dependsOn: [...this.ready] },
          );
    this.places = new Map([[placeKey({ kind: "registry" }), registry]]);
    this.registerOutputs();
  }
}
