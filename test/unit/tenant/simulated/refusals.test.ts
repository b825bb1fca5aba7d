/** What a real tenant refuses the simulated one refuses, too: a request that was half understood
 *  would prove nothing about the code that sent it. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import { type Asked, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const API = "api-version=2024-01-01";
const FOREIGN = "99999999-9999-4999-8999-999999999999";
const STORE = "resourceGroups/lab/providers/Microsoft.Storage/storageAccounts/store1";
const at = ({ tenant }: Asked, rest: string) =>
  `/arm/subscriptions/${tenant.subscriptionId}/${rest}`;

async function withStore(options: Parameters<typeof startTenant>[0] = {}): Promise<Asked> {
  const tenant = await startTenant(options);
  const location = "westeurope";
  await tenant.ask("PUT", `${at(tenant, "resourceGroups/lab")}?${API}`, { location });
  const store = { location, tags: { RunId: "it's" } };
  expect((await tenant.ask("PUT", `${at(tenant, STORE)}?${API}`, store)).status).toBe(201);
  return tenant;
}

const query = ({ ask }: Asked, body: object) =>
  ask("POST", `/arm/providers/Microsoft.ResourceGraph/resources?${API}`, body);

describe("Graph", () => {
  test.each([
    ["an order", "$orderby=displayName desc"],
    ["a count that is neither yes nor no", "$count=many"],
  ])("%s is refused and not ignored", async (_title, option) => {
    const { ask } = await startTenant({ company: { people: 3, domain: "contoso.example" } });
    const listed = await ask("GET", `/graph/v1.0/users?${encodeURI(option)}`);
    expect(listed.status).toBe(400);
  });

  test.each(["valueOf", "constructor", "toString", "hasOwnProperty"])(
    "%s is no property of a user",
    async (name) => {
      const { ask } = await startTenant({ company: { people: 1, domain: "contoso.example" } });
      const [user] = (await ask("GET", "/graph/v1.0/users")).body.value;
      const changed = await ask("PATCH", `/graph/v1.0/users/${user.id}`, { [name]: "x" });
      expect(changed.status).toBe(400);
    },
  );
});

describe("Exchange", () => {
  const invoke = ({ ask, tenant }: Asked, CmdletName: string, Parameters: object = {}) =>
    ask("POST", `/exchange/adminapi/beta/${tenant.world.settings.tenantId}/InvokeCommand`, {
      CmdletInput: { CmdletName, Parameters },
    });

  test.each(["constructor", "valueOf", "__proto__"])("%s is no cmdlet", async (name) => {
    expect((await invoke(await startTenant(), name)).status).toBe(400);
  });

  test("a filter that is not understood does not list everybody", async () => {
    const tenant = await startTenant({ company: { people: 3, domain: "contoso.example" } });
    for (const name of ["Get-Recipient", "Get-MailUser", "Get-Mailbox", "Get-MoveRequest"]) {
      expect((await invoke(tenant, name, { Filter: "Alias -eq 'x'" })).status).toBe(400);
    }
  });
});

describe("the resource manager", () => {
  const listed = async (tenant: Asked, filter: string) => {
    const path = `${at(tenant, "resources")}?${API}&$filter=${encodeURIComponent(filter)}`;
    return (await tenant.ask("GET", path)).body.value;
  };

  test("tags are found by their own names only, in any case, with quotes doubled", async () => {
    const tenant = await withStore();
    for (const name of ["toString", "constructor", "other"]) {
      expect(await listed(tenant, `tagName eq '${name}'`)).toEqual([]);
    }
    expect(await listed(tenant, "tagName eq 'RUNID'")).toHaveLength(1);
    expect(await listed(tenant, "tagName eq 'runid' and tagValue eq 'it''s'")).toHaveLength(1);
    expect(await listed(tenant, "tagName eq 'runid' and tagValue eq 'IT''S'")).toEqual([]);
    const twice = { location: "westeurope", tags: { a: "1", A: "2" } };
    const made = await tenant.ask("PUT", `${at(tenant, `${STORE}2`)}?${API}`, twice);
    expect([made.status, made.body.error.code]).toEqual([400, "InvalidTags"]);
  });

  test("a lock needs something that it is put on", async () => {
    const tenant = await withStore();
    const lock = async (scope: string) => {
      const path = `${scope}providers/Microsoft.Authorization/locks/keep?${API}`;
      const put = await tenant.ask("PUT", at(tenant, path), { properties: { level: "ReadOnly" } });
      return [put.status, put.body.error?.code];
    };
    expect(await lock("resourceGroups/none/")).toEqual([404, "ResourceGroupNotFound"]);
    expect(await lock(`${STORE}x/`)).toEqual([404, "ResourceNotFound"]);
    expect(await lock("somewhere/")).toEqual([404, "InvalidResourceType"]);
    expect(await lock(`${STORE}/`)).toEqual([201, undefined]);
    expect(await lock("")).toEqual([201, undefined]);
    const path = at(tenant, `providers/Microsoft.Authorization/locks?${API}`);
    expect((await tenant.ask("POST", path, {})).status).toBe(405);
  });

  test("what is being deleted can be neither made anew nor changed nor locked", async () => {
    const tenant = await withStore({ faults: { ...CALM, provisionSec: [30, 30] } });
    const group = `${at(tenant, "resourceGroups/lab")}`;
    await tenant.ask("DELETE", `${group}?${API}`);
    const body = { location: "westeurope", tags: { a: "b" } };
    const lock = { properties: { level: "ReadOnly" } };
    for (const path of [group, at(tenant, STORE)]) {
      for (const method of ["PUT", "PATCH"]) {
        expect((await tenant.ask(method, `${path}?${API}`, body)).status).toBe(409);
      }
      const locks = `${path}/providers/Microsoft.Authorization/locks/keep?${API}`;
      expect((await tenant.ask("PUT", locks, lock)).status).toBe(409);
    }
    const { body: state } = await tenant.ask("GET", `${group}?${API}`);
    expect(state.properties.provisioningState).toBe("Deleting");
    tenant.clock.advance(30_000);
    expect((await tenant.ask("PUT", `${group}?${API}`, body)).status).toBe(201);
  });
});

describe("Resource Graph", () => {
  test("only the subscriptions that are asked for are looked at", async () => {
    const tenant = await withStore();
    const { subscriptionId } = tenant.tenant;
    const asked = async (more: object) => {
      const { status, body } = await query(tenant, { query: "Resources", ...more });
      return status === 200 ? body.data.length : body.error.details?.[0].code;
    };
    expect(await asked({})).toBe(1);
    expect(await asked({ subscriptions: [FOREIGN, subscriptionId.toUpperCase()] })).toBe(1);
    const none = "NoValidSubscriptionsInQueryRequest";
    expect(await asked({ subscriptions: [FOREIGN] })).toBe(none);
    for (const more of [{ subscriptions: subscriptionId }, { managementGroups: ["mg"] }]) {
      expect((await query(tenant, { query: "Resources", ...more })).status).toBe(400);
    }
  });

  test.each([
    "Resources | where name == ('store1', 'store2')",
    "Resources | where name in 'store1'",
    "Resources | where name in ('store1' 'store2')",
    "Resources | where name in ('store1'",
  ])("a condition that is not one is refused: %s", async (text) => {
    expect((await query(await withStore(), { query: text })).status).toBe(400);
  });

  test("what every object has is no tag", async () => {
    const tenant = await withStore();
    const text = "Resources | where isnotempty(tags['toString'])";
    expect((await query(tenant, { query: text })).body.data).toEqual([]);
    const real =
      "Resources | where tostring( tags['RunId'] ) in~ ( 'x' , \"IT'S\" ) and name=='store1'";
    expect((await query(tenant, { query: real })).body.data).toHaveLength(1);
  });

  test.each([
    ["texts without commas", `Resources | where id in (${"'a'   ".repeat(2_000)}x`],
    ["blanks", `Resources | where id${" ".repeat(16_000)}x`],
    ["blanks in brackets", `Resources | where isempty(${" ".repeat(16_000)}x`],
    ["marks without an end", `Resources | where id == ${"'\\".repeat(8_000)}`],
  ])("reading takes time in proportion to the text: %s", async (_title, text) => {
    expect((await query(await withStore(), { query: text })).status).toBe(400);
  });
});

describe("the vault", () => {
  const secret = `/vault/secrets/db?${API}`;

  test.each([
    ["POST", "/vault/secrets"],
    ["DELETE", "/vault/secrets"],
    ["PUT", "/vault/deletedsecrets"],
    ["PUT", "/vault/secrets/db/some-version"],
    ["DELETE", "/vault/secrets/db/some-version"],
  ])("%s %s is refused and changes nothing", async (method, path) => {
    const { ask } = await startTenant();
    await ask("PUT", secret, { value: "one" });
    expect((await ask(method, `${path}?${API}`, { value: "two" })).status).toBe(405);
    expect((await ask("GET", secret)).body.value).toBe("one");
  });

  test("X-67 (part): no secret is purged before its time, and its name waits as long", async () => {
    const { ask, clock } = await startTenant({ tokenLifetimeSec: 100 * 86_400 });
    const made = await ask("PUT", secret, { value: "one" });
    expect(made.body.attributes.recoveryLevel).toBe("Recoverable");
    await ask("DELETE", secret);
    const purged = await ask("DELETE", `/vault/deletedsecrets/db?${API}`);
    expect([purged.status, purged.body.error.code]).toEqual([403, "Forbidden"]);
    clock.advance(90 * 86_400_000 - 1);
    expect((await ask("PUT", secret, { value: "two" })).status).toBe(409);
    clock.advance(1);
    expect((await ask("GET", `/vault/deletedsecrets?${API}`)).body.value).toEqual([]);
    expect((await ask("PUT", secret, { value: "two" })).status).toBe(200);
  });
});
