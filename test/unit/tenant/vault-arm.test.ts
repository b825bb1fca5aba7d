import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { kqlText } from "../../../runtime/tenant/arm.ts";
import { azureArm } from "../../../runtime/tenant/azure/arm/arm.ts";
import { azureVault } from "../../../runtime/tenant/azure/vault/vault.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { hurriedBy } from "./hurried-by.ts";
import { type Script, type ScriptedService, scriptedService } from "./scripted-service.ts";
import { openThrottle } from "./tenant-world.ts";

const SUBSCRIPTION = "dddddddd-0000-4000-8000-000000000001";
const GROUP = {
  id: `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg-1`,
  apiVersion: "2021-04-01",
};
const JOB = {
  jobId: JobId.parse("step-7-attempt-1"),
  batchId: BatchId.parse(3),
  signal: new AbortController().signal,
};
const refusal = (status: number, code: string, message = "no") => ({
  status,
  json: { error: { code, message } },
});

const DOWN = { status: 503 };

let service: ScriptedService;
let clock = manualClock(new Date(0));
const hurried = <Value>(promise: Promise<Value>): Promise<Value> => hurriedBy(clock, promise);
const start = async (script: Script) => {
  service = await scriptedService(script);
  clock = manualClock(new Date(0));
  const parts = {
    tenantId: "t",
    tokens: { token: async () => ok(secret("token-of-the-test")) },
    throttle: openThrottle(),
    clock,
    fetch: globalThis.fetch,
    randomBytes: (count: number) => new Uint8Array(count),
    scrub: (text: string) => text,
  };
  const vault = azureVault(parts, service.address);
  return {
    vault: vault.session(JOB),
    host: vault.forHost,
    arm: azureArm(parts, service.address)(JOB),
  };
};
const calls = () => service.asked.map(({ method, path }) => `${method} ${path}`);
afterEach(() => service.close());

