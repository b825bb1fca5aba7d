/** What may flow into and out of each subnet: nothing, but for the lines below. Pure.
 *  N1. Every list ends with a denial in both directions, so the rules that Azure adds by itself,
 *      which let the whole network and the Internet through, never apply.
 *  N2. No subnet reaches another one but that of the private endpoints, nor is reached by one. */
import type { Subnet } from "./subnets.ts";

/** Ports of the services behind private endpoints: HTTPS, SQL and the bus. */
const SERVICE_PORTS = ["443", "1433", "5671", "5672"];

const FIRST_PRIORITY = 100;
const PRIORITY_STEP = 10;
const LAST_PRIORITY = 4096;

export type SecurityRule = {
  readonly name: string;
  readonly direction: "Inbound" | "Outbound";
  readonly access: "Allow" | "Deny";
  readonly protocol: "Tcp" | "*";
  readonly priority: number;
  readonly sourcePortRange: "*";
  readonly description: string;
  readonly sourceAddressPrefix?: string;
  /** Lists may change hands in Pulumi's types, so they are copies. */
  readonly sourceAddressPrefixes?: string[];
  readonly destinationAddressPrefix: string;
  readonly destinationPortRange?: string;
  readonly destinationPortRanges?: string[];
};

type Line = {
  readonly name: string;
  readonly from: string | readonly string[];
  readonly to: string;
  /** Null: every port, every protocol. */
  readonly ports: readonly string[] | null;
  readonly why: string;
};

type Direction = SecurityRule["direction"];

const portsOf = (ports: Line["ports"]) =>
  ports === null
    ? ({ protocol: "*", destinationPortRange: "*" } as const)
    : { protocol: "Tcp" as const, destinationPortRanges: [...ports] };

const allow =
  (direction: Direction) =>
  (line: Line, index: number): SecurityRule => ({
    name: line.name,
    direction,
    access: "Allow",
    priority: FIRST_PRIORITY + index * PRIORITY_STEP,
    sourcePortRange: "*",
    ...(typeof line.from === "string"
      ? { sourceAddressPrefix: line.from }
      : { sourceAddressPrefixes: [...line.from] }),
    destinationAddressPrefix: line.to,
    ...portsOf(line.ports),
    description: line.why,
  });

const deny = (direction: Direction): SecurityRule => ({
  name: `deny-${direction.toLowerCase()}`,
  direction,
  access: "Deny",
  protocol: "*",
  priority: LAST_PRIORITY,
  sourcePortRange: "*",
  sourceAddressPrefix: "*",
  destinationAddressPrefix: "*",
  destinationPortRange: "*",
  description: "What no line above allows does not flow.",
});

/** Tags of Azure's own services. Identities get their tokens from Entra, telemetry has no
 *  private door, and an environment loads its own system images. */
const AZURE_SERVICES = [
  ["entra", "AzureActiveDirectory", "Tokens of identities."],
  ["monitor", "AzureMonitor", "Telemetry; keys are switched off there."],
  ["resource-manager", "AzureResourceManager", "What components may do on Azure by their rights."],
] as const;

const ENVIRONMENT_SERVICES = [
  ["system-images", "MicrosoftContainerRegistry", "System images of the environment."],
  ["system-images-edge", "AzureFrontDoor.FirstParty", "Where those images are delivered from."],
] as const;

/** Azure's page of build pools asks for this port besides the usual one. */
const BUILD_MONITOR: Pick<Line, "name" | "to" | "ports" | "why"> = {
  name: "build-monitor",
  to: "AzureMonitor",
  ports: ["12000"],
  why: "The build machine's own telemetry.",
};

const BUILD_SERVICES = [
  ["build-keys", "AzureKeyVault", "The build machine's own keys."],
  ["build-storage", "Storage", "Its queue of work and the uploaded context."],
  ["build-events", "EventHub", "Its logs."],
] as const;

function inbound(subnet: Subnet, callers: readonly string[]): readonly Line[] {
  const { kind, addresses } = subnet;
  const within: Line = {
    name: "within",
    from: addresses,
    to: addresses,
    ports: null,
    why: "Nodes of an environment speak to each other.",
  };
  const probes: Line = {
    name: "probes",
    from: "AzureLoadBalancer",
    to: addresses,
    ports: ["30000-32767"],
    why: "Azure asks whether the environment is healthy.",
  };
  const services: Line = {
    name: "services",
    from: callers,
    to: addresses,
    ports: SERVICE_PORTS,
    why: "The estate and its hub reach services through their private endpoints.",
  };
  if (kind === "environment") return [within, probes];
  return kind === "endpoints" ? [services] : [];
}

function outbound(subnet: Subnet, endpoints: string): readonly Line[] {
  const { kind, addresses, internetPorts } = subnet;
  if (kind === "endpoints") return [];
  const to = ([name, tag, why]: readonly [string, string, string]): Line => ({
    name,
    from: addresses,
    to: tag,
    ports: ["443"],
    why,
  });
  const services: Line = {
    name: "services",
    from: addresses,
    to: endpoints,
    ports: SERVICE_PORTS,
    why: "Data services answer at their private endpoints.",
  };
  const within: Line = { name: "within", from: addresses, to: addresses, ports: null, why: "" };
  const internet: Line = {
    name: "internet",
    from: addresses,
    to: "Internet",
    ports: internetPorts,
    why: "Tenants, sources of members and language models answer on the Internet.",
  };
  const environment = [
    { ...within, why: "Nodes of an environment speak to each other." },
    ...ENVIRONMENT_SERVICES.map(to),
  ];
  return [
    services,
    ...AZURE_SERVICES.map(to),
    ...(kind === "environment" ? environment : []),
    ...(kind === "builds"
      ? [...BUILD_SERVICES.map(to), { ...BUILD_MONITOR, from: addresses }]
      : []),
    ...(internetPorts.length === 0 ? [] : [internet]),
  ];
}

export type Surroundings = {
  /** The subnet of the private endpoints. */
  readonly endpoints: string;
  /** Ranges from which services may be called. */
  readonly callers: readonly string[];
};

export const securityRules = (
  subnet: Subnet,
  { endpoints, callers }: Surroundings,
): readonly SecurityRule[] => [
  ...inbound(subnet, callers).map(allow("Inbound")),
  deny("Inbound"),
  ...outbound(subnet, endpoints).map(allow("Outbound")),
  deny("Outbound"),
];
