/** The values that settings are wired to, taken from the estate's names, its config and the few
 *  things that exist only once they were made. */
import type { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import * as pulumi from "@pulumi/pulumi";
import { DATABASE_RIGHTS } from "../../runtime/contract/blueprint/database-rights.ts";
import { writeDatabaseUsers } from "../../runtime/contract/blueprint/database-users.ts";
import { allWorkerIds, identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import type { Estate } from "../estate.ts";
import { subnetPath } from "../network/subnets.ts";
import { environmentId } from "../worker/environment.ts";
import { identityId } from "./in-azure.ts";
import { known } from "./known.ts";
import type { EstateValues, Value } from "./wire.ts";

export type EstateParts = {
  readonly estate: Estate;
  readonly identities: ReadonlyMap<string, UserAssignedIdentity>;
  readonly api: EstateValues["api"];
  /** Absent while the agent has no image; then nobody who would read it is deployed either. */
  readonly agentImage: Value | undefined;
};

/** Who becomes a user of the database, by name and by the client id that its SID is made of. Like
 *  every right, this one comes with the code that uses it. */
export const usersOf = <Id>(estate: Estate, clientIdOf: (identity: string) => Id) =>
  DATABASE_RIGHTS.filter(({ component }) => estate.ships.has(component)).flatMap(({ component }) =>
    identitiesOf(component, estate.config.workers).map(({ name }) => ({
      component,
      name: estate.identityName(name),
      clientId: clientIdOf(name),
    })),
  );

const databaseUsers = ({ estate, identities }: EstateParts): pulumi.Output<string> =>
  pulumi
    .output(usersOf(estate, (name) => known(identities.get(name), `identity ${name}`).clientId))
    .apply(writeDatabaseUsers);

/** An image that is named without a host is one of the estate's own registry. */
const inRegistry = (host: string, image: string): string =>
  image.split("/")[0]?.includes(".") ? image : `${host}/${image}`;

export function estateValues(parts: EstateParts): EstateValues {
  const { estate, api, agentImage } = parts;
  const { config, hosts } = estate;
  const vault =
    config.scenarioIdentity === "secret" ? { scenarioVaultUrl: hosts.scenarioVaultUrl } : {};
  return {
    size: config.size,
    logLevel: config.logs.level,
    tenantId: estate.tenantId,
    subscriptionId: estate.subscriptionId,
    busHost: hosts.bus,
    sqlHost: hosts.sql,
    sqlDatabase: estate.sqlDatabaseName,
    vaultUrl: hosts.vaultUrl,
    runsAccount: estate.accountName("runs"),
    workersAccount: estate.accountName("workers"),
    registryHost: hosts.registry,
    workerIds: allWorkerIds(config.workers),
    sources: config.sources,
    api,
    allowedApps: config.apiAllowedApps,
    databaseUsers: databaseUsers(parts),
    runs: {
      simulationSize: config.simulationSize,
      overlap: config.runOverlap,
      targetTenantId: config.target.tenantId,
      targetSubscriptionId: config.target.subscriptionId,
      scenarioIdentity: config.scenarioIdentity,
      ...vault,
    },
    agents: {
      resourceGroup: estate.agentsGroupName,
      environmentId: environmentId(estate, "agents"),
      identityId: identityId(estate, "agent"),
      job: estate.jobName("agent"),
      image: agentImage ?? "",
    },
    scaled: {
      image: inRegistry(hosts.registry, config.scaler.image),
      namePrefix: config.scaler.namePrefix,
      maxInstances: config.scaler.maxInstances,
      location: config.location,
      resourceGroup: estate.scaledGroupName,
      identityId: identityId(estate, "scaled-container"),
      ...(config.network === "private"
        ? { subnetId: estate.idOf(subnetPath(estate.virtualNetworkName, "containers")) }
        : {}),
    },
  };
}
