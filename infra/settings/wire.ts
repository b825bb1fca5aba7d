/** What settings are wired to: the values of one estate, and those of the one component in it.
 *  Nothing here is secret. Values that exist only once a resource does are outputs; the rest are
 *  plain text, so that a plan shows them. */
import type { Input } from "@pulumi/pulumi";
import type { SCHEDULES } from "../../runtime/contract/blueprint/schedules.ts";

export type Value = Input<string>;

export type StackSize = keyof (typeof SCHEDULES)["scheduler-tick"]["cron"];

type ScenarioRuns = {
  readonly simulationSize: "small" | "medium" | "large";
  readonly overlap: "allow" | "skip" | "buffer-one";
  readonly targetTenantId: string;
  readonly targetSubscriptionId: string;
  readonly scenarioIdentity: "managed" | "federated" | "secret";
  /** Only where scenarios sign in with secrets. */
  readonly scenarioVaultUrl?: Value;
};

type AgentPlatform = {
  readonly resourceGroup: string;
  readonly environmentId: Value;
  readonly identityId: Value;
  /** The job that each agent's job is a copy of. */
  readonly job: string;
  /** By digest; empty while the agent has no image. */
  readonly image: Value;
};

type ScaledContainers = {
  readonly image: string;
  readonly namePrefix: string;
  readonly maxInstances: number;
  readonly location: string;
  readonly resourceGroup: string;
  readonly identityId: Value;
  /** Only in a private estate. */
  readonly subnetId?: string;
};

/** Databases by the names that runbooks use. */
type SqlSources = Readonly<Record<string, { readonly server: string; readonly database: string }>>;

/** Addresses of where members come from; absent where a stack has no such source. */
type Sources = {
  readonly dataverse?: string | undefined;
  readonly databricks?: string | undefined;
  readonly warehouse?: string | undefined;
  readonly sql?: SqlSources | undefined;
};

/** The same for every component of the estate. */
export type EstateValues = {
  readonly size: StackSize;
  readonly logLevel: "DEBUG" | "INFO" | "WARNING" | "ERROR";
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly busHost: string;
  readonly sqlHost: string;
  readonly sqlDatabase: string;
  readonly vaultUrl: string;
  readonly runsAccount: string;
  readonly workersAccount: string;
  readonly registryHost: string;
  readonly workerIds: readonly string[];
  readonly sources: Sources;
  readonly api: { readonly clientId: Value; readonly audience: Value };
  readonly allowedApps: readonly string[];
  /** JSON; the bootstrap job makes a database user of each. */
  readonly databaseUsers: Value;
  readonly runs: ScenarioRuns;
  readonly agents: AgentPlatform;
  readonly scaled: ScaledContainers;
};

/** What differs from component to component. */
export type OwnValues = {
  readonly clientId: Value;
  /** Null for who sends none. */
  readonly telemetry: {
    readonly connectionString: Value;
    readonly authentication: Value;
  } | null;
  /** The account of the Functions host; empty for what is not a function app. */
  readonly hostAccount: string;
  /** Only workers have one, and with it a tenant to act on. */
  readonly worker: WorkerValues | null;
};

export type WorkerValues = {
  readonly id: string;
  readonly targetTenantId: string;
  readonly targetClientId: string;
};

export type Wire = { readonly estate: EstateValues; readonly own: OwnValues };
