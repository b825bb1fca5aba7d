/** The settings of each component, wired to the values of an estate: the one place where a name
 *  that the runtime reads meets what the program built.
 *  W1. A setting that the blueprint demands and this table lacks does not compile.
 *  W2. No value is a secret. What is secret stays in the vault; a component reads it there, or
 *      the platform resolves a reference to it (agents, whose jobs are made by runs).
 *  Agents and scaled containers are absent: who starts them gives them their settings. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import type { AppSettingsOf } from "../../runtime/contract/blueprint/settings/settings.ts";
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";
import { cronOf } from "./cron.ts";
import {
  bus,
  busTrigger,
  database,
  everyService,
  functionHost,
  identity,
  workerOf,
} from "./parts.ts";
import { sources } from "./sources.ts";
import type { Value, Wire } from "./wire.ts";

/** Made at run time, each with settings of its own: agents by runs, containers by the scaler. */
type MadeAtRunTime = "agent" | "scaled-container";
export type WiredComponent = Exclude<ComponentName, MadeAtRunTime>;

type Wiring = {
  readonly [Name in WiredComponent]: (wire: Wire) => AppSettingsOf<Name, Value>;
};

const workerBase = (wire: Wire) => ({
  ...everyService(wire),
  ...bus(wire),
  KEY_VAULT_URL: wire.estate.vaultUrl,
  DROVER_WORKER_ID: workerOf(wire).id,
  DROVER_TABLE_ACCOUNT: wire.estate.workersAccount,
  DROVER_TARGET_TENANT_ID: workerOf(wire).targetTenantId,
});

const scenarioVault = ({ estate: { runs } }: Wire) =>
  runs.scenarioVaultUrl === undefined ? {} : { DROVER_SCENARIO_VAULT_URL: runs.scenarioVaultUrl };

const containersSubnet = ({ estate: { scaled } }: Wire) =>
  scaled.subnetId === undefined ? {} : { DROVER_ACI_SUBNET_ID: scaled.subnetId };

const runCards = (wire: Wire) => ({ ...everyService(wire), ...bus(wire), ...database(wire) });

const WIRING: Wiring = {
  scheduler: (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...database(wire),
    ...sources(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
    DROVER_TICK_CRON: cronOf("scheduler-tick", wire),
  }),
  orchestrator: (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...busTrigger(wire),
    ...database(wire),
    DROVER_WORKER_IDS: wire.estate.workerIds.join(","),
    DROVER_SWEEP_CRON: cronOf("orchestrator-sweep", wire),
  }),
  "admin-api": (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...database(wire),
    ...sources(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
    DROVER_TENANT_ID: wire.estate.tenantId,
    DROVER_API_CLIENT_ID: wire.estate.api.clientId,
    DROVER_API_AUDIENCE: wire.estate.api.audience,
    DROVER_ALLOWED_APPS: wire.estate.allowedApps.join(","),
  }),
  worker: (wire) => ({
    ...workerBase(wire),
    DROVER_TARGET_CLIENT_ID: workerOf(wire).targetClientId,
    DROVER_CERTIFICATE_NAME: forWorker(SECRETS["worker-certificate"].name, workerOf(wire).id),
    DROVER_WEBHOOKS_NAME: forWorker(SECRETS["worker-webhooks"].name, workerOf(wire).id),
  }),
  "database-bootstrap": (wire) => ({
    ...identity(wire),
    ...database(wire),
    DROVER_DATABASE_USERS: wire.estate.databaseUsers,
  }),
  "haymaker-scheduler": (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...database(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
    SIMULATION_SIZE: wire.estate.runs.simulationSize,
    SCHEDULE_CRON: cronOf("haymaker-run", wire),
    DROVER_ORPHAN_SWEEP_CRON: cronOf("haymaker-orphan-sweep", wire),
    DROVER_RUN_OVERLAP: wire.estate.runs.overlap,
  }),
  "haymaker-monitor": (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...busTrigger(wire),
    ...database(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
  }),
  "haymaker-archiver": (wire) => ({
    ...functionHost(wire),
    ...bus(wire),
    ...busTrigger(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
  }),
  "haymaker-worker": (wire) => ({
    ...workerBase(wire),
    ...scenarioVault(wire),
    STORAGE_ACCOUNT: wire.estate.runsAccount,
    CONTAINER_REGISTRY: wire.estate.registryHost,
    CONTAINER_IMAGE: wire.estate.agents.image,
    DROVER_TARGET_SUBSCRIPTION_ID: wire.estate.runs.targetSubscriptionId,
    DROVER_AGENT_RESOURCE_GROUP: wire.estate.agents.resourceGroup,
    DROVER_AGENT_JOB: wire.estate.agents.job,
    DROVER_AGENT_ENVIRONMENT_ID: wire.estate.agents.environmentId,
    DROVER_AGENT_IDENTITY_ID: wire.estate.agents.identityId,
    DROVER_SCENARIO_IDENTITY: wire.estate.runs.scenarioIdentity,
  }),
  "run-cards-ingest": runCards,
  "run-cards-minutes": runCards,
  "run-cards-score": runCards,
  scaler: (wire) => ({
    ...functionHost(wire),
    ...containersSubnet(wire),
    SB_NAMESPACE: wire.estate.busHost,
    ACI_IMAGE: wire.estate.scaled.image,
    ACI_NAME_PREFIX: wire.estate.scaled.namePrefix,
    ACI_MAX_INSTANCES: String(wire.estate.scaled.maxInstances),
    ACI_LOCATION: wire.estate.scaled.location,
    ACR_SERVER: wire.estate.registryHost,
    DROVER_ACI_IDENTITY_ID: wire.estate.scaled.identityId,
    AZURE_SUBSCRIPTION_ID: wire.estate.subscriptionId,
    AZURE_RESOURCE_GROUP: wire.estate.scaled.resourceGroup,
    DROVER_SCALER_CRON: cronOf("scaler-pass", wire),
  }),
};

export type Wired = Readonly<Record<string, Value>>;

/** Empty values are left out: a component reads them as absent (settings/read.ts). */
export function wireSettings(component: WiredComponent, wire: Wire): Wired {
  const entries = Object.entries<Value | undefined>(WIRING[component](wire));
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value] as const],
    ),
  );
}
