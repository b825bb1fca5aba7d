/** Storage of the estate: one account for the host of each function app that has code, one for the
 *  data of runs and one for the tables of workers, with every container and table of the
 *  blueprint. */
import {
  BlobContainer,
  BlobServiceProperties,
  ManagementPolicy,
  StorageAccount,
  Table,
} from "@pulumi/azure-native/storage/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { StorageAccount as Kind } from "../../runtime/contract/blueprint/storage.ts";
import type { AccountOwner, Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import { FUNCTION_APPS } from "../settings/deployables.ts";
import {
  accountSettings,
  BLOB_SERVICE,
  containersOf,
  expiryRules,
  tablesOf,
} from "./account-settings.ts";

export type StorageArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

/** A Functions host keeps its leases, keys and code in an account of its own. */
const ownersIn = ({ ships }: Estate): readonly (readonly [AccountOwner, Kind])[] => [
  ...FUNCTION_APPS.filter((name) => ships.has(name)).map((name) => [name, "host"] as const),
  ["runs", "runs"],
  ["workers", "workers"],
];

type Made = readonly (readonly [PlaceKey, pulumi.Resource])[];

export class Storage extends pulumi.ComponentResource {
  readonly accounts: ReadonlyMap<AccountOwner, StorageAccount>;
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
  /** What whoever uses an account waits for, besides its rights. */
  readonly ready: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #args: StorageArgs;

  constructor(name: string, args: StorageArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:storage:Storage", name, {}, opts);
    this.#name = name;
    this.#args = args;
    const owners = ownersIn(args.estate);
    const accounts = owners.map(([owner]) => [owner, this.#account(owner)] as const);
    this.accounts = new Map(accounts);
    const kinds = new Map(owners);
    this.places = new Map(
      accounts.flatMap(([owner, account]) => this.#contents(owner, kinds.get(owner), account)),
    );
    this.ready = accounts.flatMap(([owner, account]) =>
      this.#endpoints(owner, kinds.get(owner), account),
    );
    this.registerOutputs();
  }

  #account(owner: AccountOwner): StorageAccount {
    const { estate, after } = this.#args;
    const { place, config } = estate;
    const name = `${this.#name}-${owner}`;
    const accountName = estate.accountName(owner);
    const account = new StorageAccount(
      name,
      { ...place, accountName, ...accountSettings(config.network) },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
    new BlobServiceProperties(
      `${name}-blobs`,
      { resourceGroupName: place.resourceGroupName, accountName, ...BLOB_SERVICE },
      { parent: account, protect: false },
    );
    return account;
  }

  #contents(owner: AccountOwner, kind: Kind | undefined, parent: StorageAccount): Made {
    if (kind === undefined) return [];
    const { estate } = this.#args;
    const where = {
      resourceGroupName: estate.resourceGroupName,
      accountName: estate.accountName(owner),
    };
    const name = `${this.#name}-${owner}`;
    // Hosts fill their containers again by themselves; runs and workers do not.
    const protect = kind !== "host" && estate.config.protect;
    const rules = expiryRules(kind);
    if (rules.length > 0)
      new ManagementPolicy(
        `${name}-lifecycle`,
        { ...where, managementPolicyName: "default", policy: { rules: [...rules] } },
        { parent, protect: false },
      );
    const containers = containersOf(kind).map(({ name: containerName }) => {
      const resource = new BlobContainer(
        `${name}-${containerName}`,
        { ...where, containerName },
        { parent, protect },
      );
      return [placeKey({ kind: "container", owner, container: containerName }), resource] as const;
    });
    const tables = tablesOf(kind).map((tableName) => {
      const resource = new Table(
        `${name}-${tableName}`,
        { ...where, tableName },
        { parent, protect },
      );
      return [placeKey({ kind: "table", owner, table: tableName }), resource] as const;
    });
    return [...containers, ...tables];
  }

  /** One for each service of the account that somebody uses. */
  #endpoints(
    owner: AccountOwner,
    kind: Kind | undefined,
    target: StorageAccount,
  ): readonly pulumi.Resource[] {
    if (kind === undefined) return [];
    const { estate, network } = this.#args;
    const services = [
      ...(containersOf(kind).length === 0 ? [] : (["blob"] as const)),
      ...(tablesOf(kind).length === 0 ? [] : (["table"] as const)),
    ];
    return services
      .map((service) =>
        privateEndpoint(`${this.#name}-${owner}-${service}`, { estate, network, service, target }),
      )
      .filter((endpoint) => endpoint !== null);
  }
}
