/** The SQL server with its administrators, its one database, backups, audit and watch. Users and
 *  tables are not made here: the bootstrap job does that, as a member of the administrators. */

import { DiagnosticSetting } from "@pulumi/azure-native/monitor/index.js";
import {
  BackupShortTermRetentionPolicy,
  ExtendedServerBlobAuditingPolicy,
  FirewallRule,
  LongTermRetentionPolicy,
  Server,
  ServerSecurityAlertPolicy,
  Database as SqlDatabase,
  SqlVulnerabilityAssessmentsSetting,
} from "@pulumi/azure-native/sql/index.js";
import { Group } from "@pulumi/azuread/group.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import {
  AUDIT_LOG,
  AUDITING,
  administratorSettings,
  BACKUPS,
  databaseSettings,
  firewallRule,
  serverSettings,
} from "./database-settings.ts";

export type DatabaseArgs = {
  readonly estate: Estate;
  readonly network: Network;
  /** The id of the workspace that takes the audit. */
  readonly workspaceId: pulumi.Input<string>;
  /** The object id of the bootstrap job's identity. */
  readonly bootstrap: pulumi.Input<string>;
  readonly after: pulumi.Resource;
};

export class Database extends pulumi.ComponentResource {
  readonly server: Server;
  readonly database: SqlDatabase;
  /** The Entra group that administers the server; the bootstrap job is a member. */
  readonly administrators: Group;
  /** What whoever opens the database waits for. */
  readonly ready: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #args: DatabaseArgs;

  constructor(name: string, args: DatabaseArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:database:Database", name, {}, opts);
    this.#name = name;
    this.#args = args;
    const { estate, network } = args;
    this.administrators = this.#administrators();
    const server = this.#server();
    this.server = server;
    this.database = this.#database(server);
    this.#watch(server);
    const service = "sqlServer";
    const endpoint = privateEndpoint(name, { estate, network, service, target: server });
    this.ready = [this.database, ...(endpoint === null ? this.#door(server) : [endpoint])];
    this.registerOutputs();
  }

  #administratorsName(): string {
    const { config, project } = this.#args.estate;
    return `${project}-sql-administrators-${config.stack}`;
  }

  #administrators(): Group {
    const { estate, bootstrap } = this.#args;
    const { config } = estate;
    return new Group(
      `${this.#name}-administrators`,
      {
        displayName: this.#administratorsName(),
        description: "Administers the SQL server: the bootstrap job, and people on call.",
        securityEnabled: true,
        members: [bootstrap, ...config.databaseAdministrators],
        preventDuplicateNames: true,
      },
      { parent: this },
    );
  }

  #server(): Server {
    const { estate, after } = this.#args;
    const { place, config, tenantId, sqlServerName } = estate;
    return new Server(
      `${this.#name}-server`,
      {
        ...place,
        serverName: sqlServerName,
        ...serverSettings(config.network),
        administrators: {
          ...administratorSettings({ login: this.#administratorsName(), tenantId }),
          sid: this.administrators.objectId,
        },
      },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
  }

  #database(parent: Server): SqlDatabase {
    const { place, config, sqlServerName, sqlDatabaseName } = this.#args.estate;
    const where = {
      resourceGroupName: place.resourceGroupName,
      serverName: sqlServerName,
      databaseName: sqlDatabaseName,
    };
    const database = new SqlDatabase(
      `${this.#name}-runbooks`,
      { ...place, ...where, ...databaseSettings(config.size) },
      { parent, protect: config.protect },
    );
    const { shortTerm, longTerm } = BACKUPS[config.size];
    const options = { parent: database, protect: false };
    new BackupShortTermRetentionPolicy(
      `${this.#name}-backups`,
      { ...where, policyName: "default", ...shortTerm },
      options,
    );
    if (longTerm !== null)
      new LongTermRetentionPolicy(
        `${this.#name}-backups-kept`,
        { ...where, policyName: "default", ...longTerm },
        options,
      );
    return database;
  }

  #watch(parent: Server): void {
    const { estate, workspaceId } = this.#args;
    const { resourceGroupName, sqlServerName: serverName } = estate;
    const where = { resourceGroupName, serverName };
    const options = { parent, protect: false };
    const { auditActionsAndGroups, ...auditing } = AUDITING;
    // The audit of a whole server leaves it as the log of its master database.
    const way = new DiagnosticSetting(
      `${this.#name}-audit-log`,
      {
        name: "audit",
        resourceUri: estate.idOf(`Microsoft.Sql/servers/${serverName}/databases/master`),
        logs: [{ category: AUDIT_LOG, enabled: true }],
        workspaceId,
      },
      options,
    );
    new ExtendedServerBlobAuditingPolicy(
      `${this.#name}-audit`,
      { ...where, ...auditing, auditActionsAndGroups: [...auditActionsAndGroups] },
      { ...options, dependsOn: [way] },
    );
    const alerts = new ServerSecurityAlertPolicy(
      `${this.#name}-alerts`,
      { ...where, securityAlertPolicyName: "default", state: "Enabled", emailAccountAdmins: true },
      options,
    );
    new SqlVulnerabilityAssessmentsSetting(
      `${this.#name}-scan`,
      { ...where, vulnerabilityAssessmentName: "default", state: "Enabled" },
      // Scans are part of what the alerts switch on.
      { ...options, dependsOn: [alerts] },
    );
  }

  #door(parent: Server): readonly pulumi.Resource[] {
    const { estate } = this.#args;
    const rule = firewallRule(estate.config.network);
    if (rule === null) return [];
    const { resourceGroupName, sqlServerName: serverName } = estate;
    return [
      new FirewallRule(
        `${this.#name}-from-azure`,
        { resourceGroupName, serverName, ...rule },
        { parent, protect: false },
      ),
    ];
  }
}
