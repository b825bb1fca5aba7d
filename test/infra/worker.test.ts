/** The estate as it will be once every component has code: container apps, jobs and what ships
 *  them, through the program runner and the rules of the pack. The program runs once. */
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { FUNCTION_APPS } from "../../infra/settings/deployables.ts";
import { judgePack, type Verdict } from "../policies/whole-pack.ts";
import { must, RUN_MS_MAX, WHOLE } from "./ground-plans.ts";
import { UNKNOWN } from "./planned.ts";
import { planOnce } from "./planned-once/plan-once.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

let resources: readonly PlannedResource[] = [];
let verdicts: readonly Verdict[] = [];

beforeAll(async () => {
  const stack = { ...must(await readStack(ROOT, "prod")), main: WHOLE };
  ({ resources } = must(await planOnce(stack)));
  verdicts = await judgePack(resources, { settings: stack.policies });
}, RUN_MS_MAX);

function called(name: string): PlannedResource {
  const found = resources.filter((resource) => resource.name === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} ${name}`);
  return found[0];
}

const ofType = (type: string) => resources.filter((resource) => resource.type === type);
const namesIn = ({ dependencies }: PlannedResource): readonly string[] =>
  dependencies.map((urn) => urn.slice(urn.lastIndexOf("::") + 2));

const rule = (topicName: string, subscriptionName: string, identity: string) => ({
  type: "azure-servicebus",
  identity: expect.stringContaining(`-${identity}`),
  metadata: {
    namespace: expect.stringMatching(/^drover-sb-prod-\w+$/),
    topicName,
    subscriptionName,
    messageCount: "5",
  },
});

describe("container apps", () => {
  test("one for each identity: a worker has one for each worker id", () => {
    const names = ofType("azure-native:app:ContainerApp").map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      "apps-haymaker-worker",
      "apps-run-cards-ingest",
      "apps-run-cards-minutes",
      "apps-run-cards-score",
      "apps-worker-cloud",
      "apps-worker-exchange",
    ]);
  });

  test.each([
    ["worker-cloud", "worker-jobs", "worker-cloud", 0, 1],
    ["worker-exchange", "worker-jobs", "worker-exchange", 0, 1],
    ["haymaker-worker", "worker-jobs", "worker-haymaker", 0, 1],
    ["run-cards-ingest", "ingest", "consumer", 1, 10],
    ["run-cards-minutes", "minutes", "consumer", 1, 5],
    ["run-cards-score", "score", "consumer", 1, 15],
  ])(
    "M-120 (part), A-003, X-24: %s scales on %s/%s from %d to %d, counted by its identity",
    (identity, topic, subscription, min, max) => {
      expect(called(`apps-${identity}`).inputs["template"]).toMatchObject({
        scale: {
          minReplicas: min,
          maxReplicas: max,
          pollingInterval: 30,
          cooldownPeriod: 300,
          rules: [{ custom: rule(topic, subscription, identity) }],
        },
      });
    },
  );

  test("M-121, X-24: no app has a key, a secret or an ingress", () => {
    for (const { inputs } of ofType("azure-native:app:ContainerApp")) {
      expect(inputs["configuration"]).toEqual({
        activeRevisionsMode: "Single",
        registries: [
          {
            server: expect.stringMatching(/\.azurecr\.io$/),
            identity: expect.stringContaining("/userAssignedIdentities/"),
          },
        ],
      });
      expect(JSON.stringify(inputs)).not.toMatch(/SharedAccess|"auth"/);
    }
  });

  test("M-120 (part): what runs gets longer to end than it takes to drain", () => {
    for (const { inputs } of ofType("azure-native:app:ContainerApp"))
      expect(inputs["template"]).toMatchObject({ terminationGracePeriodSeconds: 600 });
  });

  test("M-126 (part): all live in the internal environment, on shared nodes", () => {
    const environment = called("workers-environment");
    expect(environment.inputs).toMatchObject({
      publicNetworkAccess: "Disabled",
      vnetConfiguration: { internal: true },
      zoneRedundant: true,
      appLogsConfiguration: { destination: "azure-monitor" },
    });
    for (const app of ofType("azure-native:app:ContainerApp")) {
      expect(app.propertyDependencies["environmentId"]).toEqual([environment.urn]);
      expect(app.inputs["workloadProfileName"]).toBe("Consumption");
    }
  });

  test("each starts after its rights and after the database is prepared", () => {
    const names = namesIn(called("apps-worker-cloud"));
    expect(names).toContain("bootstrap-run");
    expect(names.filter((name) => name.startsWith("rights-worker-cloud-")).length).toBe(8);
    expect(names.filter((name) => name.startsWith("rights-worker-exchange-"))).toEqual([]);
  });
});

describe("jobs", () => {
  test("the database's job runs once, in the network, as who administers the database", () => {
    const job = called("bootstrap-database-bootstrap");
    expect(job.inputs).toMatchObject({
      identity: { userAssignedIdentities: [expect.stringContaining("database-bootstrap")] },
      configuration: {
        triggerType: "Manual",
        replicaRetryLimit: 0,
        manualTriggerConfig: { parallelism: 1, replicaCompletionCount: 1 },
      },
    });
    expect(job.propertyDependencies["environmentId"]).toEqual([called("workers-environment").urn]);
    expect(namesIn(job)).toEqual(expect.arrayContaining(["database-runbooks", "database-dns"]));
    expect(JSON.stringify(job.inputs)).not.toMatch(/password/i);
  });

  test("it runs again when its image or the users change", () => {
    const run = called("bootstrap-run");
    expect(run.parent).toBe(called("bootstrap-database-bootstrap").urn);
    expect(run.inputs["triggers"]).toEqual({ image: UNKNOWN, users: UNKNOWN });
    expect(run.propertyDependencies["triggers"]).toEqual(
      expect.arrayContaining([called("images-drover-bootstrap").urn]),
    );
  });

  test("H-034 (part), H-035 (part), X-08 (part): agents copy a job with the seed's limits", () => {
    const { inputs } = called("agents-agent");
    expect(inputs).toMatchObject({
      resourceGroupName: expect.stringMatching(/^drover-rg-prod-agents-/),
      workloadProfileName: "agents",
      configuration: {
        triggerType: "Manual",
        replicaTimeout: 36_000,
        replicaRetryLimit: 0,
        secrets: [
          {
            name: "anthropic-api-key",
            keyVaultUrl: expect.stringMatching(/\/secrets\/anthropic-api-key$/),
            identity: expect.stringContaining("/userAssignedIdentities/"),
          },
        ],
      },
      template: { containers: [{ resources: { cpu: 2, memory: "64Gi" } }] },
    });
    expect(called("agents-environment").inputs).toMatchObject({
      workloadProfiles: [{ name: "Consumption" }, { name: "agents", workloadProfileType: "E16" }],
    });
  });
});

describe("who makes copies of the agents' job", () => {
  const template = ({ inputs }: PlannedResource): string => JSON.stringify(inputs["template"]);

  test("X-08 (part): is told its name, and may attach the identity that it runs as", () => {
    const { jobName, identity } = called("agents-agent").inputs;
    const told = { name: "DROVER_AGENT_JOB", value: jobName };
    expect(template(called("apps-haymaker-worker"))).toContain(JSON.stringify(told));
    const right = called("rights-haymaker-worker-managed-identity-operator-identities-agent");
    expect(identity).toEqual({
      type: "UserAssigned",
      userAssignedIdentities: [right.inputs["scope"]],
    });
  });
});

describe("code", () => {
  test("an image is built once, whoever runs it, and inside a network that is closed", () => {
    const images = ofType("drover-code:index:Image");
    expect(images.map(({ name }) => name).toSorted()).toEqual([
      "images-drover-bootstrap",
      "images-drover-run-cards",
      "images-drover-worker",
      "images-haymaker-agent",
    ]);
    for (const { inputs } of images) expect(inputs["agentPoolName"]).toBe("builds");
  });

  test("a package is published after its app's endpoint, and passwords are off by then", () => {
    for (const component of FUNCTION_APPS) {
      const code = called(`functions-${component}-code`);
      expect(code.parent).toBe(called(`functions-${component}`).urn);
      expect(namesIn(code)).toEqual(
        expect.arrayContaining([
          `functions-${component}-dns`,
          `functions-${component}-no-ftp`,
          `functions-${component}-no-passwords`,
        ]),
      );
    }
  });

  test("C-027 (part), X-42: containers of the scaler have a group of their own", () => {
    expect(called("scaled-group").inputs["resourceGroupName"]).toMatch(/^drover-rg-prod-scaled-/);
    const right = called("rights-scaler-azure-container-instances-contributor-role-groups-scaled");
    expect(right.inputs["scope"]).toMatch(/\/resourceGroups\/drover-rg-prod-scaled-\w+$/);
    expect(right.dependencies).toContain(called("scaled-group").urn);
  });
});

test("no rule refuses what will run", () => {
  expect(verdicts.filter(({ outcome }) => outcome === "violation")).toEqual([]);
});
