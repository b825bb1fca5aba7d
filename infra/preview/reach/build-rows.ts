/** What the machine that builds images of a private estate must reach: the registry through its
 *  private door, the base image on the Internet, and what Azure's own page of such pools lists. */
import type { PlannedResource } from "../planned-resource.ts";
import type { References } from "../references.ts";
import { outside } from "./needs.ts";
import { type Place, SUBNET } from "./origins.ts";
import { type Way, wayOut, wayTo } from "./paths.ts";

export type BuildRow = {
  readonly from: string;
  readonly place: string | null;
  readonly to: string;
  readonly target: string | null;
  readonly way: Way;
};

export const POOL = "azure-native:containerregistry:AgentPool";
const REGISTRY = "azure-native:containerregistry:Registry";

const NEEDED = [
  outside("Entra", "AzureActiveDirectory"),
  outside("telemetry", "AzureMonitor", [443, 12_000]),
  outside("keys of its own", "AzureKeyVault"),
  outside("work and contexts", "Storage"),
  outside("logs of builds", "EventHub"),
  outside("the Internet", "Internet"),
] as const;

export const subnetOfPool = (
  references: References,
  pool: PlannedResource,
): PlannedResource | null =>
  references.from(pool, "virtualNetworkSubnetResourceId", SUBNET)[0] ?? null;

const rowsOf = (references: References, pool: PlannedResource): readonly BuildRow[] => {
  const subnet = subnetOfPool(references, pool);
  const place: Place = subnet === null ? { kind: "internet" } : { kind: "subnet", subnet };
  const from = { from: "image builds", place: subnet?.name ?? "Azure" };
  return [
    ...references.ofType(REGISTRY).map((registry) => ({
      ...from,
      to: "registry",
      target: registry.urn,
      way: wayTo(references, place, registry, "registry"),
    })),
    ...NEEDED.map(({ what, tags, ports }) => ({
      ...from,
      to: what,
      target: null,
      way: wayOut(references, place, tags, ports),
    })),
  ];
};

export const buildRows = (references: References): readonly BuildRow[] =>
  references.ofType(POOL).flatMap((pool) => rowsOf(references, pool));
