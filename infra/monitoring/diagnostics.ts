/** A diagnostic setting for everything that can tell what happens in it: all its logs go to the
 *  workspace, which keeps them as long as the stack says. */
import { DiagnosticSetting } from "@pulumi/azure-native/monitor/index.js";
import type { Workspace } from "@pulumi/azure-native/operationalinsights/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { known } from "../settings/known.ts";
import { SUBSCRIPTION_LOGS, watchedOf } from "./watched.ts";

export type DiagnosticsArgs = {
  readonly estate: Estate;
  readonly workspace: Workspace;
  /** What is watched exists before its setting; by the name under which it is listed. */
  readonly watched: ReadonlyMap<string, pulumi.Resource>;
};

const ALL_LOGS = [{ categoryGroup: "allLogs", enabled: true }];

/** Each kind of log gets a table of its own; the alternative is one table without columns. */
const OWN_TABLES = "Dedicated";

export class Diagnostics extends pulumi.ComponentResource {
  constructor(
    name: string,
    { estate, workspace, watched }: DiagnosticsArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:monitoring:Diagnostics", name, {}, opts);
    const to = { workspaceId: workspace.id, logAnalyticsDestinationType: OWN_TABLES };
    for (const { name: own, id } of watchedOf(estate))
      new DiagnosticSetting(
        `${name}-${own}`,
        { name: "to-workspace", resourceUri: id, logs: ALL_LOGS, ...to },
        { parent: this, dependsOn: [known(watched.get(own), `resource to watch as ${own}`)] },
      );
    new DiagnosticSetting(
      `${name}-subscription`,
      {
        // One subscription may hold several estates.
        name: `${estate.project}-${estate.config.stack}`,
        resourceUri: `/subscriptions/${estate.subscriptionId}`,
        logs: SUBSCRIPTION_LOGS.map((category) => ({ category, enabled: true })),
        workspaceId: workspace.id,
      },
      { parent: this },
    );
    this.registerOutputs();
  }
}
