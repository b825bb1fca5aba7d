/** Every rule of the pack, one file each, by what they look at. The pack imports nothing of the
 *  program that it judges, because the judge must not share a mistake with the accused; of the
 *  blueprint it knows the rights, which are the law. */
import type { Policies } from "@pulumi/policy";
import { containerGroups } from "./container-apps/container-groups.ts";
import { environmentEncrypts } from "./container-apps/environment-encrypts.ts";
import { environmentInternal } from "./container-apps/environment-internal.ts";
import { fitsProfile } from "./container-apps/fits-profile.ts";
import { containerIdentity } from "./container-apps/identity.ts";
import { imagePinned } from "./container-apps/image-pinned.ts";
import { ingressInternal } from "./container-apps/ingress-internal.ts";
import { ingressSecure } from "./container-apps/ingress-secure.ts";
import { jobLimits } from "./container-apps/job-limits.ts";
import { containerProbes } from "./container-apps/probes.ts";
import { registryByIdentity } from "./container-apps/registry-by-identity.ts";
import { containerReplicas } from "./container-apps/replicas.ts";
import { scaleByIdentity } from "./container-apps/scale-by-identity.ts";
import { containerSecrets } from "./container-apps/secrets-by-reference.ts";
import { environmentZones } from "./container-apps/zone-redundant.ts";
import { honouringExemptions } from "./exemptions.ts";
import { functionBasicAuthOff } from "./functions/basic-auth-off.ts";
import { functionCors } from "./functions/cors.ts";
import { functionDebugOff } from "./functions/debug-off.ts";
import { flexSettings } from "./functions/flex-settings.ts";
import { functionHttp2 } from "./functions/http2.ts";
import { functionHttps } from "./functions/https-only.ts";
import { functionIdentity } from "./functions/identity.ts";
import { functionInNetwork } from "./functions/in-the-network.ts";
import { functionNode } from "./functions/node-version.ts";
import { functionPrivateEndpoint } from "./functions/private-endpoint.ts";
import { functionPublicAccessOff } from "./functions/public-access-off.ts";
import { functionStorage } from "./functions/storage-by-identity.ts";
import { functionTls12 } from "./functions/tls-1-2.ts";
import { functionZones } from "./functions/zone-redundant.ts";
import { dataRolesOnEntities } from "./identity/data-roles-on-entities.ts";
import { entraAssignment } from "./identity/entra-assignment.ts";
import { entraNarrowApps } from "./identity/entra-narrow-apps.ts";
import { entraNoPasswords } from "./identity/entra-no-passwords.ts";
import { entraOwnRoles } from "./identity/entra-own-roles.ts";
import { federatedSubjectExact } from "./identity/federated-subject-exact.ts";
import { grantingHasCondition } from "./identity/granting-has-condition.ts";
import { noCustomOwner } from "./identity/no-custom-owner.ts";
import { noOwnerAssignments } from "./identity/no-owner-assignments.ts";
import { noUserAssignments } from "./identity/no-user-assignments.ts";
import { noWideScope } from "./identity/no-wide-scope.ts";
import { rightsInBlueprint } from "./identity/rights-in-blueprint.ts";
import { storageRolesOnContainers } from "./identity/storage-roles-on-containers.ts";
import { vaultRolesOnSecrets } from "./identity/vault-roles-on-secrets.ts";
import { vaultAuditLogs } from "./key-vault/audit-logs.ts";
import { keyRotation } from "./key-vault/key-rotation.ts";
import { vaultNotForMachines } from "./key-vault/not-for-machines.ts";
import { vaultPrivateEndpoint } from "./key-vault/private-endpoint.ts";
import { vaultPublicAccessOff } from "./key-vault/public-access-off.ts";
import { purgeProtection } from "./key-vault/purge-protection.ts";
import { rbac } from "./key-vault/rbac.ts";
import { secretExpiry } from "./key-vault/secret-expiry.ts";
import { softDelete } from "./key-vault/soft-delete.ts";
import { alertsOn } from "./monitoring/alerts-on.ts";
import { budgetPresent } from "./monitoring/budget-present.ts";
import { diagnosticsEverywhere } from "./monitoring/diagnostics-everywhere.ts";
import { insightsLocalAuthOff } from "./monitoring/insights-local-auth-off.ts";
import { insightsWorkspace } from "./monitoring/insights-workspace.ts";
import { logsRetention } from "./monitoring/logs-retention.ts";
import { workspaceLocalAuthOff } from "./monitoring/workspace-local-auth-off.ts";
import { endpointsGuarded } from "./network/endpoints-guarded.ts";
import { noLateralMovement } from "./network/no-lateral-movement.ts";
import { noOpenInbound } from "./network/no-open-inbound.ts";
import { peeringNarrow } from "./network/peering-narrow.ts";
import { privateDns } from "./network/private-dns.ts";
import { subnetDelegation } from "./network/subnet-delegation.ts";
import { subnetGuarded } from "./network/subnet-guarded.ts";
import { subnetPrivate } from "./network/subnet-private.ts";
import { registryAdminOff } from "./registry/admin-off.ts";
import { anonymousPullOff } from "./registry/anonymous-pull-off.ts";
import { registryArmTokens } from "./registry/arm-tokens-on.ts";
import { registryExportOff } from "./registry/export-off.ts";
import { registryPrivateEndpoint } from "./registry/private-endpoint.ts";
import { registryPublicAccessOff } from "./registry/public-access-off.ts";
import { registryRetention } from "./registry/retention.ts";
import { registryTier } from "./registry/tier.ts";
import { registryZones } from "./registry/zone-redundant.ts";
import { allowedRegions } from "./resource/allowed-regions.ts";
import { knownTypes } from "./resource/known-types.ts";
import { nameLimits } from "./resource/name-limits.ts";
import { noPlainSecrets } from "./resource/no-plain-secrets.ts";
import { requiredTags } from "./resource/required-tags.ts";
import { statefulProtected } from "./resource/stateful-protected.ts";
import { busAuditLogs } from "./service-bus/audit-logs.ts";
import { catchAll } from "./service-bus/catch-all.ts";
import { busCustomerKey } from "./service-bus/customer-key.ts";
import { deadLetterOnExpiration } from "./service-bus/dead-letter-on-expiration.ts";
import { defaultRuleReplaced } from "./service-bus/default-rule-replaced.ts";
import { duplicateDetection } from "./service-bus/duplicate-detection.ts";
import { localAuthOff } from "./service-bus/local-auth-off.ts";
import { lockAndDeliveries } from "./service-bus/lock-and-deliveries.ts";
import { busNetworkRules } from "./service-bus/network-rules.ts";
import { busNoKeys } from "./service-bus/no-keys.ts";
import { privateEndpointNeedsPremium } from "./service-bus/premium-for-endpoints.ts";
import { busPrivateEndpoint } from "./service-bus/private-endpoint.ts";
import { publicAccessOff } from "./service-bus/public-access-off.ts";
import { subscriptionTtl } from "./service-bus/subscription-ttl.ts";
import { tls12 } from "./service-bus/tls-1-2.ts";
import { busZones } from "./service-bus/zone-redundant.ts";
import { sqlAuditing } from "./sql/auditing.ts";
import { sqlBackups } from "./sql/backups-kept.ts";
import { sqlDefender } from "./sql/defender.ts";
import { sqlEncryption } from "./sql/encryption.ts";
import { sqlEntraOnly } from "./sql/entra-only.ts";
import { sqlFirewallClosed } from "./sql/firewall-closed.ts";
import { sqlNoAutoPause } from "./sql/no-auto-pause.ts";
import { sqlOutbound } from "./sql/outbound-restricted.ts";
import { sqlPrivateEndpoint } from "./sql/private-endpoint.ts";
import { sqlPublicAccessOff } from "./sql/public-access-off.ts";
import { sqlTls12 } from "./sql/tls-1-2.ts";
import { sqlZones } from "./sql/zone-redundant.ts";
import { storageHttpsOnly } from "./storage/https-only.ts";
import { storageKeysOff } from "./storage/keys-off.ts";
import { storageLifecycle } from "./storage/lifecycle-on.ts";
import { storageLogging } from "./storage/logging.ts";
import { noAnonymousBlobs } from "./storage/no-anonymous-blobs.ts";
import { noForeignTenants } from "./storage/no-foreign-tenants.ts";
import { storagePrivateEndpoint } from "./storage/private-endpoint.ts";
import { storagePublicAccessOff } from "./storage/public-access-off.ts";
import { storageReplicated } from "./storage/replicated.ts";
import { storageSasExpiry } from "./storage/sas-expiry.ts";
import { storageSoftDelete } from "./storage/soft-delete.ts";
import { storageTls12 } from "./storage/tls-1-2.ts";

