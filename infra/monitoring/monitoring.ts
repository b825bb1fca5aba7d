/** All that watches the estate: diagnostics, alerts, the budget and the workbook. */
import { createHash } from "node:crypto";
import { Workbook } from "@pulumi/azure-native/applicationinsights/index.js";
import type { Workspace } from "@pulumi/azure-native/operationalinsights/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { Alerts } from "./alerts.ts";
import { Diagnostics } from "./diagnostics.ts";
import { watchSpending } from "./spending.ts";
import { workbookContent } from "./workbook-content.ts";

export type MonitoringArgs = {
  readonly estate: Estate;
  readonly workspace: Workspace;
  /** Everything that is watched, by the name under which watched.ts lists it. */
  readonly watched: ReadonlyMap<string, pulumi.Resource>;
  /** Resource groups of their own. */
  readonly groups: readonly pulumi.Resource[];
};

/** Azure wants a GUID for the name of a workbook; the same estate always gets the same. */
function guidOf(text: string): string {
  const digits = createHash("sha256").update(text).digest("hex");
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digits.slice(from, to));
  return `${a}-${b}-5${c}-8${d}-${e}`;
}

export class Monitoring extends pulumi.ComponentResource {
  constructor(name: string, args: MonitoringArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:monitoring:Monitoring", name, {}, opts);
    const { estate, workspace } = args;
    new Diagnostics(`${name}-logs`, args, { parent: this });
    const alerts = new Alerts(`${name}-alerts`, args, { parent: this });
    watchSpending(name, estate, { parent: this, people: alerts.people.id });
    new Workbook(
      `${name}-workbook`,
      {
        ...estate.place,
        resourceName: guidOf(`${estate.subscriptionId}/${estate.resourceGroupName}/workbook`),
        kind: "shared",
        category: "workbook",
        displayName: `${estate.project} ${estate.config.stack}`,
        description: "What the estate does, did, uses and costs.",
        sourceId: workspace.id,
        serializedData: workbookContent(),
      },
      { parent: this },
    );
    this.registerOutputs();
  }
}
