import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Wire } from "../../infra/deploy/ask.ts";
import { runJob } from "../../infra/deploy/job-run.ts";
import { publishPackage } from "../../infra/deploy/one-deploy.ts";
import { buildImage } from "../../infra/deploy/registry-build.ts";
import { type AzureStandIn, DIGEST, startAzure, TOKEN } from "./deploy-azure.ts";

const SITE = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/app";
const REGISTRY =
  "/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerRegistry/registries/r";
const JOB = "/subscriptions/s/resourceGroups/g/providers/Microsoft.App/jobs/bootstrap";

let azure: AzureStandIn;
let pauses: number[];
let token: () => Promise<string>;

/** Time that passes only while somebody waits. */
function wire(): Wire {
  let nowMs = Date.parse("2026-11-16T12:00:00Z");
  return {
    request: fetch,
    token: () => token(),
    nowMs: () => nowMs,
    pauseMs: async (ms) => {
      pauses.push(ms);
      nowMs += ms;
    },
  };
}

beforeEach(async () => {
  azure = await startAzure();
  pauses = [];
  token = async () => TOKEN;
});
afterEach(() => azure.stop());

const paths = (): readonly string[] =>
  azure.requests.map(({ method, path }) => `${method} ${path}`);

const publish = () =>
  publishPackage(wire(), {
    component: "scheduler",
    archive: Buffer.from("PK zip"),
    scm: azure.address,
    site: `${azure.address}${SITE}`,
  });

const build = (agentPoolName: string | null = null) =>
  buildImage(wire(), {
    repository: "drover-bootstrap",
    tag: "c-1",
    dockerfile: "docker/bootstrap/Dockerfile",
    context: Buffer.from("context"),
    registry: `${azure.address}${REGISTRY}`,
    agentPoolName,
  });

const run = () => runJob(wire(), `${azure.address}${JOB}`);

const failed = async (attempt: Promise<unknown>) => {
  const result = (await attempt) as { ok: boolean; error?: { kind: string; message: string } };
  expect(result.ok).toBe(false);
  return result.error ?? { kind: "", message: "" };
};

describe("publishing a package", () => {
  test("ends when the app lists a function, not when the upload does", async () => {
    expect(await publish()).toEqual({ ok: true, value: null });
    const sent = azure.requests.find(({ path }) => path === "/api/publish");
    expect(sent?.body.toString()).toBe("PK zip");
    expect(paths().filter((path) => path.includes("deployments"))).toHaveLength(4);
    expect(paths().filter((path) => path.endsWith("/functions"))).toHaveLength(2);
  });

  test("obeys Retry-After in seconds and as a date", async () => {
    const busy = (after: string) => ({ status: 429, headers: { "retry-after": after } });
    azure.faults.push({ on: "/api/publish", reply: busy("17") });
    azure.faults.push({ on: "/api/publish", reply: busy("Mon, 16 Nov 2026 12:01:17 GMT") });
    expect((await publish()).ok).toBe(true);
    expect(pauses.slice(0, 2)).toEqual([17_000, 60_000]);
  });

  test("does not wait for hours because a service says so", async () => {
    const reply = { status: 503, headers: { "retry-after": "86400" } };
    azure.faults.push({ on: "/api/publish", reply });
    expect((await publish()).ok).toBe(true);
    expect(pauses[0]).toBe(300_000);
  });

  test("outlasts lost connections, waiting twice as long each time", async () => {
    for (let at = 0; at < 3; at += 1) azure.faults.push({ on: "publish", reply: "hang up" });
    expect((await publish()).ok).toBe(true);
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  });

  test("gives up on a service that stays busy, and says what it answered", async () => {
    for (let at = 0; at < 8; at += 1) azure.faults.push({ on: "publish", reply: { status: 503 } });
    const { kind, message } = await failed(publish());
    expect(kind).toBe("unavailable");
    expect(message).toContain("publishing the code of scheduler");
    expect(message).toContain("the last of 8 answers was 503");
  });

  test("waits for another deployment to end, and for an app that is not known yet", async () => {
    azure.faults.push({ on: "publish", reply: { status: 409, body: "in progress" } });
    azure.faults.push({ on: "publish", reply: { status: 404 } });
    expect((await publish()).ok).toBe(true);
  });

  test.each([
    [3, "it failed"],
    [-1, "it was cancelled by another deployment"],
    [5, "it met another deployment"],
    [6, "it succeeded only in part"],
  ])("tells the end of the log when a deployment ends as %s", async (state, why) => {
    azure.script.deployment = [1, state];
    const { kind, message } = await failed(publish());
    expect(kind).toBe("failed");
    expect(message).toContain(why);
    expect(message).toContain("its log ends: Unzipping. | No space left.");
  });

  test("a package in which the host finds no function is a failure", async () => {
    azure.script.functions = [[]];
    const { kind, message } = await failed(publish());
    expect(kind).toBe("failed");
    expect(message).toContain("the host finds no function in it");
  });

  test("a deployment that never ends is given up", async () => {
    azure.script.deployment = [2];
    expect((await failed(publish())).kind).toBe("too-slow");
  });
});

