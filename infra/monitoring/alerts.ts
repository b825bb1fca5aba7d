/** Who is told, and of what. Every alert goes to one group of people; severity says how soon. */
import {
  ActionGroup,
  ActivityLogAlert,
  MetricAlert,
  ScheduledQueryRule,
} from "@pulumi/azure-native/monitor/index.js";
import type { Workspace } from "@pulumi/azure-native/operationalinsights/index.js";
import * as pulumi from "@pulumi/pulumi";
import { hasAgents } from "../agents/has-agents.ts";
import type { Estate } from "../estate.ts";
import { known } from "../settings/known.ts";
import { LOG_ALERTS, type LogAlert, logCriteria } from "./log-alerts.ts";
import { METRIC_ALERTS, type MetricAlertPlan, metricCriteria } from "./metric-alerts.ts";

export type AlertsArgs = {
  readonly estate: Estate;
  readonly workspace: Workspace;
  /** What the alerts are about exists before them; by the name under which it is watched. */
  readonly watched: ReadonlyMap<string, pulumi.Resource>;
  /** Whose rights are watched besides those of the estate's own group. */
  readonly groups: readonly pulumi.Resource[];
};

/** Rules on metrics and people belong to no region. */
const EVERYWHERE = "Global";

/** Azure shows it in short messages, of which 12 characters fit. */
const SHORT_NAME = "drover";

/** Names of the resource groups that the estate has. */
const groupsIn = (estate: Estate): readonly string[] => [
  estate.resourceGroupName,
  ...(hasAgents(estate.ships) ? [estate.agentsGroupName] : []),
  ...(estate.ships.has("scaler") ? [estate.scaledGroupName] : []),
];

export class Alerts extends pulumi.ComponentResource {
  readonly people: ActionGroup;
  readonly #name: string;
  readonly #args: AlertsArgs;

  constructor(name: string, args: AlertsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:monitoring:Alerts", name, {}, opts);
    this.#name = name;
    this.#args = args;
    this.people = this.#people();
    for (const alert of METRIC_ALERTS) this.#onMetric(alert);
    for (const alert of LOG_ALERTS) this.#onLogs(alert);
    this.#onRights();
    this.registerOutputs();
  }

  #people(): ActionGroup {
    const { estate, workspace } = this.#args;
    const { resourceGroupName, config } = estate;
    return new ActionGroup(
      `${this.#name}-people`,
      {
        resourceGroupName,
        actionGroupName: estate.name("actionGroup"),
        location: EVERYWHERE,
        tags: config.tags,
        enabled: true,
        groupShortName: SHORT_NAME,
        emailReceivers: config.alertEmails.map((emailAddress, index) => ({
          name: `person-${index + 1}`,
          emailAddress,
          useCommonAlertSchema: true,
        })),
      },
      { parent: this, dependsOn: [workspace] },
    );
  }

  #scopeOf(on: MetricAlertPlan["on"]): string {
    const { estate } = this.#args;
    switch (on) {
      case "bus":
        return estate.idOf(`Microsoft.ServiceBus/namespaces/${estate.namespaceName}`);
      case "vault":
        return estate.idOf(`Microsoft.KeyVault/vaults/${estate.vaultName}`);
      case "database": {
        const server = `Microsoft.Sql/servers/${estate.sqlServerName}`;
        return estate.idOf(`${server}/databases/${estate.sqlDatabaseName}`);
      }
    }
  }

  #onMetric(alert: MetricAlertPlan): void {
    const { estate, watched } = this.#args;
    const target = known(watched.get(alert.on), `resource to watch as ${alert.on}`);
    new MetricAlert(
      `${this.#name}-${alert.name}`,
      {
        resourceGroupName: estate.resourceGroupName,
        ruleName: estate.name("alertRule", alert.name),
        location: EVERYWHERE,
        tags: estate.config.tags,
        enabled: true,
        description: alert.says,
        severity: alert.severity,
        evaluationFrequency: "PT5M",
        windowSize: `PT${alert.windowMin}M`,
        scopes: [this.#scopeOf(alert.on)],
        criteria: metricCriteria(alert),
        autoMitigate: true,
        actions: [{ actionGroupId: this.people.id }],
      },
      { parent: this, dependsOn: [target] },
    );
  }

  #onLogs(alert: LogAlert): void {
    const { estate, workspace } = this.#args;
    const { place } = estate;
    new ScheduledQueryRule(
      `${this.#name}-${alert.name}`,
      {
        ...place,
        ruleName: estate.name("alertRule", alert.name),
        kind: "LogAlert",
        enabled: true,
        displayName: alert.name,
        description: alert.says,
        severity: alert.severity,
        evaluationFrequency: "PT5M",
        windowSize: alert.windowMin === 60 ? "PT1H" : `PT${alert.windowMin}M`,
        scopes: [workspace.id],
        criteria: logCriteria(alert),
        autoMitigate: true,
        // Tables appear with their first row; a query about one must not fail before.
        skipQueryValidation: true,
        actions: { actionGroups: [this.people.id] },
      },
      { parent: this },
    );
  }

  /** Rights change with the program and with nobody's hand. */
  #onRights(): void {
    const { estate, groups } = this.#args;
    new ActivityLogAlert(
      `${this.#name}-rights-changed`,
      {
        resourceGroupName: estate.resourceGroupName,
        activityLogAlertName: estate.name("alertRule", "rights-changed"),
        location: EVERYWHERE,
        tags: estate.config.tags,
        enabled: true,
        description: "Somebody granted or removed a right. Was it a deployment?",
        scopes: groupsIn(estate).map(estate.groupIdOf),
        condition: {
          allOf: [
            { field: "category", equals: "Administrative" },
            {
              anyOf: ["write", "delete"].map((verb) => ({
                field: "operationName",
                equals: `Microsoft.Authorization/roleAssignments/${verb}`,
              })),
            },
          ],
        },
        actions: { actionGroups: [{ actionGroupId: this.people.id }] },
      },
      { parent: this, dependsOn: [...groups] },
    );
  }
}
