/** How Azure names the things that the estate may hold: for each type of the azure-native SDK the
 *  path of its id, with the inputs that fill it in braces. The stand-in provider makes ids by it,
 *  and knows by it what must exist before what.
 *  A1. A type that is not here is refused by name; an id is never guessed. */

import type { JsonObject } from "../../../infra/preview/planned-resource.ts";
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";

/** The last part that an input fills is the name; the provider makes one up where it lacks. */
export type IdTemplate = string;

const BUS = "Microsoft.ServiceBus/namespaces/{namespaceName}";
const TOPIC = `${BUS}/topics/{topicName}`;
const SUBSCRIPTION = `${TOPIC}/subscriptions/{subscriptionName}`;
const ACCOUNT = "Microsoft.Storage/storageAccounts/{accountName}";
const SQL = "Microsoft.Sql/servers/{serverName}";
const DATABASE = `${SQL}/databases/{databaseName}`;
const VNET = "Microsoft.Network/virtualNetworks/{virtualNetworkName}";
const ENDPOINT = "Microsoft.Network/privateEndpoints/{privateEndpointName}";
const ZONE = "Microsoft.Network/privateDnsZones/{privateZoneName}";
const SITE = "Microsoft.Web/sites/{name}";
const ENVIRONMENT = "Microsoft.App/managedEnvironments/{environmentName}";
const WORKSPACE = "Microsoft.OperationalInsights/workspaces/{workspaceName}";
const IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}";
const FEDERATION = [
  IDENTITY,
  "federatedIdentityCredentials/{federatedIdentityCredentialResourceName}",
].join("/");
const REGISTRY = "Microsoft.ContainerRegistry/registries/{registryName}";
const LINK_SCOPE = "Microsoft.Insights/privateLinkScopes/{scopeName}";

/** Things within a resource group. */
const IN_GROUP: Readonly<Record<string, string>> = {
  "app:ContainerApp": "Microsoft.App/containerApps/{containerAppName}",
  "app:Job": "Microsoft.App/jobs/{jobName}",
  "app:ManagedEnvironment": ENVIRONMENT,
  "app:ManagedEnvironmentsStorage": `${ENVIRONMENT}/storages/{storageName}`,
  "applicationinsights:Component": "Microsoft.Insights/components/{resourceName}",
  "applicationinsights:Workbook": "Microsoft.Insights/workbooks/{resourceName}",
  "containerinstance:ContainerGroup":
    "Microsoft.ContainerInstance/containerGroups/{containerGroupName}",
  "containerregistry:AgentPool": `${REGISTRY}/agentPools/{agentPoolName}`,
  "containerregistry:Registry": REGISTRY,
  "containerregistry:ScopeMap": `${REGISTRY}/scopeMaps/{scopeMapName}`,
  "keyvault:Secret": "Microsoft.KeyVault/vaults/{vaultName}/secrets/{secretName}",
  "keyvault:Vault": "Microsoft.KeyVault/vaults/{vaultName}",
  "managedidentity:FederatedIdentityCredential": FEDERATION,
  "managedidentity:UserAssignedIdentity": IDENTITY,
  "monitor:ActionGroup": "Microsoft.Insights/actionGroups/{actionGroupName}",
  "monitor:ActivityLogAlert": "Microsoft.Insights/activityLogAlerts/{activityLogAlertName}",
  "monitor:DataCollectionEndpoint":
    "Microsoft.Insights/dataCollectionEndpoints/{dataCollectionEndpointName}",
  "monitor:DataCollectionRule": "Microsoft.Insights/dataCollectionRules/{dataCollectionRuleName}",
  "monitor:MetricAlert": "Microsoft.Insights/metricAlerts/{ruleName}",
  "monitor:PrivateLinkScope": LINK_SCOPE,
  "monitor:PrivateLinkScopedResource": `${LINK_SCOPE}/scopedResources/{name}`,
  "monitor:ScheduledQueryRule": "Microsoft.Insights/scheduledQueryRules/{ruleName}",
  "network:NatGateway": "Microsoft.Network/natGateways/{natGatewayName}",
  "network:NetworkSecurityGroup":
    "Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}",
  "network:PrivateDnsZoneGroup": `${ENDPOINT}/privateDnsZoneGroups/{privateDnsZoneGroupName}`,
  "network:PrivateEndpoint": ENDPOINT,
  "network:PublicIPAddress": "Microsoft.Network/publicIPAddresses/{publicIpAddressName}",
  "network:RouteTable": "Microsoft.Network/routeTables/{routeTableName}",
  "network:NetworkSecurityPerimeter":
    "Microsoft.Network/networkSecurityPerimeters/{networkSecurityPerimeterName}",
  "network:Subnet": `${VNET}/subnets/{subnetName}`,
  "network:VirtualNetwork": VNET,
  "network:VirtualNetworkPeering": `${VNET}/virtualNetworkPeerings/{virtualNetworkPeeringName}`,
  "operationalinsights:Table": `${WORKSPACE}/tables/{tableName}`,
  "operationalinsights:Workspace": WORKSPACE,
  "portal:Dashboard": "Microsoft.Portal/dashboards/{dashboardName}",
  "privatedns:PrivateZone": ZONE,
  "privatedns:VirtualNetworkLink": `${ZONE}/virtualNetworkLinks/{virtualNetworkLinkName}`,
  "servicebus:DefaultRule": `${SUBSCRIPTION}/rules/$Default`,
  "servicebus:Namespace": BUS,
  "servicebus:NamespaceNetworkRuleSet": `${BUS}/networkRuleSets/default`,
  "servicebus:Rule": `${SUBSCRIPTION}/rules/{ruleName}`,
  "servicebus:Subscription": SUBSCRIPTION,
  "servicebus:Topic": TOPIC,
  "sql:BackupShortTermRetentionPolicy": `${DATABASE}/backupShortTermRetentionPolicies/{policyName}`,
  "sql:Database": DATABASE,
  "sql:DatabaseBlobAuditingPolicy": `${DATABASE}/auditingSettings/{blobAuditingPolicyName}`,
  "sql:ExtendedServerBlobAuditingPolicy": `${SQL}/extendedAuditingSettings/default`,
  "sql:FirewallRule": `${SQL}/firewallRules/{firewallRuleName}`,
  "sql:LongTermRetentionPolicy": `${DATABASE}/backupLongTermRetentionPolicies/{policyName}`,
  "sql:OutboundFirewallRule": `${SQL}/outboundFirewallRules/{outboundRuleFqdn}`,
  "sql:Server": SQL,
  "sql:ServerAzureADAdministrator": `${SQL}/administrators/{administratorName}`,
  "sql:ServerAzureADOnlyAuthentication": `${SQL}/azureADOnlyAuthentications/{authenticationName}`,
  "sql:ServerBlobAuditingPolicy": `${SQL}/auditingSettings/default`,
  "sql:ServerSecurityAlertPolicy": `${SQL}/securityAlertPolicies/{securityAlertPolicyName}`,
  "sql:SqlVulnerabilityAssessmentsSetting": `${SQL}/sqlVulnerabilityAssessments/default`,
  "sql:TransparentDataEncryption": `${DATABASE}/transparentDataEncryption/{tdeName}`,
  "sql:VirtualNetworkRule": `${SQL}/virtualNetworkRules/{virtualNetworkRuleName}`,
  "storage:BlobContainer": `${ACCOUNT}/blobServices/default/containers/{containerName}`,
  "storage:BlobServiceProperties": `${ACCOUNT}/blobServices/default`,
  "storage:FileShare": `${ACCOUNT}/fileServices/default/shares/{shareName}`,
  "storage:ManagementPolicy": `${ACCOUNT}/managementPolicies/default`,
  "storage:Queue": `${ACCOUNT}/queueServices/default/queues/{queueName}`,
  "storage:StorageAccount": ACCOUNT,
  "storage:Table": `${ACCOUNT}/tableServices/default/tables/{tableName}`,
  "storage:TableServiceProperties": `${ACCOUNT}/tableServices/default`,
  "web:AppServicePlan": "Microsoft.Web/serverfarms/{name}",
  "web:WebApp": SITE,
  "web:WebAppFtpAllowed": `${SITE}/basicPublishingCredentialsPolicies/ftp`,
  "web:WebAppScmAllowed": `${SITE}/basicPublishingCredentialsPolicies/scm`,
};

