/** An estate that breaks every rule of the pack at least once, for the pack to refuse. */
import { RoleAssignment } from "@pulumi/azure-native/authorization/index.js";
import { PrivateEndpoint } from "@pulumi/azure-native/network/index.js";
import { ResourceGroup } from "@pulumi/azure-native/resources/index.js";
import { Namespace, Subscription, Topic } from "@pulumi/azure-native/servicebus/index.js";
import { Config } from "@pulumi/pulumi";

const ROLES = "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions";
const SENDER = `${ROLES}/69a216fc-b8fb-44d8-bc22-1f3c2cd27a39`;
const OWNER = `${ROLES}/8e3af657-a8ff-443c-a75c-2fe8c4bcb635`;
const bus = { resourceGroupName: "rg", namespaceName: "ns" };

new ResourceGroup("group", {
  resourceGroupName: "rg",
  location: "eastus",
  tags: { "cost-centre": new Config("drover").requireSecret("costCentre") },
});
const namespace = new Namespace("namespace", {
  ...bus,
  minimumTlsVersion: "1.0",
  publicNetworkAccess: "Enabled",
  sku: { name: "Standard", tier: "Standard" },
  tags: { owner: "o", "cost-centre": "c", environment: "test" },
});
new PrivateEndpoint("endpoint", {
  resourceGroupName: "rg",
  tags: { owner: "o", "cost-centre": "c", environment: "test" },
  privateLinkServiceConnections: [
    { name: "bus", privateLinkServiceId: namespace.id, groupIds: ["namespace"] },
  ],
});
const topic = new Topic(
  "jobs",
  { ...bus, topicName: "worker-jobs", defaultMessageTimeToLive: "P7D" },
  { parent: namespace },
);
new Subscription(
  "cloud",
  {
    ...bus,
    topicName: "worker-jobs",
    subscriptionName: "worker-cloud",
    defaultMessageTimeToLive: "P14D",
    deadLetteringOnMessageExpiration: false,
  },
  { parent: topic },
);
const who = { principalId: "p", principalType: "ServicePrincipal" };
new RoleAssignment("owner", { ...who, roleDefinitionId: OWNER, scope: "/subscriptions/s" });
new RoleAssignment("wide", {
  ...who,
  roleDefinitionId: SENDER,
  scope: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ServiceBus/namespaces/ns",
});
new RoleAssignment("later", { ...who, roleDefinitionId: SENDER, scope: namespace.id });
