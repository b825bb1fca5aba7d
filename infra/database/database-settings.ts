/** The SQL server and its database. Pure.
 *  D1. Nobody signs in with a password: the server takes Entra tokens only, and no login name or
 *      password is written anywhere.
 *  D2. In dev the database may pause; in prod it never does, and lives in several zones. */
import type { StackConfig } from "../stack-settings.ts";

const GIB = 1024 ** 3;
const AUTO_PAUSE_MIN = 60;
const NEVER = -1;
const AUDIT_DAYS = 90;

/** The whole Internet of Azure, in the firewall's own sign for it. */
const FROM_AZURE = "0.0.0.0";

const ACCESS = { public: "Enabled", private: "Disabled" } as const;

export const serverSettings = (network: StackConfig["network"]) => ({
  version: "12.0",
  minimalTlsVersion: "1.2",
  publicNetworkAccess: ACCESS[network],
  // Nothing in the database may call out.
  restrictOutboundNetworkAccess: "Enabled",
});

type Administrators = { readonly login: string; readonly tenantId: string };

export const administratorSettings = ({ login, tenantId }: Administrators) => ({
  administratorType: "ActiveDirectory",
  azureADOnlyAuthentication: true,
  principalType: "Group",
  login,
  tenantId,
});

const BY_SIZE = {
  dev: {
    sku: { name: "GP_S_Gen5", tier: "GeneralPurpose", family: "Gen5", capacity: 1 },
    minCapacity: 0.5,
    autoPauseDelay: AUTO_PAUSE_MIN,
    maxSizeBytes: 32 * GIB,
    zoneRedundant: false,
    requestedBackupStorageRedundancy: "Local",
  },
  prod: {
    sku: { name: "GP_S_Gen5", tier: "GeneralPurpose", family: "Gen5", capacity: 4 },
    minCapacity: 1,
    autoPauseDelay: NEVER,
    maxSizeBytes: 32 * GIB,
    zoneRedundant: true,
    requestedBackupStorageRedundancy: "Zone",
  },
} as const;

export const databaseSettings = (size: StackConfig["size"]) => BY_SIZE[size];

/** Weeks for quick mistakes, in prod a year for slow ones; what is kept for long cannot pause. */
export const BACKUPS = {
  dev: { shortTerm: { retentionDays: 7 }, longTerm: null },
  prod: {
    shortTerm: { retentionDays: 35, diffBackupIntervalInHours: 12 },
    longTerm: { weeklyRetention: "P12W", monthlyRetention: "P12M" },
  },
} as const;

/** How Azure calls the audit among the logs of a database. */
export const AUDIT_LOG = "SQLSecurityAuditEvents";

/** Every sign-in and every change of rights; to the workspace, which keeps it as long as it keeps
 *  all logs, and never less than this. */
export const AUDITING = {
  blobAuditingPolicyName: "default",
  state: "Enabled",
  isAzureMonitorTargetEnabled: true,
  retentionDays: AUDIT_DAYS,
  auditActionsAndGroups: [
    "BATCH_COMPLETED_GROUP",
    "SUCCESSFUL_DATABASE_AUTHENTICATION_GROUP",
    "FAILED_DATABASE_AUTHENTICATION_GROUP",
    "DATABASE_PERMISSION_CHANGE_GROUP",
    "DATABASE_ROLE_MEMBER_CHANGE_GROUP",
  ],
} as const;

/** A public estate has no network to come from: function apps reach the server from addresses of
 *  Azure that nobody knows beforehand. Null in a private one, which needs no such hole. */
export const firewallRule = (network: StackConfig["network"]) =>
  network === "private"
    ? null
    : { firewallRuleName: "azure", startIpAddress: FROM_AZURE, endIpAddress: FROM_AZURE };
