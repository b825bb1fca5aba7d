/** Which rights a component needs: for what its own code does (uses.ts), and for what Azure does in
 *  its name before and around that code. The latter follows from its kind alone. */
import type { Component } from "../../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";
import { RIGHTS } from "../../../runtime/contract/blueprint/rights.ts";
import { scopeText } from "../../../runtime/contract/blueprint/scope-text.ts";
import type { Use } from "./uses.ts";

/** `Azure Service Bus Data Sender on topic worker-jobs`; database roles are none of Azure's. */
export type Held = string;

const SENDER = "Azure Service Bus Data Sender";
const RECEIVER = "Azure Service Bus Data Receiver";

export const declared = (component: ComponentName): readonly Held[] =>
  RIGHTS.filter((right) => right.component === component).map(
    ({ role, scope }) => `${role} on ${scopeText(scope)}`,
  );

/** The Functions host keeps its leases, keys and code in storage and reports what it runs; the
 *  platform pulls images and counts waiting messages for the scale rule. */
function platformNeeds(component: Component): readonly Held[] {
  switch (component.kind) {
    case "function-app":
      return [
        "Storage Blob Data Owner on container azure-webjobs-hosts",
        "Storage Blob Data Owner on container azure-webjobs-secrets",
        "Storage Blob Data Contributor on container app-package",
        "Monitoring Metrics Publisher on telemetry",
      ];
    case "container-app": {
      const { topic, subscription } = component.scale.rule;
      return ["AcrPull on registry", `${RECEIVER} on subscription ${topic}/${subscription}`];
    }
    case "container-job":
    case "container-group":
      return ["AcrPull on registry"];
  }
}

/** Who reads secrets by name, which are the component's own, needs these and not the vault. */
const OWN_SECRETS: Readonly<Partial<Record<ComponentName, readonly string[]>>> = {
  worker: ["worker-{workerId}-certificate", "worker-{workerId}-webhooks"],
  "haymaker-worker": ["worker-{workerId}-certificate"],
};

const secretsOf = (name: ComponentName, does: "read" | "write"): readonly Held[] =>
  (does === "read" ? OWN_SECRETS[name] : undefined)?.map(
    (secret) => `Key Vault Secrets User on secret ${secret}` as const,
  ) ?? ["Key Vault Secrets Officer on vault scenarios"];

/** Empty where a use asks for no right of Azure's. */
function needsOf(name: ComponentName, use: Use): readonly Held[] {
  switch (use.kind) {
    case "send":
      return [`${SENDER} on topic ${use.topic}`];
    case "receive":
      return [`${RECEIVER} on subscription ${use.topic}/${use.subscription}`];
    case "table":
      return [`Storage Table Data Contributor on table ${use.table}`];
    case "telemetry":
      return ["Monitoring Metrics Publisher on telemetry"];
    case "vault":
      return secretsOf(name, use.does);
    case "database":
    case "source":
    case "tenant":
      return [];
    case "arm":
      return ["whatever it makes and deletes in a subscription"];
    case "unexplained":
      return [`whatever ${use.door} needs`];
  }
}

export type Balance = {
  /** Needed and not declared: it would fail when it runs. */
  readonly lacking: readonly Held[];
  /** Declared and not needed: it could be taken away. */
  readonly idle: readonly Held[];
  readonly database: { readonly used: string; readonly declared: string };
};

const without = (some: ReadonlySet<Held>, others: ReadonlySet<Held>): readonly Held[] =>
  [...some].filter((one) => !others.has(one)).toSorted();

export function balance(
  name: ComponentName,
  uses: readonly Use[],
  held: readonly Held[] = declared(name),
): Balance {
  const component: Component = COMPONENTS[name];
  const needs = uses.flatMap((use) => needsOf(name, use));
  const needed = new Set([...platformNeeds(component), ...needs]);
  const has = new Set(held);
  const database = uses.find(({ kind }) => kind === "database");
  return {
    lacking: without(needed, has),
    idle: without(has, needed),
    database: {
      used: database?.kind === "database" ? database.as : "none",
      declared: component.database,
    },
  };
}