describe("credentials", () => {
  test.each([
    ["a package", publish],
    ["an image", build],
    ["a job", run],
  ])("nobody signed in: %s is not shipped and the message says what to do", async (_, ship) => {
    token = () => Promise.reject(new Error("no credential found"));
    const { kind, message } = await failed(ship());
    expect(kind).toBe("not-signed-in");
    expect(message).toContain("no credential found");
    expect(message).toContain("sign in to Azure");
    expect(azure.requests).toHaveLength(0);
  });

  test.each([
    ["a package", publish],
    ["an image", build],
    ["a job", run],
  ])("a wrong token: %s is refused once and not tried again", async (_, ship) => {
    token = async () => "somebody-else";
    expect((await failed(ship())).kind).toBe("not-signed-in");
    expect(azure.requests).toHaveLength(1);
  });

  test("a token does not follow an answer that points elsewhere", async () => {
    const elsewhere = await startAzure();
    const headers = { location: `${elsewhere.address}/api/publish` };
    const reply = { status: 307, headers };
    for (let at = 0; at < 8; at += 1) azure.faults.push({ on: "publish", reply });
    try {
      expect((await failed(publish())).kind).toBe("unavailable");
      expect(elsewhere.requests).toHaveLength(0);
    } finally {
      await elsewhere.stop();
    }
  });

  test("without the right, the missing role is the advice", async () => {
    azure.faults.push({ on: "scheduleRun", reply: { status: 403, body: "AuthorizationFailed" } });
    const { kind, message } = await failed(build());
    expect(kind).toBe("forbidden");
    expect(message).toContain("have the missing role granted");
  });
});

describe("building an image", () => {
  test("uploads the context, schedules a run and answers with the pushed digest", async () => {
    expect(await build()).toEqual({ ok: true, value: DIGEST });
    const upload = azure.requests.find(({ method }) => method === "PUT");
    expect(upload?.body.toString()).toBe("context");
    const request = azure.requests.find(({ path }) => path.endsWith("/scheduleRun"));
    expect(JSON.parse(request?.body.toString() ?? "")).toMatchObject({
      type: "DockerBuildRequest",
      sourceLocation: "tasks/source.tar.gz",
      imageNames: ["drover-bootstrap:c-1"],
      dockerFilePath: "docker/bootstrap/Dockerfile",
      isPushEnabled: true,
    });
  });

  test("the token stays away from the upload address, and its key out of messages", async () => {
    for (let at = 0; at < 8; at += 1) azure.faults.push({ on: "blobs", reply: { status: 500 } });
    const { message } = await failed(build());
    const uploads = azure.requests.filter(({ path }) => path.startsWith("/blobs/"));
    expect(uploads).toHaveLength(8);
    expect(uploads.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect(message).not.toContain("key-of-this-upload");
  });

  test("a closed registry is built in by its own agent pool", async () => {
    expect((await build("inside")).ok).toBe(true);
    const request = azure.requests.find(({ path }) => path.endsWith("/scheduleRun"));
    const sent = JSON.parse(request?.body.toString() ?? "");
    expect(sent.agentPoolName).toBe("inside");
    expect(sent.agentConfiguration).toBeUndefined();
  });

  test.each(["Failed", "Canceled", "Error", "Timeout"])(
    "a run that ends as %s fails with the end of its log",
    async (state) => {
      azure.script.run = ["Running", state];
      const { kind, message } = await failed(build());
      expect(kind).toBe("failed");
      expect(message).toContain(`ended as ${state}; its log ends: Step 1/6 | manifest unknown`);
    },
  );

  test("a run that says it succeeded and pushed nothing is a failure", async () => {
    azure.script.pushes = false;
    expect((await failed(build())).message).toContain("pushed no image of that name");
  });

  test("an upload that is lost on the way is repeated before a run is scheduled", async () => {
    azure.faults.push({ on: "blobs", reply: "hang up" });
    expect(await build()).toEqual({ ok: true, value: DIGEST });
    expect(paths().filter((path) => path.startsWith("PUT"))).toHaveLength(2);
    expect(paths().filter((path) => path.endsWith("scheduleRun"))).toHaveLength(1);
  });

  test("an answer in no documented form is not guessed at", async () => {
    azure.faults.push({ on: "listBuildSourceUploadUrl", reply: { status: 200, body: "<html>" } });
    expect((await failed(build())).message).toContain("in a form that is not documented");
  });
});

describe("running a job", () => {
  test("ends with its execution", async () => {
    expect(await run()).toEqual({ ok: true, value: "bootstrap-x1" });
  });

  const OPERATION = "/subscriptions/s/providers/Microsoft.App/operationResults/o1";
  const acceptedAt = (location: string) =>
    azure.faults.push({ on: "/start", reply: { status: 202, headers: { location } } });

  test("whose start is only accepted is followed to where Azure names its execution", async () => {
    acceptedAt(`${azure.address}${OPERATION}?api-version=2024-03-01`);
    azure.faults.push(
      { on: OPERATION, reply: { status: 202 } },
      { on: OPERATION, reply: { status: 200, body: { name: "bootstrap-x1" } } },
    );
    expect(await run()).toEqual({ ok: true, value: "bootstrap-x1" });
    expect(paths().slice(0, 3)).toEqual([
      `POST ${JOB}/start`,
      `GET ${OPERATION}`,
      `GET ${OPERATION}`,
    ]);
    expect(azure.requests[1]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test("gives up on a start that stays accepted", async () => {
    acceptedAt(OPERATION);
    for (let one = 0; one < 100; one += 1)
      azure.faults.push({ on: OPERATION, reply: { status: 202 } });
    expect((await failed(run())).kind).toBe("too-slow");
  });

  test("is not followed to another host than the one that was asked", async () => {
    const other = await startAzure();
    acceptedAt(`${other.address}${OPERATION}`);
    expect((await failed(run())).message).toContain("not documented");
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test.each(["Failed", "Stopped", "Degraded"])("fails when it ends as %s", async (state) => {
    azure.script.execution = ["Running", state];
    expect((await failed(run())).message).toContain(`bootstrap-x1 ended as ${state}`);
  });
});
