/** The subnets of a private estate: addresses, who may live in them, and where they may speak.
 *  Pure. Sizes and delegations are what Azure demands: an environment and a function app
 *  on Flex never share a subnet; names carry no underscore, which Flex refuses. */
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";

export type SubnetName =
  | "scheduler"
  | "orchestrator"
  | "admin-api"
  | "haymaker"
  | "scaler"
  | "cloud-worker"
  | "agents"
  | "containers"
  | "builds"
  | "private-endpoints";

export type Subnet = {
  readonly name: SubnetName;
  readonly addresses: string;
  /** `flex`: function apps; `environment`: Container Apps; `groups`: container instances;
   *  `builds`: where the registry builds our images. */
  readonly kind: "flex" | "environment" | "groups" | "builds" | "endpoints";
  /** Ports that may be reached on the Internet; most speak to Azure's own services only. */
  readonly internetPorts: readonly string[];
};

const DELEGATIONS = {
  flex: "Microsoft.App/environments",
  environment: "Microsoft.App/environments",
  groups: "Microsoft.ContainerInstance/containerGroups",
  builds: null,
  endpoints: null,
} as const satisfies Readonly<Record<Subnet["kind"], string | null>>;

const HTTPS = ["443"] as const;
/** Sources of members: Databricks over HTTPS, Dataverse over its SQL ports, Azure SQL over the
 *  first of these and then wherever its gateway sends a caller from within Azure. */
const SOURCES = ["443", "1433", "5558", "11000-11999"] as const;

type Row = readonly [SubnetName, third: number, bits: number, Subnet["kind"], readonly string[]];

/** The first three, the worker's and the endpoints' lie where the seed puts them (M-122). */
const ROWS: readonly Row[] = [
  ["scheduler", 1, 24, "flex", SOURCES],
  ["orchestrator", 2, 24, "flex", []],
  ["admin-api", 3, 24, "flex", SOURCES],
  ["cloud-worker", 4, 23, "environment", HTTPS],
  ["haymaker", 6, 24, "flex", []],
  ["scaler", 7, 24, "flex", []],
  ["agents", 8, 23, "environment", HTTPS],
  ["private-endpoints", 10, 24, "endpoints", []],
  ["containers", 11, 24, "groups", HTTPS],
  ["builds", 12, 24, "builds", HTTPS],
];

export const azureSubnetName = (name: SubnetName): string => `snet-${name}`;

/** The part of its id after the provider. */
export const subnetPath = (virtualNetworkName: string, name: SubnetName): string =>
  `Microsoft.Network/virtualNetworks/${virtualNetworkName}/subnets/${azureSubnetName(name)}`;

/** `range` is a /16 as the stack's config has it. */
export function planSubnets(range: string): readonly Subnet[] {
  const [first, second] = range.split(".");
  return ROWS.map(([name, third, bits, kind, internetPorts]) => ({
    name,
    addresses: `${first}.${second}.${third}.0/${bits}`,
    kind,
    internetPorts,
  }));
}

export const delegationsOf = ({ kind }: Subnet) => {
  const serviceName = DELEGATIONS[kind];
  return serviceName === null ? [] : [{ name: kind, serviceName }];
};

const APP_SUBNETS: ReadonlyMap<string, SubnetName> = new Map([
  ["scheduler", "scheduler"],
  ["orchestrator", "orchestrator"],
  ["admin-api", "admin-api"],
  ["scaler", "scaler"],
]);

/** Where a component lives. Agents are alone: they run what a language model proposes. */
export function subnetOf(component: ComponentName): SubnetName {
  if (component === "agent") return "agents";
  switch (COMPONENTS[component].kind) {
    case "function-app":
      // HayMaker's three apps share one subnet, as Flex allows: they trust each other alike.
      return APP_SUBNETS.get(component) ?? "haymaker";
    case "container-app":
    case "container-job":
      return "cloud-worker";
    case "container-group":
      return "containers";
  }
}
