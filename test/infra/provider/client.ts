/** Starts an installed stand-in as Pulumi would, and talks to it over its protocol. For tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages, {
  type CheckResponse,
  type CreateResponse,
  type DiffResponse,
  type InvokeResponse,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import type { JsonObject } from "../../../infra/preview/planned-resource.ts";
import { call } from "../../../infra/preview/policy-pack.ts";
import { fromStruct, toStruct } from "../../../infra/preview/struct.ts";
import { type Cloud, openCloud } from "./cloud.ts";
import { installStandIns, standInFolder } from "./install.ts";
import type { PackageName } from "./packages.ts";

export type Made = { readonly id: string; readonly outputs: JsonObject };

export type Provider = {
  readonly cloud: Cloud;
  readonly check: (urn: string, inputs: JsonObject) => Promise<JsonObject>;
  readonly create: (urn: string, inputs: JsonObject, preview?: boolean) => Promise<Made>;
  readonly read: (id: string, urn: string) => Promise<Made & { readonly inputs: JsonObject }>;
  readonly diff: (urn: string, before: JsonObject, after: JsonObject) => Promise<DiffResponse>;
  readonly update: (id: string, urn: string, inputs: JsonObject) => Promise<JsonObject>;
  readonly remove: (id: string, urn: string) => Promise<void>;
  readonly invoke: (token: string) => Promise<JsonObject>;
};

type Client = InstanceType<typeof services.ResourceProviderClient>;

function speak(client: Client, cloud: Cloud): Provider {
  return {
    cloud,
    check: async (urn, inputs) => {
      const request = new messages.CheckRequest().setUrn(urn).setNews(toStruct(inputs));
      const response = await call<CheckResponse>((done) => client.check(request, done));
      return fromStruct(response.getInputs());
    },
    create: async (urn, inputs, preview = false) => {
      const request = new messages.CreateRequest().setUrn(urn).setPreview(preview);
      request.setProperties(toStruct(inputs));
      const response = await call<CreateResponse>((done) => client.create(request, done));
      return { id: response.getId(), outputs: fromStruct(response.getProperties()) };
    },
    read: async (id, urn) => {
      const request = new messages.ReadRequest().setId(id).setUrn(urn);
      const response = await call<ReadResponse>((done) => client.read(request, done));
      const outputs = fromStruct(response.getProperties());
      return { id: response.getId(), outputs, inputs: fromStruct(response.getInputs()) };
    },
    diff: (urn, before, after) => {
      const request = new messages.DiffRequest().setUrn(urn).setNews(toStruct(after));
      request.setOldInputs(toStruct(before));
      return call<DiffResponse>((done) => client.diff(request, done));
    },
    update: async (id, urn, inputs) => {
      const request = new messages.UpdateRequest().setId(id).setUrn(urn).setNews(toStruct(inputs));
      const response = await call<UpdateResponse>((done) => client.update(request, done));
      return fromStruct(response.getProperties());
    },
    remove: async (id, urn) => {
      const request = new messages.DeleteRequest().setId(id).setUrn(urn);
      await call((done) => client.delete(request, done));
    },
    invoke: async (token) => {
      const request = new messages.InvokeRequest().setTok(token);
      const response = await call<InvokeResponse>((done) => client.invoke(request, done));
      return fromStruct(response.getReturn());
    },
  };
}

/** The first line that a provider prints is its port. */
const portOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the stand-in ended")));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once("line", resolve);
  });

export async function withProvider(
  name: PackageName,
  work: (provider: Provider) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-stand-in-"));
  const cloud = path.join(folder, "cloud");
  await installStandIns(folder, cloud);
  const child = spawn(
    path.join(standInFolder(folder, name), `pulumi-resource-${name}`),
    ["127.0.0.1:1"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ended = once(child, "exit");
  try {
    const address = `127.0.0.1:${await portOf(child)}`;
    const client = new services.ResourceProviderClient(address, credentials.createInsecure());
    try {
      await work(speak(client, openCloud(cloud)));
    } finally {
      client.close();
    }
  } finally {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
