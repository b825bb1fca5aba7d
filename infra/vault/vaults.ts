/** The platform's vault with the secrets of the blueprint, and a vault of their own for secrets
 *  of scenarios where scenarios use any.
 *  V1. No value passes through the program: secrets are made with a placeholder that has expired,
 *      and nothing that is changed in the vault afterwards is ever written over. */
import { Secret, Vault } from "@pulumi/azure-native/keyvault/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import {
  type PlatformSecret,
  placeholder,
  platformSecrets,
  vaultProperties,
} from "./vault-settings.ts";

export type VaultsArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

type Made = readonly [PlaceKey, pulumi.Resource];

export class Vaults extends pulumi.ComponentResource {
  readonly platform: Vault;
  /** Null where no scenario has a secret. */
  readonly scenarios: Vault | null;
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
  /** What whoever reads a secret waits for, besides its rights. */
  readonly ready: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #args: VaultsArgs;

  constructor(name: string, args: VaultsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:vault:Vaults", name, {}, opts);
    this.#name = name;
    this.#args = args;
    const { estate } = args;
    const { config } = estate;
    this.platform = this.#vault("platform", estate.vaultName);
    this.scenarios =
      config.scenarioIdentity === "secret"
        ? this.#vault("scenarios", estate.scenarioVaultName)
        : null;
    const vaults = [this.platform, ...(this.scenarios === null ? [] : [this.scenarios])];
    this.ready = vaults
      .map((vault, index) => this.#endpoint(index, vault))
      .filter((e) => e !== null);
    const secrets = platformSecrets(config.workers).map((secret) => this.#secret(secret));
    const scenarios: readonly Made[] =
      this.scenarios === null ? [] : [[placeKey({ kind: "scenario-vault" }), this.scenarios]];
    this.places = new Map([...secrets, ...scenarios]);
    this.registerOutputs();
  }

  #vault(own: "platform" | "scenarios", vaultName: string): Vault {
    const { estate, after } = this.#args;
    const { place, config, tenantId } = estate;
    return new Vault(
      `${this.#name}-${own}`,
      { ...place, vaultName, properties: vaultProperties(config.network, tenantId) },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
  }

  #endpoint(index: number, target: Vault): pulumi.Resource | null {
    const { estate, network } = this.#args;
    const own = index === 0 ? "platform" : "scenarios";
    return privateEndpoint(`${this.#name}-${own}`, { estate, network, service: "vault", target });
  }

  #secret({ name, contentType, madeHere }: PlatformSecret): Made {
    const key = placeKey({ kind: "secret", secret: name });
    if (!madeHere) return [key, this.platform];
    const { estate } = this.#args;
    const { value, ...properties } = placeholder(contentType);
    const secret = new Secret(
      `${this.#name}-${name}`,
      {
        resourceGroupName: estate.resourceGroupName,
        vaultName: estate.vaultName,
        secretName: name,
        tags: estate.config.tags,
        properties: { ...properties, value: pulumi.secret(value) },
      },
      // An update would write the placeholder over what a person has set.
      { parent: this.platform, ignoreChanges: ["properties", "tags"] },
    );
    return [key, secret];
  }
}
