/** A small private estate: one function app, one bus, the network between them, and a hub. It is
 *  the ground on which tests take one piece away at a time. */
import { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import {
  NatGateway,
  NetworkSecurityGroup,
  PrivateDnsZoneGroup,
  PrivateEndpoint,
  Subnet,
  VirtualNetwork,
  VirtualNetworkPeering,
} from "@pulumi/azure-native/network/index.js";
import { PrivateZone, VirtualNetworkLink } from "@pulumi/azure-native/privatedns/index.js";
import { Namespace } from "@pulumi/azure-native/servicebus/index.js";
import { WebApp } from "@pulumi/azure-native/web/index.js";
import type { CustomResource, Input } from "@pulumi/pulumi";

const HUB =
  "/subscriptions/h/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/the-hub";
const GROUP = "/subscriptions/s/resourceGroups/rg/providers";
const place = { resourceGroupName: "rg" };
const inside = { ...place, virtualNetworkName: "vnet" };

const network = new VirtualNetwork("network", inside);
const rule = { protocol: "Tcp", sourcePortRange: "*", priority: 100, access: "Allow" };
const deny = {
  ...rule,
  protocol: "*",
  priority: 4096,
  access: "Deny",
  sourceAddressPrefix: "*",
  destinationAddressPrefix: "*",
  destinationPortRange: "*",
};
const appsGuard = new NetworkSecurityGroup("apps-guard", {
  ...place,
  securityRules: [
    {
      ...rule,
      name: "to-services",
      direction: "Outbound",
      sourceAddressPrefix: "10.0.1.0/24",
      destinationAddressPrefix: "10.0.10.0/24",
      destinationPortRanges: ["443", "5671"],
    },
    {
      ...rule,
      name: "to-entra",
      priority: 110,
      direction: "Outbound",
      sourceAddressPrefix: "10.0.1.0/24",
      destinationAddressPrefix: "AzureActiveDirectory",
      destinationPortRange: "443",
    },
    { ...deny, name: "deny-out", direction: "Outbound" },
  ],
});
const doorsGuard = new NetworkSecurityGroup("doors-guard", {
  ...place,
  securityRules: [
    {
      ...rule,
      name: "from-callers",
      direction: "Inbound",
      sourceAddressPrefixes: ["10.0.0.0/16", "10.250.0.0/16"],
      destinationAddressPrefix: "10.0.10.0/24",
      destinationPortRanges: ["443", "5671-5672"],
    },
    { ...deny, name: "deny-in", direction: "Inbound" },
  ],
});
const wayOut = new NatGateway("way-out", { ...place, sku: { name: "Standard" } });
const apps = new Subnet("apps", {
  ...inside,
  subnetName: "apps",
  addressPrefix: "10.0.1.0/24",
  defaultOutboundAccess: false,
  natGateway: { id: wayOut.id },
  networkSecurityGroup: { id: appsGuard.id },
});
const doors = new Subnet("doors", {
  ...inside,
  subnetName: "doors",
  addressPrefix: "10.0.10.0/24",
  networkSecurityGroup: { id: doorsGuard.id },
});
new VirtualNetworkPeering("to-hub", { ...inside, remoteVirtualNetwork: { id: HUB } });
new VirtualNetworkPeering("from-hub", {
  resourceGroupName: "hub",
  virtualNetworkName: "the-hub",
  remoteVirtualNetwork: { id: network.id },
});

function door(name: string, target: CustomResource, group: string, zoneName: string): void {
  const privateEndpointName = `pe-${name}`;
  new PrivateEndpoint(`${name}-door`, {
    ...place,
    privateEndpointName,
    subnet: { id: doors.id },
    privateLinkServiceConnections: [{ name, privateLinkServiceId: target.id, groupIds: [group] }],
  });
  const zone = new PrivateZone(`${name}-zone`, { ...place, privateZoneName: zoneName });
  const link = (which: string, id: Input<string>) =>
    new VirtualNetworkLink(`${name}-link-${which}`, {
      ...place,
      privateZoneName: zoneName,
      virtualNetworkLinkName: which,
      virtualNetwork: { id },
    });
  link("own", network.id);
  link("hub", HUB);
  new PrivateDnsZoneGroup(`${name}-entry`, {
    ...place,
    privateEndpointName,
    privateDnsZoneConfigs: [{ name, privateDnsZoneId: zone.id }],
  });
}

const bus = new Namespace("bus", {
  ...place,
  namespaceName: "ns",
  publicNetworkAccess: "Disabled",
  sku: { name: "Premium", tier: "Premium", capacity: 1 },
});
door("bus", bus, "namespace", "privatelink.servicebus.windows.net");
new UserAssignedIdentity("orchestrator", { ...place, resourceName: "id-orchestrator" });
const site = new WebApp("admin-api", {
  ...place,
  name: "site",
  publicNetworkAccess: "Disabled",
  virtualNetworkSubnetId: apps.id,
  identity: {
    type: "UserAssigned",
    userAssignedIdentities: [
      `${GROUP}/Microsoft.ManagedIdentity/userAssignedIdentities/id-orchestrator`,
    ],
  },
});
door("site", site, "sites", "privatelink.azurewebsites.net");
