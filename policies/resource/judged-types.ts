/** The types of resources that rules of the pack have been written for: those of the estate, and
 *  those that some rule refuses by name. */

const AZURE: Readonly<Record<string, readonly string[]>> = {
  app: ["ContainerApp", "Job", "ManagedEnvironment"],
  applicationinsights: ["Component", "Workbook"],
  authorization: ["RoleAssignment", "RoleDefinition"],
  consumption: ["Budget"],
  containerinstance: ["ContainerGroup"],
  containerregistry: ["AgentPool", "Registry"],
  keyvault: ["Key", "Secret", "Vault"],
  managedidentity: ["FederatedIdentityCredential", "UserAssignedIdentity"],
  monitor: [
    "ActionGroup",
    "ActivityLogAlert",
    "DiagnosticSetting",
    "MetricAlert",
    "ScheduledQueryRule",
  ],
  network: [
    "NatGateway",
    "NetworkSecurityGroup",
    "PrivateDnsZoneGroup",
    "PrivateEndpoint",
    "PublicIPAddress",
    "SecurityRule",
    "Subnet",
    "VirtualNetwork",
    "VirtualNetworkPeering",
  ],
  operationalinsights: ["Workspace"],
  privatedns: ["PrivateZone", "VirtualNetworkLink"],
  resources: ["ResourceGroup"],
  servicebus: [
    "DefaultRule",
    "Namespace",
    "NamespaceAuthorizationRule",
    "NamespaceNetworkRuleSet",
    "Subscription",
    "Topic",
    "TopicAuthorizationRule",
  ],
  sql: [
    "BackupShortTermRetentionPolicy",
    "Database",
    "ExtendedServerBlobAuditingPolicy",
    "FirewallRule",
    "LongTermRetentionPolicy",
    "Server",
    "ServerBlobAuditingPolicy",
    "ServerSecurityAlertPolicy",
    "SqlVulnerabilityAssessmentsSetting",
    "TransparentDataEncryption",
  ],
  storage: [
    "BlobContainer",
    "BlobServiceProperties",
    "ManagementPolicy",
    "StorageAccount",
    "Table",
  ],
  web: ["AppServicePlan", "WebApp", "WebAppFtpAllowed", "WebAppScmAllowed"],
};

const ENTRA: readonly string[] = [
  "appRoleAssignment:AppRoleAssignment",
  "application:Application",
  "applicationFederatedIdentityCredential:ApplicationFederatedIdentityCredential",
  "applicationIdentifierUri:ApplicationIdentifierUri",
  "applicationPassword:ApplicationPassword",
  "applicationPreAuthorized:ApplicationPreAuthorized",
  "group:Group",
  "servicePrincipal:ServicePrincipal",
  "servicePrincipalPassword:ServicePrincipalPassword",
];

export const JUDGED_TYPES: ReadonlySet<string> = new Set([
  ...Object.entries(AZURE).flatMap(([module, names]) =>
    names.map((name) => `azure-native:${module}:${name}`),
  ),
  ...ENTRA.map((name) => `azuread:index/${name}`),
]);