/** Things that hang on another thing by its whole id, or on the subscription. */
const ELSEWHERE: Readonly<Record<string, IdTemplate>> = {
  "authorization:ManagementLockByScope":
    "{scope}/providers/Microsoft.Authorization/locks/{lockName}",
  "authorization:RoleAssignment":
    "{scope}/providers/Microsoft.Authorization/roleAssignments/{roleAssignmentName}",
  "authorization:RoleDefinition":
    "{scope}/providers/Microsoft.Authorization/roleDefinitions/{roleDefinitionId}",
  "consumption:Budget": "{scope}/providers/Microsoft.Consumption/budgets/{budgetName}",
  "costmanagement:Budget": "{scope}/providers/Microsoft.CostManagement/budgets/{budgetName}",
  "monitor:DiagnosticSetting":
    "{resourceUri}/providers/Microsoft.Insights/diagnosticSettings/{name}",
  "resources:ResourceGroup": "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}",
};

const GROUP = ELSEWHERE["resources:ResourceGroup"];
const PREFIX = "azure-native:";

/** An API version within the token, as in `azure-native:app/v20250101:Job`, changes nothing. */
const plainType = (type: string): string => type.slice(PREFIX.length).replace(/\/v\d+[a-z]*/, "");

export function templateOf(type: string): Result<IdTemplate, string> {
  const own = type.startsWith(PREFIX) ? plainType(type) : type;
  const inGroup = IN_GROUP[own];
  const template = inGroup === undefined ? ELSEWHERE[own] : `${GROUP}/providers/${inGroup}`;
  if (template !== undefined) return ok(template);
  return fail(`the stand-in does not know how Azure names ${type}: add it to azure-ids.ts`);
}

export const parametersOf = (template: IdTemplate): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The input that carries the thing's own name, where there is one. */
export const nameParameter = (template: IdTemplate): string | undefined =>
  template.endsWith("}") ? parametersOf(template).at(-1) : undefined;

export function idOf(
  template: IdTemplate,
  inputs: JsonObject,
  subscriptionId: string,
): Result<string, string> {
  const values: JsonObject = { subscriptionId, ...inputs };
  for (const name of parametersOf(template))
    if (typeof values[name] !== "string" || values[name] === "")
      return fail(`the input ${name} is needed for the id ${template}`);
  return ok(template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
}
