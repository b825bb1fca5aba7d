import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import structs, { type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb.js";
import { artifactsFor } from "../../infra/bundle/artifacts.ts";
import { REPOSITORY_ROOT } from "../../infra/bundle/make-artifact.ts";
import { runProgram } from "../../infra/preview/program.ts";
import { type AzureStandIn, DIGEST, startAzure } from "./deploy-azure.ts";

const RUN_MS_MAX = 240_000;
const BASE = `host.example/node/base@sha256:${"a".repeat(64)}`;
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

type Values = Record<string, JavaScriptValue>;
type Client = InstanceType<typeof services.ResourceProviderClient>;

let azure: AzureStandIn;
let plugin: ChildProcess;
let client: Client;
let image: Values;

/** Starts a plugin as Pulumi's language host does. */
async function start(folder: string, env: Readonly<Record<string, string>>) {
  const runner = at("../../node_modules/@pulumi/pulumi/cmd/run-plugin/index.js");
  const child = spawn(process.execPath, [runner, at(folder)], {
    cwd: at("../../infra"),
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const [port] = await once(createInterface({ input: child.stdout }), "line");
  const address = `127.0.0.1:${port}`;
  const connected = new services.ResourceProviderClient(address, credentials.createInsecure());
  return { child, connected };
}

beforeAll(async () => {
  azure = await startAzure();
  const started = await start("./deploy-plugin", { DROVER_AZURE_STAND_IN: azure.address });
  plugin = started.child;
  client = started.connected;
  const artifact = (await artifactsFor({ baseImage: BASE, secretsSet: [] })).get(
    "database-bootstrap",
  );
  if (artifact?.kind !== "image") throw new Error("the bootstrap has no image");
  const { kind: _, ...content } = artifact;
  const registryId = "/subscriptions/s/resourceGroups/g/providers/p/registries/r";
  image = { ...content, registryId, loginServer: "r.azurecr.io", baseImage: BASE };
}, RUN_MS_MAX);

afterAll(async () => {
  client.close();
  plugin.kill();
  await azure.stop();
});

const struct = (values: Values) => structs.Struct.fromJavaScript(values);
const urn = (type: string): string => `urn:pulumi:test::drover::drover:worker:Images$${type}::it`;

type Done<Answer> = (error: ServiceError | null, answer: Answer) => void;

const call = <Answer>(act: (done: Done<Answer>) => void): Promise<Answer> =>
  new Promise((resolve, reject) =>
    act((error, answer) => (error === null ? resolve(answer) : reject(error))),
  );

function create(type: string, inputs: Values) {
  const request = new messages.CreateRequest();
  request.setUrn(urn(type));
  request.setProperties(struct(inputs));
  return call<InstanceType<typeof messages.CreateResponse>>((done) => client.create(request, done));
}

function diff(type: string, before: Values, after: Values, to = client) {
  const request = new messages.DiffRequest();
  request.setUrn(urn(type));
  request.setId("it");
  request.setOlds(struct(before));
  request.setNews(struct(after));
  return call<InstanceType<typeof messages.DiffResponse>>((done) => to.diff(request, done));
}

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
const JOB = { jobId: "/subscriptions/s/resourceGroups/g/providers/p/jobs/j", triggers: {} };

describe("our provider, in its own process", () => {
  test(
    "builds the planned image and gives it out by its digest",
    async () => {
      const made = await create("drover-code:index:Image", image);
      const outputs = made.getProperties()?.toJavaScript();
      expect(outputs?.["reference"]).toBe(`r.azurecr.io/drover-bootstrap@${DIGEST}`);
      expect(outputs?.["hash"]).toBe(image["hash"]);
      expect(azure.requests.some(({ method }) => method === "PUT")).toBe(true);
    },
    RUN_MS_MAX,
  );

  test(
    "sends nothing when the code is no longer what was planned",
    async () => {
      const before = azure.requests.length;
      const other = create("drover-code:index:Image", { ...image, hash: "0".repeat(64) });
      await expect(other).rejects.toThrow("changed since it was planned");
      expect(azure.requests).toHaveLength(before);
    },
    RUN_MS_MAX,
  );

  test(
    "runs a job to its end, and a failed run fails the resource with its reason",
    async () => {
      expect((await create("drover-code:index:JobRun", JOB)).getId()).toBe("it");
      azure.script.execution = ["Failed"];
      await expect(create("drover-code:index:JobRun", JOB)).rejects.toThrow("ended as Failed");
    },
    RUN_MS_MAX,
  );

  test(
    "sees a change in the hash, the base and the place, and in nothing it put out itself",
    async () => {
      const state = { ...image, reference: "r.azurecr.io/drover-bootstrap@old" };
      const changes = async (after: Values) =>
        (await diff("drover-code:index:Image", state, after)).getChanges();
      expect(await changes(image)).toBe(DIFF_NONE);
      for (const name of ["hash", "baseImage", "registryId", "tag"]) {
        expect(await changes({ ...image, [name]: "other" })).toBe(DIFF_SOME);
      }
      expect(await changes({ ...image, agentPoolName: "inside" })).toBe(DIFF_SOME);
    },
    RUN_MS_MAX,
  );

  test(
    "never replaces: code stays where it is until newer code is there",
    async () => {
      const answer = await diff("drover-code:index:JobRun", JOB, {
        ...JOB,
        triggers: { image: "new" },
      });
      expect(answer.getChanges()).toBe(DIFF_SOME);
      expect(answer.getReplacesList()).toEqual([]);
    },
    RUN_MS_MAX,
  );

  test(
    "refuses inputs that are no ids of Azure, before it asks anybody",
    async () => {
      const before = azure.requests.length;
      const elsewhere = { ...JOB, jobId: "https://elsewhere.example/" };
      await expect(create("drover-code:index:JobRun", elsewhere)).rejects.toThrow("jobId");
      await expect(create("drover-code:index:Nothing", JOB)).rejects.toThrow("no resource of type");
      expect(azure.requests).toHaveLength(before);
    },
    RUN_MS_MAX,
  );
});

test(
  "a plan shows code by its hash, and what is built from it as not known yet",
  async () => {
    const run = await runProgram({
      root: REPOSITORY_ROOT,
      name: "test",
      project: "drover",
      main: at("./deploy-program.ts"),
      config: {},
      secretKeys: [],
      policies: {},
    });
    if (!run.ok) throw new Error(run.error);
    const planned = (type: string) => run.value.resources.find((each) => each.type === type);
    expect(planned("drover-code:index:Image")).toMatchObject({
      custom: true,
      inputs: { hash: image["hash"], tag: image["tag"], baseImage: BASE },
    });
    expect(JSON.stringify(run.value.resources)).not.toContain(REPOSITORY_ROOT);
    const job = planned("drover-code:index:JobRun");
    expect(job?.inputs["triggers"]).toEqual({ image: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
    expect(job?.propertyDependencies["triggers"]).toEqual([
      planned("drover-code:index:Image")?.urn,
    ]);
    expect(planned("drover-code:index:Package")?.inputs).toMatchObject({ hash: "0".repeat(64) });
  },
  RUN_MS_MAX,
);

test(
  "the provider that Pulumi.yaml names starts without anybody signed in",
  async () => {
    const project = await readFile(at("../../Pulumi.yaml"), "utf8");
    const folder = /name: drover-code\n\s+path: (\S+)/.exec(project)?.[1] ?? "";
    const { child, connected } = await start(`../../${folder}`, {});
    try {
      const after = { ...JOB, triggers: { image: "new" } };
      const answer = await diff("drover-code:index:JobRun", JOB, after, connected);
      expect(answer.getChanges()).toBe(DIFF_SOME);
    } finally {
      connected.close();
      child.kill();
    }
  },
  RUN_MS_MAX,
);

test("no provider is called as the project is: it would be handed the stack's config", async () => {
  const project = await readFile(at("../../Pulumi.yaml"), "utf8");
  const [own, ...providers] = [...project.matchAll(/\bname: (\S+)/g)]
    .map(([, name]) => name)
    .filter((name) => name !== "nodejs");
  expect(providers).toEqual(["drover-code"]);
  expect(providers).not.toContain(own);
});
