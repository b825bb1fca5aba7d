/** The network of a private estate: subnets with their rules, one way out, the zones in which
 *  private endpoints answer, and the join with the hub. A public estate has none of it. */
import {
  NatGateway,
  NetworkSecurityGroup,
  PublicIPAddress,
  Subnet,
  VirtualNetwork,
  VirtualNetworkPeering,
} from "@pulumi/azure-native/network/index.js";
import { Provider } from "@pulumi/azure-native/provider.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import { hubParts, peeringOfEstate, peeringOfHub } from "./hub-settings.ts";
import { type Surroundings, securityRules } from "./security-rules.ts";
import type * as shape from "./subnets.ts";
import { azureSubnetName, delegationsOf, planSubnets, type SubnetName } from "./subnets.ts";
import { makeZones, type Zones } from "./zones.ts";

export type NetworkArgs = { readonly estate: Estate; readonly after: pulumi.Resource };

/** What only a private estate has. */
export type Inside = {
  readonly endpointsSubnetId: pulumi.Output<string>;
  readonly zones: Zones;
};

type Hub = NonNullable<Estate["config"]["hub"]>;

const STANDARD = { name: "Standard" } as const;
/** A gateway lives in one zone; its address is in all, so that a new gateway can take it over. */
const ZONES = ["1", "2", "3"];

export class Network extends pulumi.ComponentResource {
  /** Ids by name; empty in a public estate. */
  readonly subnets: ReadonlyMap<SubnetName, pulumi.Output<string>>;
  readonly inside: Inside | null;
  /** On what rights can be granted. */
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
  /** What a deployment from the hub waits for: before, it has no way in. */
  readonly ready: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #estate: Estate;

  constructor(name: string, args: NetworkArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:network:Network", name, {}, opts);
    const { estate, after } = args;
    const { hub } = estate.config;
    this.#name = name;
    this.#estate = estate;
    if (hub === undefined) {
      this.subnets = new Map();
      this.places = new Map();
      this.inside = null;
      this.ready = [];
    } else {
      const network = this.#network(after);
      const subnets = this.#subnets(network, hub, { wayOut: this.#wayOut(after), after });
      this.ready = this.#join(network, hub, [...subnets.values()]);
      this.subnets = new Map([...subnets].map(([own, subnet]) => [own, subnet.id]));
      this.places = new Map(
        [...subnets].map(([own, subnet]) => [placeKey({ kind: "subnet", subnet: own }), subnet]),
      );
      this.inside = this.#inside(network, hub, after);
    }
    this.registerOutputs();
  }

  #network(after: pulumi.Resource): VirtualNetwork {
    const { config, virtualNetworkName } = this.#estate;
    return new VirtualNetwork(
      `${this.#name}-own`,
      {
        ...this.#estate.place,
        virtualNetworkName,
        addressSpace: { addressPrefixes: [config.addresses] },
      },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
  }

