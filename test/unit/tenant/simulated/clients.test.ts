/** The clients of a real tenant in front of the simulated one: what it says they understand. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../../runtime/contract/ids.ts";
import { JobId } from "../../../../runtime/contract/job-id.ts";
import { ok } from "../../../../runtime/contract/result.ts";
import { secret } from "../../../../runtime/contract/secret.ts";
import { azureArm } from "../../../../runtime/tenant/azure/arm/arm.ts";
import { azureTenant } from "../../../../runtime/tenant/azure/tenant.ts";
import { azureVault } from "../../../../runtime/tenant/azure/vault/vault.ts";
import { commit } from "../../../../runtime/tenant/simulated/changes.ts";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import type { Change } from "../../../../runtime/tenant/simulated/objects.ts";
import { hurriedBy } from "../hurried-by.ts";
import { openThrottle } from "../tenant-world.ts";
import { type Asked, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const JOB = {
  jobId: JobId.parse("step-7-attempt-1"),
  batchId: BatchId.parse(3),
  signal: new AbortController().signal,
};

type Family = Parameters<Asked["token"]>[0];

const partsOf = ({ tenant, clock, token }: Asked, family: Family) => ({
  tenantId: tenant.tenantId,
  tokens: { token: async () => ok(secret(await token(family))) },
  throttle: openThrottle(),
  clock,
  fetch: globalThis.fetch,
  randomBytes: (count: number) => new Uint8Array(count),
  scrub: (text: string) => text,
});
const armOf = (asked: Asked) => azureArm(partsOf(asked, "arm"), asked.tenant.addresses.arm)(JOB);
const vaultOf = (asked: Asked) =>
  azureVault(partsOf(asked, "vault"), asked.tenant.addresses.vault).session(JOB);

const resource = ({ tenant }: Asked, rest: string) => ({
  id: `/subscriptions/${tenant.subscriptionId}/resourceGroups/lab${rest}`,
  apiVersion: "2024-01-01",
});
const STORE = "/providers/Microsoft.Storage/storageAccounts/store";

const store = (id: string, now: number): Change => ({
  table: "resources",
  key: id.toLowerCase(),
  value: {
    id,
    name: id.split("/").at(-1) ?? "",
    type: "Microsoft.Storage/storageAccounts",
    location: "x",
    tags: { run: "1" },
    properties: {},
    more: {},
    createdAt: now,
    readyAt: now,
    deletedAt: null,
  },
});

describe("the clients of a tenant, in front of a simulated one", () => {
  test("H-026 (part): a resource that takes its time is not done when it is taken in", async () => {
    const asked = await startTenant({ faults: { ...CALM, provisionSec: [30, 30] } });
    const arm = armOf(asked);
    await arm.put(resource(asked, ""), { location: "x" });
    asked.clock.advance(30_000);
    const put = () => arm.put(resource(asked, STORE), { location: "x" });
    expect(await put()).toEqual({ ok: true, value: "accepted" });
    asked.clock.advance(30_000);
    expect(await put()).toEqual({ ok: true, value: "done" });
  });

  test("R32 (part): lists are read to their end; a query without ids fails", async () => {
    const asked = await startTenant();
    const arm = armOf(asked);
    await arm.put(resource(asked, ""), { location: "x" });
    const { world } = asked.tenant;
    const now = asked.clock.now().getTime();
    const stores = Array.from({ length: 1_001 }, (_, at) =>
      store(resource(asked, `${STORE}${at}`).id, now),
    );
    commit({ world, now }, stores);
    const { subscriptionId } = asked.tenant;
    const listed = await arm.listByTag(subscriptionId, { name: "run", value: "1" }, 5_000);
    expect(listed.ok && [listed.value.items.length, listed.value.more]).toEqual([1_001, false]);
    const whole = await arm.query([subscriptionId], "Resources | project id, name", 5_000);
    expect(whole.ok && whole.value.items).toHaveLength(1_001);
    expect(await arm.query([subscriptionId], "Resources | project name", 5_000)).toMatchObject({
      ok: false,
      error: { code: "cut-short" },
    });
  });

  test("M-117 (part): members of a large list are read page by page", async () => {
    const asked = await startTenant({ company: { people: 30, domain: "contoso.example" } });
    const { addresses } = asked.tenant;
    let calls = 0;
    const fetch: typeof globalThis.fetch = (url, init) => {
      calls += 1;
      const headers = { ...Object(init?.headers), prefer: "odata.maxpagesize=3" };
      return globalThis.fetch(url, { ...init, headers });
    };
    const parts = { ...partsOf(asked, "exchange"), fetch, addresses, webhooks: new Map() };
    const { exchange } = azureTenant(parts).session(JOB);
    const members = await exchange.groupMembers("leaders@contoso.example", 100);
    expect(members.ok && [new Set(members.value.ids).size, members.value.more]).toEqual([4, false]);
    expect(calls).toBe(2);
  });

  test("X-67 (part): a secret keeps its end, and is recovered after a lost answer", async () => {
    const asked = await startTenant();
    const vault = vaultOf(asked);
    const expiresAt = new Date("2027-01-01T00:00:00Z");
    await vault.setSecret("db", { value: secret("v"), contentType: "t", expiresAt, tags: {} });
    expect(await vault.getSecret("db")).toMatchObject({ ok: true, value: { expiresAt } });
    await vault.deleteSecret("db");
    const strike = { kind: "error-after", status: 500 };
    await asked.ask("POST", "/_sim/faults/rules", { family: "vault", method: "POST", strike });
    expect(await hurriedBy(asked.clock, vault.recoverSecret("db"))).toEqual({ ok: true });
    expect(await vault.getSecret("db")).toMatchObject({ ok: true, value: { expiresAt } });
  });
});