describe("a key vault", () => {
  test("M-115 (part), M-116 (part): a starting worker reads its certificate", async () => {
    const { host } = await start(() => ({
      status: 200,
      json: {
        id: "https://v.vault.azure.net/secrets/worker/0123",
        value: "canary-of-the-vault",
        contentType: "application/x-pkcs12",
        attributes: { enabled: true, exp: 1_800_000_000 },
      },
    }));
    const found = await host({ signal: JOB.signal, requestId: "a" }).getSecret(
      "worker-1-certificate",
    );
    expect(found).toMatchObject({
      ok: true,
      value: {
        version: "0123",
        contentType: "application/x-pkcs12",
        expiresAt: new Date(1_800_000_000_000),
      },
    });
    expect(JSON.stringify(found)).not.toContain("canary");
    expect(found.ok && found.value?.value.reveal()).toBe("canary-of-the-vault");
    expect(calls()).toEqual(["GET /secrets/worker-1-certificate?api-version=7.4"]);
  });

  test("X-67 (part): deleting is soft: the name is a conflict until it is purged", async () => {
    const answers = [
      { status: 200, json: {} },
      refusal(404, "SecretNotFound"),
      refusal(409, "Conflict", "Secret canary-set is currently in a deleted but recoverable state"),
      { status: 200, json: { scheduledPurgeDate: 1_800_000_000 } },
      { status: 204 },
      refusal(404, "SecretNotFound"),
    ];
    const { vault } = await start((_asked, count) => answers[count - 1] ?? { status: 500 });
    expect(await vault.deleteSecret("a")).toEqual({ ok: true, value: "deleted" });
    expect(await vault.getSecret("a")).toEqual({ ok: true, value: null });
    const set = await vault.setSecret("a", {
      value: secret("canary-set"),
      contentType: "text/plain",
      expiresAt: new Date(1_800_000_000_000),
      tags: { run: "1" },
    });
    expect(set).toMatchObject({ ok: false, error: { kind: "conflict" } });
    expect(JSON.stringify(set)).not.toContain("canary");
    expect(await vault.findDeleted("a")).toEqual({
      ok: true,
      value: { purgedAt: new Date(1_800_000_000_000) },
    });
    expect(await vault.purgeSecret("a")).toEqual({ ok: true, value: "purged" });
    expect(await vault.findDeleted("a")).toEqual({ ok: true, value: null });
    expect(calls()).toEqual([
      "DELETE /secrets/a?api-version=7.4",
      "GET /secrets/a?api-version=7.4",
      "PUT /secrets/a?api-version=7.4",
      "GET /deletedsecrets/a?api-version=7.4",
      "DELETE /deletedsecrets/a?api-version=7.4",
      "GET /deletedsecrets/a?api-version=7.4",
    ]);
    expect(service.asked[2]?.body).toEqual({
      value: "canary-set",
      contentType: "text/plain",
      tags: { run: "1" },
      attributes: { exp: 1_800_000_000 },
    });
  });

  test("X-67 (part): a recovery whose answer was lost is found done by looking", async () => {
    const gone = refusal(404, "SecretNotFound");
    const found = { status: 200, json: { id: "x/secrets/a/1", value: "v" } };
    const { vault } = await start((_asked, count) => [DOWN, gone, gone, found][count - 1] ?? gone);
    expect(await hurried(vault.recoverSecret("a"))).toEqual({ ok: true });
    expect(calls()).toEqual([
      "POST /deletedsecrets/a/recover?api-version=7.4",
      "POST /deletedsecrets/a/recover?api-version=7.4",
      "GET /secrets/a?api-version=7.4",
      "GET /secrets/a?api-version=7.4",
    ]);
  });

  test("X-67 (part): what was never there is not recovered, and a no is told", async () => {
    const answers = [refusal(404, "SecretNotFound"), refusal(403, "Forbidden")];
    const never = await start(() => answers[0] ?? DOWN);
    expect(await hurried(never.vault.recoverSecret("a"))).toMatchObject({
      ok: false,
      error: { kind: "not-found" },
    });
    await service.close();
    const hidden = await start((_asked, count) => answers[count - 1] ?? DOWN);
    expect(await hurried(hidden.vault.recoverSecret("a"))).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 403 },
    });
  });

  test.each(["", "../keys/a", "a/b", "a?b", "ä"])(
    "R52 (part): %j is no name of a secret",
    async (name) => {
      const { vault } = await start(() => ({ status: 200 }));
      expect(await vault.getSecret(name)).toMatchObject({ ok: false, error: { kind: "refused" } });
      expect(calls()).toEqual([]);
    },
  );
});

