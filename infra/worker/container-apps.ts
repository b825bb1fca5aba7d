/** A container app for each identity of the blueprint's container apps: a worker has one for each
 *  worker id. An app cannot exist without an image, so a component without code has none yet. */
import {
  ContainerApp,
  type ContainerAppArgs,
  type ManagedEnvironment,
} from "@pulumi/azure-native/app/index.js";
import * as pulumi from "@pulumi/pulumi";
import { type Identity, identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import { asGiven } from "../settings/as-given.ts";
import { CONTAINER_APPS, containerApp, type NameOf } from "../settings/deployables.ts";
import { identityId, pairs, runsAs } from "../settings/in-azure.ts";
import { type Surroundings, wireFor } from "../settings/wire-component.ts";
import { wireSettings } from "../settings/wire-settings.ts";
import {
  appConfiguration,
  containerSettings,
  scaleSettings,
  templateSettings,
} from "./app-settings.ts";
import { CONSUMPTION } from "./environment-settings.ts";
import type { ImageReferences } from "./images.ts";

export type ContainerAppsArgs = Surroundings & {
  readonly environment: ManagedEnvironment;
  readonly images: ImageReferences;
  /** Rights and endpoints: an app that starts before them fails its first start. */
  readonly after: (identity: string) => readonly pulumi.Resource[];
};

export class ContainerApps extends pulumi.ComponentResource {
  readonly #name: string;
  readonly #args: ContainerAppsArgs;

  constructor(name: string, args: ContainerAppsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:worker:ContainerApps", name, {}, opts);
    this.#name = name;
    this.#args = args;
    for (const component of CONTAINER_APPS) {
      const image = args.images.get(component);
      if (image !== undefined)
        for (const identity of identitiesOf(component, args.estate.config.workers))
          this.#app(component, identity, image);
    }
    this.registerOutputs();
  }

  #app(component: NameOf<"container-app">, identity: Identity, image: pulumi.Output<string>): void {
    const { estate, environment, after } = this.#args;
    const { config, resourceGroupName, namespaceName } = estate;
    const { scale } = containerApp(component);
    const runAs = identityId(estate, identity.name);
    const env = pairs(wireSettings(component, wireFor(this.#args, identity)));
    const template = {
      ...templateSettings,
      containers: [{ name: component, image, env, ...containerSettings }],
      scale: scaleSettings({
        scale,
        workerId: identity.workerId,
        namespaceName,
        identityId: runAs,
      }),
    };
    new ContainerApp(
      `${this.#name}-${identity.name}`,
      {
        resourceGroupName,
        containerAppName: estate.containerAppName(identity.name),
        environmentId: environment.id,
        workloadProfileName: CONSUMPTION.name,
        location: config.location,
        tags: { ...config.tags, component },
        identity: runsAs(runAs),
        configuration: appConfiguration({ server: estate.hosts.registry, identity: runAs }),
      },
      {
        parent: this,
        dependsOn: [...after(identity.name)],
        transformations: [asGiven<ContainerAppArgs>("azure-native:app:ContainerApp", { template })],
      },
    );
  }
}