  /** One address for all that leaves the estate, which others can put on their lists. */
  #wayOut(after: pulumi.Resource): NatGateway {
    const name = `${this.#name}-way-out`;
    const address = new PublicIPAddress(
      `${name}-address`,
      {
        ...this.#estate.place,
        publicIpAddressName: this.#estate.name("publicIpAddress", "way-out"),
        publicIPAllocationMethod: "Static",
        sku: STANDARD,
        zones: ZONES,
      },
      { parent: this, dependsOn: [after] },
    );
    return new NatGateway(
      name,
      {
        ...this.#estate.place,
        natGatewayName: this.#estate.name("natGateway"),
        publicIpAddresses: [{ id: address.id }],
        sku: STANDARD,
      },
      { parent: this },
    );
  }

  #subnets(
    network: VirtualNetwork,
    hub: Hub,
    { wayOut, after: group }: { readonly wayOut: NatGateway; readonly after: pulumi.Resource },
  ): ReadonlyMap<SubnetName, Subnet> {
    const planned = planSubnets(this.#estate.config.addresses);
    const endpoints = planned.find(({ kind }) => kind === "endpoints")?.addresses ?? "";
    const callers = [this.#estate.config.addresses, ...hub.addresses];
    const made = new Map<SubnetName, Subnet>();
    for (const subnet of planned) {
      const guard = this.#guard(subnet, { endpoints, callers }, group);
      // Azure takes one change of a network at a time.
      const after = [...made.values()].slice(-1);
      made.set(subnet.name, this.#subnet(subnet, { network, guard, wayOut, after }));
    }
    return made;
  }

  #guard(
    subnet: shape.Subnet,
    surroundings: Surroundings,
    after: pulumi.Resource,
  ): NetworkSecurityGroup {
    return new NetworkSecurityGroup(
      `${this.#name}-guard-${subnet.name}`,
      {
        ...this.#estate.place,
        networkSecurityGroupName: this.#estate.name("networkSecurityGroup", subnet.name),
        securityRules: [...securityRules(subnet, surroundings)],
      },
      { parent: this, dependsOn: [after] },
    );
  }

  #subnet(
    subnet: shape.Subnet,
    around: {
      readonly network: VirtualNetwork;
      readonly guard: NetworkSecurityGroup;
      readonly wayOut: NatGateway;
      readonly after: readonly pulumi.Resource[];
    },
  ): Subnet {
    const { resourceGroupName, virtualNetworkName } = this.#estate;
    return new Subnet(
      `${this.#name}-${subnet.name}`,
      {
        resourceGroupName,
        virtualNetworkName,
        subnetName: azureSubnetName(subnet.name),
        addressPrefix: subnet.addresses,
        delegations: delegationsOf(subnet),
        // Nothing leaves by an address that nobody chose.
        defaultOutboundAccess: false,
        networkSecurityGroup: { id: around.guard.id },
        ...(subnet.kind === "endpoints"
          ? { privateEndpointNetworkPolicies: "Enabled" }
          : { natGateway: { id: around.wayOut.id } }),
      },
      { parent: around.network, protect: false, dependsOn: [...around.after] },
    );
  }

  /** Both halves, or traffic would not flow; the hub's half is made where the hub is, and first:
   *  its gateway can be used only once it lets others through. */
  #join(
    network: VirtualNetwork,
    hub: Hub,
    after: readonly pulumi.Resource[],
  ): readonly pulumi.Resource[] {
    const { resourceGroupName, virtualNetworkName, subscriptionId } = this.#estate;
    const { subscriptionId: theirs, ...place } = hubParts(hub.virtualNetworkId);
    const gateway = hub.gateway ?? false;
    const options = { parent: network, protect: false };
    const provider =
      theirs === subscriptionId
        ? {}
        : {
            provider: new Provider(
              `${this.#name}-hub`,
              { subscriptionId: theirs },
              { parent: this },
            ),
          };
    const fromHub = new VirtualNetworkPeering(
      `${this.#name}-from-hub`,
      {
        ...place,
        virtualNetworkPeeringName: virtualNetworkName,
        remoteVirtualNetwork: { id: network.id },
        ...peeringOfHub(gateway),
      },
      { ...options, ...provider, dependsOn: [...after] },
    );
    const toHub = new VirtualNetworkPeering(
      `${this.#name}-to-hub`,
      {
        resourceGroupName,
        virtualNetworkName,
        virtualNetworkPeeringName: "hub",
        remoteVirtualNetwork: { id: hub.virtualNetworkId },
        ...peeringOfEstate(gateway),
      },
      { ...options, dependsOn: [fromHub] },
    );
    return [fromHub, toHub];
  }

  #inside(network: VirtualNetwork, hub: Hub, after: pulumi.Resource): Inside {
    const endpointsSubnetId = this.subnets.get("private-endpoints");
    if (endpointsSubnetId === undefined) throw new Error("the network has no place for endpoints");
    const zones = makeZones(this.#name, {
      estate: this.#estate,
      networks: { own: network.id, hub: hub.virtualNetworkId },
      parent: this,
      after,
    });
    return { endpointsSubnetId, zones };
  }
}
