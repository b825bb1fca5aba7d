/** One workspace for all logs, and in it a place for the telemetry of each component with code. */
import { Component } from "@pulumi/azure-native/applicationinsights/index.js";
import { Workspace } from "@pulumi/azure-native/operationalinsights/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import { componentsWithTelemetry, INSIGHTS, workspaceSettings } from "./observability-settings.ts";

export type ObservabilityArgs = { readonly estate: Estate; readonly after: pulumi.Resource };

export class Observability extends pulumi.ComponentResource {
  readonly workspace: Workspace;
  readonly insights: ReadonlyMap<ComponentName, Component>;
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;

  constructor(
    name: string,
    { estate, after }: ObservabilityArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:observability:Observability", name, {}, opts);
    const { place, config, workspaceName } = estate;
    const workspace = new Workspace(
      `${name}-workspace`,
      { ...place, workspaceName, ...workspaceSettings(config) },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
    this.workspace = workspace;
    this.insights = new Map(
      componentsWithTelemetry(estate.ships).map((component) => [
        component,
        new Component(
          `${name}-${component}`,
          {
            ...place,
            ...INSIGHTS,
            resourceName: estate.insightsName(component),
            workspaceResourceId: workspace.id,
          },
          { parent: this },
        ),
      ]),
    );
    this.places = new Map(
      [...this.insights].map(([component, insights]) => [
        placeKey({ kind: "telemetry", component }),
        insights,
      ]),
    );
    this.registerOutputs();
  }
}