describe("the resource manager", () => {
  test("H-026 (part): work that goes on is told from work that is done", async () => {
    const answers = [
      { status: 201, json: {} },
      { status: 202 },
      { status: 200 },
      { status: 204 },
      refusal(404, "ResourceGroupNotFound"),
      refusal(409, "ScopeLocked"),
    ];
    const { arm } = await start((_asked, count) => answers[count - 1] ?? { status: 500 });
    expect(await arm.put(GROUP, { location: "x" })).toEqual({ ok: true, value: "done" });
    expect(await arm.delete(GROUP)).toEqual({ ok: true, value: "accepted" });
    expect(await arm.delete(GROUP)).toEqual({ ok: true, value: "done" });
    expect(await arm.delete(GROUP)).toEqual({ ok: true, value: "absent" });
    expect(await arm.delete(GROUP)).toEqual({ ok: true, value: "absent" });
    expect(await arm.delete(GROUP)).toMatchObject({ ok: false, error: { kind: "conflict" } });
  });

  const state = (provisioningState: string) => ({ properties: { provisioningState } });
  const asked = { "azure-asyncoperation": "https://x" };
  test.each([
    ["that is there", { status: 200, json: state("Succeeded") }, "done"],
    ["that says nothing of its state", { status: 201, json: {} }, "done"],
    ["that comes", { status: 201, json: state("Creating") }, "accepted"],
    ["that changes", { status: 200, json: state("Updating") }, "accepted"],
    ["of which is told where to ask", { status: 201, json: {}, headers: asked }, "accepted"],
    ["whose work goes on", { status: 200, json: state("Succeeded"), headers: asked }, "accepted"],
    ["that has a place to look", { status: 201, headers: { location: "https://x" } }, "accepted"],
    [
      "that is there, at its place",
      { status: 201, json: state("Succeeded"), headers: { location: "https://x" } },
      "done",
    ],
  ])("H-026 (part): a resource put %s", async (_what, answer, end) => {
    const { arm } = await start(() => answer);
    expect(await arm.put(GROUP, { location: "x" })).toEqual({ ok: true, value: end });
  });

  test.each(["Failed", "Canceled"])("R32 (part): a resource that ended as %s", async (ended) => {
    const { arm } = await start(() => ({ status: 200, json: state(ended) }));
    expect(await arm.put(GROUP, { location: "x" })).toMatchObject({
      ok: false,
      error: { kind: "refused", code: `provisioning-${ended.toLowerCase()}` },
    });
  });

  test.each([
    `/subscriptions/${SUBSCRIPTION}/../x`,
    `/subscriptions/${SUBSCRIPTION}?x=`,
    "https://thief.example/subscriptions/a",
    "//thief.example/subscriptions/a",
    "/providers/x",
  ])("R52 (part): %j is no id of a resource", async (id) => {
    const { arm } = await start(() => ({ status: 200 }));
    expect(await arm.get({ ...GROUP, id })).toMatchObject({
      ok: false,
      error: { kind: "refused" },
    });
    expect(calls()).toEqual([]);
  });

  test("H-026 (part): resources are found by tag, page by page", async () => {
    const resource = (id: string) => ({ id, type: "a/b", tags: { run: "1" } });
    const { arm } = await start(({ path }) =>
      path.includes("skip")
        ? { status: 200, json: { value: [resource("b")] } }
        : { status: 200, json: { value: [resource("a")], nextLink: `${service.address}/x?skip` } },
    );
    const tag = { name: "Run'Id", value: "1" };
    expect(await arm.listByTag(SUBSCRIPTION, tag, 10)).toEqual({
      ok: true,
      value: { items: [resource("a"), resource("b")], more: false },
    });
    const query = new URL(`http://x${service.asked[0]?.path}`).searchParams;
    expect(query.get("$filter")).toBe("tagName eq 'Run''Id' and tagValue eq '1'");
  });

  test("H-026 (part): a query is read to its end by its token", async () => {
    const { arm } = await start((_asked, count) => ({
      status: 200,
      json: {
        data: [{ id: `r-${count}` }],
        resultTruncated: "false",
        ...(count < 3 && { $skipToken: `t-${count}` }),
      },
    }));
    expect(await arm.query([SUBSCRIPTION], "resources", 10)).toEqual({
      ok: true,
      value: { items: [{ id: "r-1" }, { id: "r-2" }, { id: "r-3" }], more: false },
    });
    expect(service.asked[2]?.body).toMatchObject({ options: { $skipToken: "t-2" } });
  });

  test.each([
    ["cut short with no way on", { data: [], resultTruncated: "true" }],
    ["without rows", { resultTruncated: "false" }],
    ["whose token leads nowhere", { data: [], resultTruncated: "false", $skipToken: "same" }],
  ])("R32 (part): an answer %s is a failure, not a shorter list", async (_what, json) => {
    const { arm } = await start(() => ({ status: 200, json }));
    expect(await arm.query([SUBSCRIPTION], "resources", 10)).toMatchObject({ ok: false });
  });

  test("R32 (part): lists of resources whose pages never end are failures", async () => {
    const { arm } = await start(({ method }, count) => ({
      status: 200,
      json:
        method === "GET"
          ? { value: [], nextLink: `${service.address}/x?skip=${count}` }
          : { data: [], resultTruncated: "false", $skipToken: `t-${count}` },
    }));
    const endless = { ok: false, error: { kind: "refused", code: "endless-list" } };
    const tag = { name: "run", value: "1" };
    expect(await arm.listByTag(SUBSCRIPTION, tag, 10)).toMatchObject(endless);
    expect(await arm.query([SUBSCRIPTION], "resources", 10)).toMatchObject(endless);
    expect(service.asked).toHaveLength(2 * LIMITS.pagesPerList);
  });

  test("R52 (part): a text in a query cannot end it", () => {
    expect(kqlText("a' | project x \\' \n")).toBe("'a\\' | project x \\\\\\'  '");
  });
});