export const RULES: Policies = honouringExemptions([
  allowedRegions,
  knownTypes,
  nameLimits,
  noPlainSecrets,
  requiredTags,
  statefulProtected,
  dataRolesOnEntities,
  entraAssignment,
  entraNarrowApps,
  entraNoPasswords,
  entraOwnRoles,
  federatedSubjectExact,
  grantingHasCondition,
  noCustomOwner,
  noOwnerAssignments,
  noUserAssignments,
  noWideScope,
  rightsInBlueprint,
  storageRolesOnContainers,
  vaultRolesOnSecrets,
  endpointsGuarded,
  noLateralMovement,
  noOpenInbound,
  peeringNarrow,
  privateDns,
  subnetDelegation,
  subnetGuarded,
  subnetPrivate,
  busAuditLogs,
  catchAll,
  busCustomerKey,
  deadLetterOnExpiration,
  defaultRuleReplaced,
  duplicateDetection,
  localAuthOff,
  lockAndDeliveries,
  busNetworkRules,
  busNoKeys,
  privateEndpointNeedsPremium,
  busPrivateEndpoint,
  publicAccessOff,
  subscriptionTtl,
  tls12,
  busZones,
  vaultAuditLogs,
  keyRotation,
  vaultNotForMachines,
  vaultPrivateEndpoint,
  vaultPublicAccessOff,
  purgeProtection,
  rbac,
  secretExpiry,
  softDelete,
  sqlAuditing,
  sqlBackups,
  sqlDefender,
  sqlEncryption,
  sqlEntraOnly,
  sqlFirewallClosed,
  sqlNoAutoPause,
  sqlOutbound,
  sqlPrivateEndpoint,
  sqlPublicAccessOff,
  sqlTls12,
  sqlZones,
  storageHttpsOnly,
  storageKeysOff,
  storageLifecycle,
  storageLogging,
  noAnonymousBlobs,
  noForeignTenants,
  storagePrivateEndpoint,
  storagePublicAccessOff,
  storageReplicated,
  storageSasExpiry,
  storageSoftDelete,
  storageTls12,
  registryAdminOff,
  anonymousPullOff,
  registryArmTokens,
  registryExportOff,
  registryPrivateEndpoint,
  registryPublicAccessOff,
  registryRetention,
  registryTier,
  registryZones,
  containerGroups,
  environmentEncrypts,
  environmentInternal,
  fitsProfile,
  containerIdentity,
  imagePinned,
  ingressInternal,
  ingressSecure,
  jobLimits,
  containerProbes,
  registryByIdentity,
  containerReplicas,
  scaleByIdentity,
  containerSecrets,
  environmentZones,
  functionBasicAuthOff,
  functionCors,
  functionDebugOff,
  flexSettings,
  functionHttp2,
  functionHttps,
  functionIdentity,
  functionInNetwork,
  functionNode,
  functionPrivateEndpoint,
  functionPublicAccessOff,
  functionStorage,
  functionTls12,
  functionZones,
  alertsOn,
  budgetPresent,
  diagnosticsEverywhere,
  insightsLocalAuthOff,
  insightsWorkspace,
  logsRetention,
  workspaceLocalAuthOff,
]);
