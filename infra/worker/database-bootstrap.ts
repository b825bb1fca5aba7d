/** The job that prepares the database: tables, and a user for each identity that may enter. It
 *  runs inside the network as the one component that administers the database, and again
 *  whenever its image or the users change; an update whose run fails has failed. */
import { Job, type ManagedEnvironment } from "@pulumi/azure-native/app/index.js";
import * as pulumi from "@pulumi/pulumi";
import { DATABASE_ADMINISTRATOR } from "../../runtime/contract/blueprint/database-rights.ts";
import { identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import { JobRun } from "../deploy/shipped-code.ts";
import { containerJob } from "../settings/deployables.ts";
import { identityId, pairs, runsAs } from "../settings/in-azure.ts";
import { type Surroundings, wireFor } from "../settings/wire-component.ts";
import { wireSettings } from "../settings/wire-settings.ts";
import { CONSUMPTION } from "./environment-settings.ts";
import type { ImageReferences } from "./images.ts";
import { jobConfiguration, jobResources } from "./job-settings.ts";

const COMPONENT = DATABASE_ADMINISTRATOR;

export type DatabaseBootstrapArgs = Surroundings & {
  readonly environment: ManagedEnvironment;
  readonly images: ImageReferences;
  /** The database, its door and the membership that makes the job its administrator. */
  readonly after: readonly pulumi.Resource[];
};

export class DatabaseBootstrap extends pulumi.ComponentResource {
  /** Empty while the job has no code. Who uses the database waits for these. */
  readonly prepared: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #args: DatabaseBootstrapArgs;

  constructor(name: string, args: DatabaseBootstrapArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:worker:DatabaseBootstrap", name, {}, opts);
    this.#name = name;
    this.#args = args;
    const image = args.images.get(COMPONENT);
    this.prepared = image === undefined ? [] : [this.#run(image, this.#job(image))];
    this.registerOutputs();
  }

  #job(image: pulumi.Output<string>): Job {
    const { estate, environment, after } = this.#args;
    const { config, resourceGroupName } = estate;
    const { scale } = containerJob(COMPONENT);
    const runAs = identityId(estate, COMPONENT);
    const env = identitiesOf(COMPONENT, []).flatMap((identity) =>
      pairs(wireSettings(COMPONENT, wireFor(this.#args, identity))),
    );
    return new Job(
      `${this.#name}-${COMPONENT}`,
      {
        resourceGroupName,
        jobName: estate.jobName(COMPONENT),
        environmentId: environment.id,
        workloadProfileName: CONSUMPTION.name,
        location: config.location,
        tags: { ...config.tags, component: COMPONENT },
        identity: runsAs(runAs),
        configuration: jobConfiguration(scale, {
          server: estate.hosts.registry,
          identity: runAs,
        }),
        template: {
          containers: [{ name: COMPONENT, image, env, resources: jobResources(scale) }],
        },
      },
      { parent: this, dependsOn: [...after] },
    );
  }

  #run(image: pulumi.Output<string>, job: Job): JobRun {
    const { values } = this.#args;
    return new JobRun(
      `${this.#name}-run`,
      { jobId: job.id, triggers: { image, users: values.databaseUsers } },
      { parent: job, dependsOn: [job] },
    );
  }
}
