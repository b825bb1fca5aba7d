import { afterEach, describe, expect, test } from "@jest/globals";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import { type Asked, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const API = "api-version=2024-01-01";
const at = ({ tenant }: Asked, rest: string) =>
  `/arm/subscriptions/${tenant.subscriptionId}/${rest}`;
const STORE = "resourceGroups/lab/providers/Microsoft.Storage/storageAccounts/store1";

async function withStore(options: Parameters<typeof startTenant>[0] = {}): Promise<Asked> {
  const tenant = await startTenant(options);
  const group = { location: "westeurope" };
  expect(
    (await tenant.ask("PUT", `${at(tenant, "resourceGroups/lab")}?${API}`, group)).status,
  ).toBe(201);
  const store = {
    location: "westeurope",
    tags: { RunId: "r1", Scenario: "s1" },
    sku: { name: "LRS" },
  };
  expect((await tenant.ask("PUT", `${at(tenant, STORE)}?${API}`, store)).status).toBe(201);
  return tenant;
}

const query = ({ ask }: Asked, text: string, options: object = {}) =>
  ask("POST", `/arm/providers/Microsoft.ResourceGraph/resources?${API}`, { query: text, options });

describe("resources of a simulated subscription", () => {
  test("a resource is made in a group, read in any case, tagged, listed and removed", async () => {
    const tenant = await withStore();
    const path = `${at(tenant, STORE.toUpperCase())}?${API}`;
    expect((await tenant.ask("GET", path)).body).toMatchObject({
      name: "store1",
      type: "Microsoft.Storage/storageAccounts",
      sku: { name: "LRS" },
      properties: { provisioningState: "Succeeded" },
    });
    await tenant.ask("PATCH", path, { tags: { RunId: "r2" } });
    const filter = encodeURIComponent("tagName eq 'RunId' and tagValue eq 'r2'");
    const listed = await tenant.ask("GET", `${at(tenant, "resources")}?${API}&$filter=${filter}`);
    expect(listed.body.value).toHaveLength(1);
    expect((await tenant.ask("DELETE", path)).status).toBe(200);
    expect((await tenant.ask("GET", path)).status).toBe(404);
    expect((await tenant.ask("DELETE", path)).status).toBe(204);
  });

  test("coming and going take time, and a group takes with it what is in it", async () => {
    const tenant = await withStore({ faults: { ...CALM, provisionSec: [30, 30] } });
    const path = `${at(tenant, STORE)}?${API}`;
    const again = await tenant.ask("PUT", path, { location: "westeurope" });
    const operation = (again.headers.get("azure-asyncoperation") ?? "").replace(
      tenant.tenant.world.settings.origin,
      "",
    );
    const status = async () => (await tenant.ask("GET", operation)).body.status;
    expect(await status()).toBe("InProgress");
    const state = async () => (await tenant.ask("GET", path)).body.properties?.provisioningState;
    expect(await state()).toBe("Creating");
    tenant.clock.advance(30_000);
    expect(await state()).toBe("Succeeded");
    expect(await status()).toBe("Succeeded");
    const there = await tenant.ask("PUT", path, { location: "westeurope" });
    expect(there.headers.has("azure-asyncoperation")).toBe(false);
    const going = await tenant.ask("DELETE", `${at(tenant, "resourceGroups/lab")}?${API}`);
    expect(going.status).toBe(202);
    const location = (going.headers.get("location") ?? "").replace(
      tenant.tenant.world.settings.origin,
      "",
    );
    expect((await tenant.ask("GET", location)).status).toBe(202);
    expect(await state()).toBe("Deleting");
    const late = await tenant.ask("PUT", `${at(tenant, `${STORE}x`)}?${API}`, { location: "x" });
    expect(late.body.error.code).toBe("ResourceGroupBeingDeleted");
    tenant.clock.advance(30_000);
    expect((await tenant.ask("GET", location)).status).toBe(204);
    expect((await tenant.ask("GET", path)).status).toBe(404);
  });

  test.each([
    ["the group's", "resourceGroups/lab"],
    ["its own", STORE],
  ])("%s lock keeps a resource, until it is taken away", async (_title, scope) => {
    const tenant = await withStore();
    const lock = `${at(tenant, scope)}/providers/Microsoft.Authorization/locks/keep?${API}`;
    await tenant.ask("PUT", lock, { properties: { level: "CanNotDelete" } });
    for (const target of [STORE, "resourceGroups/lab"]) {
      const refused = await tenant.ask("DELETE", `${at(tenant, target)}?${API}`);
      expect([refused.status, refused.body.error.code]).toEqual([409, "ScopeLocked"]);
    }
    expect((await tenant.ask("PATCH", `${at(tenant, STORE)}?${API}`, {})).status).toBe(200);
    await tenant.ask("PUT", lock, { properties: { level: "ReadOnly" } });
    expect((await tenant.ask("PATCH", `${at(tenant, STORE)}?${API}`, {})).status).toBe(409);
    expect((await tenant.ask("DELETE", lock)).status).toBe(200);
    expect((await tenant.ask("DELETE", `${at(tenant, STORE)}?${API}`)).status).toBe(200);
  });

  test.each([
    ["without a version", "PUT", STORE, 400],
    ["in no group", "PUT", `${STORE.replace("lab", "none")}?${API}`, 404],
    ["of no type", "PUT", `resourceGroups/lab/providers/Microsoft.Storage?${API}`, 404],
  ])("a request %s is refused", async (_title, method, path, status) => {
    const tenant = await withStore();
    expect((await tenant.ask(method, at(tenant, path), { location: "x" })).status).toBe(status);
  });

  test("queries find resources by tag and type, and know of changes late", async () => {
    const lagMs = { ...CALM.lagMs, "resource-graph": [10_000, 10_000] as const };
    const tenant = await withStore({ faults: { ...CALM, lagMs } });
    const text =
      "Resources | where tags['RunId'] == 'r1' and type =~ 'Microsoft.Storage/storageAccounts' " +
      "| project id, name";
    expect((await query(tenant, text)).body).toMatchObject({ totalRecords: 0, data: [] });
    tenant.clock.advance(10_000);
    expect((await query(tenant, text)).body).toMatchObject({
      totalRecords: 1,
      count: 1,
      resultTruncated: "false",
      data: [{ name: "store1" }],
    });
    await tenant.ask("DELETE", `${at(tenant, STORE)}?${API}`);
    expect((await query(tenant, text)).body.totalRecords).toBe(1);
    tenant.clock.advance(10_000);
    expect((await query(tenant, text)).body.totalRecords).toBe(0);
  });

  test.each([
    ["resources | where tags.Scenario =~ 'S1'", 1],
    ["resources | where tags.Scenario == 'S1'", 0],
    ["resources | where name in~ ('STORE1', 'other')", 1],
    ["resources | where name startswith \"st\" and isnotempty(tags['RunId'])", 1],
    ["resources | where tags['RunId'] == 'r1\\' and \\'' | limit 3", 0],
    ["resourcecontainers | where name == 'lab'", 1],
    ["resources | order by name desc | take 5", 1],
    ["resources | count", 1],
  ])("%s gives %i rows", async (text, rows) => {
    const { status, body } = await query(await withStore(), text);
    expect([status, body.data?.length]).toEqual([200, rows]);
  });

  test.each([
    "secrets",
    "resources | where 1 == 1",
    "resources | extend x = 1",
    "resources | where tags.a == 'b' or name == 'c'",
  ])("%s is refused, never answered with everything", async (text) => {
    expect((await query(await withStore(), text)).status).toBe(400);
  });

  test("lists come in pages, cut so that who goes meanwhile leaves nobody out", async () => {
    const tenant = await withStore();
    for (const more of ["2", "3", "4"]) {
      await tenant.ask("PUT", `${at(tenant, `${STORE}${more}`)}?${API}`, { location: "x" });
    }
    const first = (await tenant.ask("GET", `${at(tenant, "resources")}?${API}&$top=2`)).body;
    await tenant.ask("DELETE", `${at(tenant, STORE)}?${API}`);
    const next = first.nextLink.replace(tenant.tenant.world.settings.origin, "");
    const second = (await tenant.ask("GET", next)).body;
    const names = [...first.value, ...second.value].map(({ name }: { name: string }) => name);
    expect(names).toEqual(["store1", "store12", "store13", "store14"]);
    expect(second.nextLink).toBeUndefined();
    const bad = await tenant.ask("GET", `${at(tenant, "resourcegroups")}?${API}&$top=none`);
    expect(bad.status).toBe(400);
  });

  test.each([
    ["without the column id", "resources | project name, type"],
    ["that says itself how many it wants", "resources | project id, name | limit 5"],
  ])("a result %s has no pages, and says that it was cut", async (_title, text) => {
    const tenant = await withStore();
    await tenant.ask("PUT", `${at(tenant, `${STORE}2`)}?${API}`, { location: "x" });
    const { body } = await query(tenant, text, { $top: 1 });
    expect(body).toMatchObject({ count: 1, totalRecords: 2, resultTruncated: "true" });
    expect(body).not.toHaveProperty("$skipToken");
    expect((await query(tenant, text)).body.resultTruncated).toBe("false");
  });

  test("long results come in pages", async () => {
    const tenant = await withStore();
    await tenant.ask("PUT", `${at(tenant, `${STORE}2`)}?${API}`, { location: "x" });
    const first = await query(tenant, "resources", { $top: 1 });
    expect(first.body).toMatchObject({ count: 1, totalRecords: 2, $skipToken: "1" });
    const second = await query(tenant, "resources", { $top: 1, $skipToken: "1" });
    expect(second.body.$skipToken).toBeUndefined();
    expect(second.body.data[0].name).not.toBe(first.body.data[0].name);
  });
});

describe("the vault of a simulated tenant", () => {
  const secret = (name: string, rest = "") => `/vault/secrets/${name}${rest}?${API}`;

  test("a secret has versions; the last one is read without naming it", async () => {
    const { ask } = await startTenant();
    const first = await ask("PUT", secret("db"), { value: "one" });
    await ask("PUT", secret("db"), { value: "two" });
    expect((await ask("GET", secret("DB"))).body.value).toBe("two");
    const version = first.body.id.split("/").at(-1);
    expect((await ask("GET", secret("db", `/${version}`))).body.value).toBe("one");
    expect((await ask("GET", secret("none"))).body.error.code).toBe("SecretNotFound");
    expect((await ask("GET", `/vault/secrets?${API}`)).body.value).toHaveLength(1);
  });

  test("a secret keeps what was told of its times, and is read when they are over", async () => {
    const { ask } = await startTenant();
    const times = { nbf: 1_600_000_000, exp: 1_700_000_000 };
    const made = await ask("PUT", secret("db"), { value: "one", attributes: times });
    expect(made.body.attributes).toMatchObject(times);
    expect((await ask("GET", secret("db"))).body).toMatchObject({
      value: "one",
      attributes: times,
    });
    for (const attributes of [{ exp: "soon" }, { exp: 1.5 }, { nbf: 5, exp: 5 }]) {
      expect((await ask("PUT", secret("db"), { value: "two", attributes })).status).toBe(400);
    }
    await ask("PUT", secret("db"), { value: "two" });
    expect((await ask("GET", secret("db"))).body.attributes).not.toHaveProperty("exp");
  });

  test("the newest version is meant, also when it is disabled: then it is refused", async () => {
    const { ask } = await startTenant();
    const first = await ask("PUT", secret("db"), { value: "one" });
    const off = { enabled: false };
    const second = await ask("PUT", secret("db"), { value: "two", attributes: off });
    const version = ({ body }: typeof first) => `/${body.id.split("/").at(-1)}`;
    for (const rest of ["", version(second)]) {
      const { status, body } = await ask("GET", secret("db", rest));
      expect([status, body.error.innererror.code]).toEqual([403, "SecretDisabled"]);
    }
    expect((await ask("GET", secret("db", version(first)))).body.value).toBe("one");
  });

  test("lists of secrets come in pages", async () => {
    const { ask, tenant } = await startTenant();
    const names = Array.from({ length: 27 }, (_, at) => `s-${at}`);
    for (const name of names) await ask("PUT", secret(name), { value: "x" });
    const pages = async (query: string) => {
      const sizes: number[] = [];
      const seen: string[] = [];
      for (let path: string | null = `/vault/secrets?${API}${query}`; path !== null; ) {
        const { body } = await ask("GET", path);
        sizes.push(body.value.length);
        seen.push(...body.value.map(({ id }: { id: string }) => id.split("/").at(-1)));
        if (seen.length === 10) await ask("DELETE", secret("s-0"));
        path = body.nextLink?.replace(tenant.world.settings.origin, "") ?? null;
      }
      return [sizes, seen];
    };
    expect(await pages("")).toEqual([[25, 2], names]);
    expect(await pages("&maxresults=10")).toEqual([[10, 10, 7], names]);
    for (const most of ["0", "26", "x"]) {
      expect((await ask("GET", `/vault/secrets?${API}&maxresults=${most}`)).status).toBe(400);
    }
  });

  test("a deleted secret keeps its name until it is recovered", async () => {
    const { ask } = await startTenant();
    await ask("PUT", secret("db"), { value: "one" });
    const gone = await ask("DELETE", secret("db"));
    expect(gone.body.recoveryId).toContain("/deletedsecrets/db");
    expect((await ask("GET", secret("db"))).status).toBe(404);
    const again = await ask("PUT", secret("db"), { value: "two" });
    expect([again.status, again.body.error.innererror.code]).toEqual([
      409,
      "ObjectIsDeletedButRecoverable",
    ]);
    expect((await ask("POST", `/vault/deletedsecrets/db/recover?${API}`)).status).toBe(200);
    expect((await ask("GET", secret("db"))).body.value).toBe("one");
    expect((await ask("PUT", secret("db"), { value: "two" })).status).toBe(200);
  });

  test("a certificate is read without its private key, which is in the secret", async () => {
    const { ask } = await startTenant();
    await ask("PUT", secret("sign-in"), { value: "UEZY", contentType: "application/x-pkcs12" });
    await ask("PUT", secret("plain"), { value: "text" });
    const { body } = await ask("GET", `/vault/certificates/sign-in?${API}`);
    expect(body.sid).toContain("/secrets/sign-in/");
    expect(JSON.stringify(body)).not.toContain("UEZY");
    expect((await ask("GET", `/vault/certificates/plain?${API}`)).status).toBe(404);
  });

  test("who looks into the tenant sees secrets by name only", async () => {
    const { ask } = await startTenant();
    await ask("PUT", secret("db"), { value: "canary-7731" });
    for (const path of ["/_sim/objects/secrets", "/_sim/objects/secrets/db", "/_sim/log"]) {
      expect(JSON.stringify((await ask("GET", path)).body)).not.toContain("canary-7731");
    }
    const found = await ask("GET", "/_sim/objects/secrets?search=canary-7731");
    expect(found.body.total).toBe(0);
  });
});
