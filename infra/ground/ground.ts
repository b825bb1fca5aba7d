/** Everything that components stand on, in the order in which it must exist: the group, the
 *  network, where telemetry goes, the vault, the registry, the bus, storage, identities and the
 *  database. It wires; each part decides for itself what it is. */
import { ResourceGroup } from "@pulumi/azure-native/resources/index.js";
import type * as pulumi from "@pulumi/pulumi";
import { DATABASE_ADMINISTRATOR } from "../../runtime/contract/blueprint/database-rights.ts";
import { Database } from "../database/database.ts";
import type { Estate } from "../estate.ts";
import { Identities } from "../identity/identities.ts";
import type { PlaceKey } from "../identity/places.ts";
import { Messaging } from "../messaging/messaging.ts";
import { Network } from "../network/network.ts";
import { Observability } from "../observability/observability.ts";
import { Registry } from "../registry/registry.ts";
import { Storage } from "../storage/storage.ts";
import { Vaults } from "../vault/vaults.ts";

export type Ground = ReturnType<typeof layGround>;

/** The bootstrap job's identity must be among the blueprint's, or nobody could make tables. */
function bootstrapOf({ byName }: Identities): pulumi.Output<string> {
  const identity = byName.get(DATABASE_ADMINISTRATOR);
  if (identity === undefined) throw new Error("the database has no administrator");
  return identity.principalId;
}

export function layGround(estate: Estate) {
  const { resourceGroupName, config } = estate;
  const { location, tags, protect } = config;
  const after = new ResourceGroup("estate", { resourceGroupName, location, tags }, { protect });
  const network = new Network("network", { estate, after });
  const inNetwork = { estate, network, after };
  const observability = new Observability("watch", { estate, after });
  const vaults = new Vaults("vault", inNetwork);
  const registry = new Registry("registry", inNetwork);
  const messaging = new Messaging("bus", inNetwork);
  const storage = new Storage("storage", inNetwork);
  const identities = new Identities("identities", { estate, after });
  const database = new Database("database", {
    ...inNetwork,
    workspaceId: observability.workspace.id,
    bootstrap: bootstrapOf(identities),
  });
  const places: readonly ReadonlyMap<PlaceKey, pulumi.Resource>[] = [
    messaging.places,
    network.places,
    observability.places,
    registry.places,
    storage.places,
    vaults.places,
  ];
  return {
    group: after,
    network,
    observability,
    vaults,
    registry,
    messaging,
    storage,
    identities,
    database,
    /** On what rights are granted. */
    places,
    /** Doors and their names: what uses a service starts after them. */
    ready: [
      ...network.ready,
      ...messaging.ready,
      ...registry.ready,
      ...storage.ready,
      ...vaults.ready,
      ...database.ready,
    ] as readonly pulumi.Resource[],
  } as const;
}
