/** A server on loopback that answers as Azure documents for what deploys code: one-deploy, builds
 *  in a registry, runs of jobs. It keeps what it was sent, and fails where a test tells it to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Reply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** In place of the next answers to requests whose path holds `on`. */
export type Fault = { readonly on: string; readonly reply: Reply | "hang up" };

type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly query: URLSearchParams;
  readonly body: Buffer;
};

export type AzureStandIn = {
  readonly address: string;
  readonly requests: readonly Request[];
  readonly faults: Fault[];
  /** What each deployment, build and execution goes through; the last state stays. */
  readonly script: {
    deployment: readonly number[];
    functions: readonly (readonly string[])[];
    run: readonly string[];
    execution: readonly string[];
    pushes: boolean;
  };
  readonly stop: () => Promise<void>;
};

export const TOKEN = "token-of-who-deploys";
export const DIGEST = `sha256:${"5".repeat(64)}`;
const KEY = "?sig=key-of-this-upload";

const answer = (response: ServerResponse, { status, body, headers = {} }: Reply): void => {
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  response.writeHead(status, headers).end(text);
};

const next = <State>(states: readonly State[], asked: number): State =>
  states[Math.min(asked, states.length - 1)] as State;

/** Requests that carry a key in their address must not carry a token, and the reverse. */
function refused({ path, headers, query }: Request): Reply | null {
  const token = headers.authorization;
  if (path.startsWith("/blobs/")) {
    if (query.get("sig") === null) return { status: 403, body: "AuthenticationFailed" };
    return token === undefined ? null : { status: 400, body: "two kinds of authorization" };
  }
  return token === `Bearer ${TOKEN}`
    ? null
    : { status: 401, body: { error: { code: "InvalidAuthenticationToken" } } };
}

type Memory = {
  readonly counts: Map<string, number>;
  readonly contexts: Set<string>;
  /** What each build in the registry was told to push, by the id of its run. */
  readonly builds: Map<string, string>;
};

/** The how-manieth question this is, from 0. */
const asked = ({ counts }: Memory, what: string): number => {
  const before = counts.get(what) ?? 0;
  counts.set(what, before + 1);
  return before;
};

function oneDeploy(azure: AzureStandIn, memory: Memory, request: Request): Reply | null {
  const { path, headers, query } = request;
  if (path === "/api/publish") {
    if (headers["content-type"] !== "application/zip") return { status: 415 };
    if (query.get("RemoteBuild") !== "false") return { status: 400, body: "RemoteBuild" };
    return { status: 202, body: JSON.stringify("deployment-1") };
  }
  if (path === "/api/deployments/deployment-1") {
    const at = asked(memory, "deployment");
    // Not known to every host at once.
    if (at === 0) return { status: 404 };
    const status = next(azure.script.deployment, at - 1);
    return { status: 200, body: { id: "deployment-1", status, complete: status >= 3 } };
  }
  if (path === "/api/deployments/deployment-1/log") {
    return { status: 200, body: [{ message: "Unzipping." }, { message: "No space left." }] };
  }
  if (!path.endsWith("/functions")) return null;
  const names = next(azure.script.functions, asked(memory, "functions"));
  return { status: 200, body: { value: names.map((name) => ({ name })) } };
}

/** `drover-worker` of `drover-worker:c-1`. */
const repositoryOf = (imageName: string): string => imageName.split(":")[0] ?? "";

function built(azure: AzureStandIn, memory: Memory, { method, path, body }: Request): Reply | null {
  if (path.endsWith("/scheduleRun")) {
    const run = JSON.parse(body.toString("utf8"));
    if (!memory.contexts.has(run.sourceLocation)) return { status: 400, body: "no such source" };
    const runId = `cf${memory.builds.size + 1}`;
    memory.builds.set(runId, repositoryOf(run.imageNames[0]));
    return { status: 200, body: { properties: { runId, status: "Queued" } } };
  }
  const runId = /\/runs\/(\w+)$/.exec(path)?.[1] ?? "";
  const repository = memory.builds.get(runId);
  if (method !== "GET" || repository === undefined) return null;
  const status = next(azure.script.run, asked(memory, "run"));
  const image = { registry: "r.azurecr.io", repository, digest: DIGEST };
  const outputImages = status === "Succeeded" && azure.script.pushes ? [image] : [];
  return { status: 200, body: { properties: { runId, status, outputImages } } };
}

function registry(azure: AzureStandIn, memory: Memory, request: Request): Reply | null {
  const { path, headers } = request;
  if (path.endsWith("/listBuildSourceUploadUrl")) {
    const uploadUrl = `${azure.address}/blobs/source.tar.gz${KEY}`;
    return { status: 200, body: { uploadUrl, relativePath: "tasks/source.tar.gz" } };
  }
  if (path === "/blobs/source.tar.gz") {
    if (headers["x-ms-blob-type"] !== "BlockBlob") return { status: 400, body: "x-ms-blob-type" };
    memory.contexts.add("tasks/source.tar.gz");
    return { status: 201 };
  }
  if (path === "/blobs/log.txt") return { status: 200, body: "Step 1/6\nmanifest unknown\n" };
  if (path.endsWith("/listLogSasUrl")) {
    return { status: 200, body: { logLink: `${azure.address}/blobs/log.txt${KEY}` } };
  }
  return built(azure, memory, request);
}

function jobs(azure: AzureStandIn, memory: Memory, { path }: Request): Reply | null {
  if (path.endsWith("/start")) return { status: 202, body: { name: "bootstrap-x1", id: path } };
  if (!path.endsWith("/executions/bootstrap-x1")) return null;
  const status = next(azure.script.execution, asked(memory, "execution"));
  return { status: 200, body: { properties: { status } } };
}

function respond(azure: AzureStandIn, memory: Memory, request: Request): Reply | "hang up" {
  const at = azure.faults.findIndex(({ on }) => request.path.includes(on));
  const [fault] = at < 0 ? [] : azure.faults.splice(at, 1);
  if (fault !== undefined) return fault.reply;
  return (
    refused(request) ??
    oneDeploy(azure, memory, request) ??
    registry(azure, memory, request) ??
    jobs(azure, memory, request) ?? { status: 404, body: "ResourceNotFound" }
  );
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

export async function startAzure(): Promise<AzureStandIn> {
  const memory: Memory = { counts: new Map(), contexts: new Set(), builds: new Map() };
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://azure");
    const { method = "", headers } = incoming;
    const path = url.pathname;
    const body = await buffer(incoming);
    const request = { method, path, headers, query: url.searchParams, body };
    requests.push(request);
    const reply = respond(azure, memory, request);
    if (reply === "hang up") incoming.socket.destroy();
    else answer(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const azure: AzureStandIn = {
    address: `http://127.0.0.1:${port}`,
    requests,
    faults: [],
    script: {
      deployment: [1, 2, 4],
      functions: [[], ["tick"]],
      run: ["Queued", "Running", "Succeeded"],
      execution: ["Processing", "Running", "Succeeded"],
      pushes: true,
    },
    stop: () => stop(server),
  };
  return azure;
}
