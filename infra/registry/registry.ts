/** The registry of our images. They are built in it from an uploaded context, so nobody needs
 *  Docker, and pulled by the identity of whoever runs them. */
import { Registry as ContainerRegistry } from "@pulumi/azure-native/containerregistry/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import { registrySettings } from "./registry-settings.ts";

export type RegistryArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

export class Registry extends pulumi.ComponentResource {
  readonly registry: ContainerRegistry;
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
    this.places = new Map([[placeKey({ kind: "registry" }), registry]]);
    this.registerOutputs();
  }
}
