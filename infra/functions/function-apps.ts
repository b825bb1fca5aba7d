/** A function app with its plan, its door and its code for each one of the blueprint that has code.
 *  An app without code would be an empty site with a name, a door and rights, so there is none.
 *  One plan each, because the plan takes no second app. */
import {
  AppServicePlan,
  WebApp,
  type WebAppArgs,
  WebAppFtpAllowed,
  WebAppScmAllowed,
} from "@pulumi/azure-native/web/index.js";
import * as pulumi from "@pulumi/pulumi";
import { identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import type { CodeArtifacts } from "../bundle/artifact-shape.ts";
import { PublishedPackage } from "../deploy/shipped-code.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import { subnetOf } from "../network/subnets.ts";
import { asGiven } from "../settings/as-given.ts";
import { FUNCTION_APPS, functionApp, type NameOf } from "../settings/deployables.ts";
import { identityId, pairs, runsAs } from "../settings/in-azure.ts";
import { type Surroundings, wireFor } from "../settings/wire-component.ts";
import { wireSettings } from "../settings/wire-settings.ts";
import { appConfig, planSettings, servesHttp, siteAccess } from "./site-settings.ts";

export type FunctionAppName = NameOf<"function-app">;

export type FunctionAppsArgs = Surroundings & {
  readonly artifacts: CodeArtifacts;
  readonly network: Network;
  readonly group: pulumi.Resource;
  /** Rights, storage and endpoints: an app that starts before them fails its first start. */
  readonly after: (identity: string) => readonly pulumi.Resource[];
};

export class FunctionApps extends pulumi.ComponentResource {
  readonly sites: ReadonlyMap<FunctionAppName, WebApp>;
  readonly #name: string;
  readonly #args: FunctionAppsArgs;

  constructor(name: string, args: FunctionAppsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:functions:FunctionApps", name, {}, opts);
    this.#name = name;
    this.#args = args;
    this.sites = new Map(
      FUNCTION_APPS.filter((component) => args.estate.ships.has(component)).map(
        (component) => [component, this.#site(component)] as const,
      ),
    );
    this.registerOutputs();
  }

  #plan(component: FunctionAppName): AppServicePlan {
    const { estate, group } = this.#args;
    const { config, resourceGroupName } = estate;
    return new AppServicePlan(
      `${this.#name}-${component}-plan`,
      {
        resourceGroupName,
        name: estate.planName(component),
        ...planSettings(config.network),
        location: config.location,
        tags: { ...config.tags, component },
      },
      { parent: this, dependsOn: [group] },
    );
  }

  #site(component: FunctionAppName): WebApp {
    const { estate, after, network } = this.#args;
    const { config, resourceGroupName } = estate;
    const declared = functionApp(component);
    const access = siteAccess(config, servesHttp(declared));
    const runAs = identityId(estate, component);
    const appSettings = this.#settings(component);
    const subnet = network.subnets.get(subnetOf(component));
    const site = new WebApp(
      `${this.#name}-${component}`,
      {
        resourceGroupName,
        name: estate.functionAppName(component),
        kind: "functionapp,linux",
        location: config.location,
        tags: { ...config.tags, component },
        serverFarmId: this.#plan(component).id,
        identity: runsAs(runAs),
        keyVaultReferenceIdentity: runAs,
        httpsOnly: true,
        clientAffinityEnabled: false,
        publicNetworkAccess: access.publicNetworkAccess,
        ...(subnet === undefined ? {} : { virtualNetworkSubnetId: subnet }),
        functionAppConfig: appConfig({
          scale: declared.scale,
          servesHttp: servesHttp(declared),
          packageUrl: `${estate.hosts.blobUrl(component)}app-package`,
          identityId: runAs,
        }),
      },
      {
        parent: this,
        dependsOn: [...after(component)],
        transformations: [
          asGiven<WebAppArgs>("azure-native:web:WebApp", {
            siteConfig: { ...access.siteConfig, appSettings },
          }),
        ],
      },
    );
    const passwords = this.#refusePasswords(component, site);
    const door = privateEndpoint(`${this.#name}-${component}`, {
      estate,
      network,
      service: "sites",
      target: site,
    });
    this.#publish(component, site, door === null ? passwords : [...passwords, door]);
    return site;
  }

  /** All in the app itself: a second resource would replace the collection as a whole. */
  #settings(component: FunctionAppName) {
    return identitiesOf(component, []).flatMap((identity) =>
      pairs(wireSettings(component, wireFor(this.#args, identity))),
    );
  }

  #refusePasswords(component: FunctionAppName, site: WebApp): readonly pulumi.Resource[] {
    const { estate } = this.#args;
    const { resourceGroupName } = estate;
    const args = { resourceGroupName, name: estate.functionAppName(component), allow: false };
    const name = `${this.#name}-${component}`;
    const opts = { parent: site, dependsOn: [site] };
    return [
      new WebAppFtpAllowed(`${name}-no-ftp`, args, opts),
      new WebAppScmAllowed(`${name}-no-passwords`, args, opts),
    ];
  }

  /** Code goes in through the door that the deployment uses: where that is private, it must be
   *  open and known by name first. */
  #publish(component: FunctionAppName, site: WebApp, after: readonly pulumi.Resource[]): void {
    const artifact = this.#args.artifacts.get(component);
    if (artifact?.kind !== "package") throw new Error(`${component} ships no package`);
    new PublishedPackage(
      `${this.#name}-${component}-code`,
      { artifact, siteId: site.id, scmHost: this.#args.estate.hosts.scm(component) },
      { parent: site, dependsOn: [site, ...after] },
    );
  }
}
