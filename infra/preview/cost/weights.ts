/** What resources weigh in money, as rough relative units: 1 is one private endpoint for a month.
 *  From remembered list prices of western Europe, written down on 15 November 2026 and not looked
 *  up again: good enough to see that a change doubles an estate, useless for a bill. What is paid
 *  by use (messages, gigabytes, seconds of agents) counts with what it costs while idle. */
import { isJsonObject, type Json, type PlannedResource } from "../planned-resource.ts";

export type Weight = { readonly units: number; readonly why: string };

const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((node, key) => (isJsonObject(node) ? node[key] : undefined), value);

const number = (value: Json | undefined, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const fixed = (units: number, why: string) => (): Weight => ({ units, why });

/** Also for what has no price of its own. */
const FREE = fixed(0, "free");

const bySku =
  (units: Readonly<Record<string, number>>, otherwise: number) =>
  ({ inputs }: PlannedResource): Weight => {
    const name = String(at(inputs, "sku", "name") ?? "unknown");
    return { units: units[name] ?? otherwise, why: name };
  };

const BUS_PER_UNIT = 90;

function bus({ inputs }: PlannedResource): Weight {
  if (at(inputs, "sku", "name") !== "Premium") return { units: 1.4, why: "Standard" };
  const units = number(at(inputs, "sku", "capacity"), 1);
  return { units: BUS_PER_UNIT * units, why: `Premium, ${units} messaging units` };
}

const SQL_PER_CORE = 50;
const SQL_ZONES = 1.6;

/** By the cores that are never given back; our timers keep a database awake. */
function database({ inputs }: PlannedResource): Weight {
  const cores = number(inputs["minCapacity"], number(at(inputs, "sku", "capacity"), 1));
  const zones = inputs["zoneRedundant"] === true;
  const why = `${cores} cores awake${zones ? ", in several zones" : ""}`;
  return { units: cores * SQL_PER_CORE * (zones ? SQL_ZONES : 1), why };
}

const DEDICATED_FEE = 10;
const NODE_UNITS: Readonly<Record<string, number>> = { E16: 153, E32: 306, E8: 77, D4: 30, D8: 60 };
const OTHER_NODE = 100;

function environment({ inputs }: PlannedResource): Weight {
  const nodes = list(inputs["workloadProfiles"]).filter(
    (profile) => at(profile, "workloadProfileType") !== "Consumption",
  );
  if (nodes.length === 0) return { units: 0, why: "shared nodes only" };
  const kept = nodes.reduce<number>((sum, profile) => {
    const type = String(at(profile, "workloadProfileType"));
    return sum + number(at(profile, "minimumCount"), 0) * (NODE_UNITS[type] ?? OTHER_NODE);
  }, 0);
  return { units: DEDICATED_FEE + kept, why: "nodes of its own: fee, and those always kept" };
}

const CORE_MONTH = 11;

/** Replicas that are kept, at the price of being busy. */
function containerApp({ inputs }: PlannedResource): Weight {
  const kept = number(at(inputs, "template", "scale", "minReplicas"), 0);
  const [first] = list(at(inputs, "template", "containers"));
  const cores = number(at(first, "resources", "cpu"), 0.5);
  return { units: kept * cores * CORE_MONTH, why: `${kept} replicas kept` };
}

const ALWAYS_READY = 4;

function functionApp({ inputs }: PlannedResource): Weight {
  const groups = list(at(inputs, "functionAppConfig", "scaleAndConcurrency", "alwaysReady"));
  const ready = groups.reduce<number>(
    (sum, group) => sum + number(at(group, "instanceCount"), 0),
    0,
  );
  return { units: ready * ALWAYS_READY, why: `${ready} instances always ready` };
}

const LOGS_CAPPED = 1;
const LOGS_PROD = 20;
const LOGS_SMALL_GB = 2;

function workspace({ inputs }: PlannedResource): Weight {
  const cap = number(at(inputs, "workspaceCapping", "dailyQuotaGb"), Number.POSITIVE_INFINITY);
  return cap <= LOGS_SMALL_GB
    ? { units: LOGS_CAPPED, why: `at most ${cap} GB a day` }
    : { units: LOGS_PROD, why: "as much as a busy estate logs" };
}

type Weigh = (resource: PlannedResource) => Weight;

/** By type, without `azure-native:`. */
const WEIGHTS: Readonly<Record<string, Weigh>> = {
  "servicebus:Namespace": bus,
  "sql:Database": database,
  "app:ManagedEnvironment": environment,
  "app:ContainerApp": containerApp,
  "web:WebApp": functionApp,
  "operationalinsights:Workspace": workspace,
  "containerregistry:Registry": bySku({ Basic: 0.7, Standard: 2.7, Premium: 7 }, 7),
  "containerregistry:AgentPool": fixed(12, "one build machine kept"),
  "network:PrivateEndpoint": fixed(1, "the unit"),
  "network:NatGateway": fixed(4.5, "by the hour, without data"),
  "network:PublicIPAddress": fixed(0.5, "a static address"),
  "privatedns:PrivateZone": fixed(0.07, "a zone"),
  "keyvault:Vault": fixed(0.1, "by use, little"),
  "storage:StorageAccount": fixed(0.3, "by use, little"),
  "monitor:MetricAlert": fixed(0.02, "one signal"),
  "monitor:ScheduledQueryRule": fixed(0.2, "one query"),
  "durabletask:Scheduler": fixed(10, "one unit"),
};

/** Known to cost nothing by themselves. */
const FREE_MODULES: ReadonlySet<string> = new Set([
  "authorization",
  "managedidentity",
  "resources",
  "servicebus",
  "network",
  "privatedns",
  "storage",
  "keyvault",
  "web",
  "sql",
  "app",
  "monitor",
  "applicationinsights",
  "operationalinsights",
  "consumption",
  "insights",
]);

/** Null for a type that nobody has weighed. */
export function weigh(resource: PlannedResource): Weight | null {
  if (!resource.type.startsWith("azure-native:")) return FREE();
  const type = resource.type.slice("azure-native:".length);
  const [module = ""] = type.split(":");
  const own = WEIGHTS[type];
  if (own !== undefined) return own(resource);
  return FREE_MODULES.has(module) ? FREE() : null;
}
