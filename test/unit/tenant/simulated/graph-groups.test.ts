import { afterEach, describe, expect, test } from "@jest/globals";
import { WORKER_ROLES } from "../../../../runtime/tenant/simulated/settings.ts";
import { type Asked, newUser, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const ROLES = [...WORKER_ROLES, "Group.ReadWrite.All"];
const start = () => startTenant({ apps: [{ clientId: "all", secret: "s", roles: ROLES }] });

async function makeGroup({ ask }: Asked, displayName: string): Promise<string> {
  const { status, body } = await ask("POST", "/graph/v1.0/groups", {
    displayName,
    mailNickname: displayName,
    mailEnabled: false,
    securityEnabled: true,
  });
  expect(status).toBe(201);
  return body.id;
}

const makeUser = async ({ ask }: Asked, name: string): Promise<string> =>
  (await ask("POST", "/graph/v1.0/users", newUser(name))).body.id;

const reference = (id: string) => ({
  "@odata.id": `https://graph.microsoft.com/v1.0/directoryObjects/${id}`,
});

const members = async ({ ask }: Asked, group: string): Promise<readonly string[]> =>
  (await ask("GET", `/graph/v1.0/groups/${group}/members?$select=id`)).body.value.map(
    ({ id }: { id: string }) => id,
  );

describe("groups of a simulated tenant", () => {
  test("a member is added once, is refused a second time, and is removed", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const kim = await makeUser(tenant, "kim");
    const path = `/graph/v1.0/groups/${group}/members`;
    expect((await tenant.ask("POST", `${path}/$ref`, reference(kim))).status).toBe(204);
    const again = await tenant.ask("POST", `${path}/$ref`, reference(kim));
    expect([again.status, again.body.error.message]).toEqual([
      400,
      expect.stringContaining("already exist"),
    ]);
    expect(await members(tenant, group)).toEqual([kim]);
    expect((await tenant.ask("DELETE", `${path}/${kim}/$ref`)).status).toBe(204);
    expect((await tenant.ask("DELETE", `${path}/${kim}/$ref`)).status).toBe(404);
    expect(await members(tenant, group)).toEqual([]);
  });

  test("a removal without its /$ref deletes the user, as in real life", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const kim = await makeUser(tenant, "kim");
    await tenant.ask("POST", `/graph/v1.0/groups/${group}/members/$ref`, reference(kim));
    await tenant.ask("DELETE", `/graph/v1.0/groups/${group}/members/${kim}`);
    expect((await tenant.ask("GET", `/graph/v1.0/users/${kim}`)).status).toBe(404);
    expect(await members(tenant, group)).toEqual([]);
  });

  test("who is removed between two pages makes nobody else be left out", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const path = `/graph/v1.0/groups/${group}/members`;
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      ids.push(await makeUser(tenant, name));
      await tenant.ask("POST", `${path}/$ref`, reference(ids.at(-1) ?? ""));
    }
    const first = (await tenant.ask("GET", `${path}?$select=id&$top=2`)).body;
    await tenant.ask("DELETE", `${path}/${ids[0]}/$ref`);
    const seen = first.value.map(({ id }: { id: string }) => id);
    const { origin } = tenant.tenant.world.settings;
    for (let next = first["@odata.nextLink"]; next !== undefined; ) {
      const { body } = await tenant.ask("GET", next.replace(origin, ""));
      seen.push(...body.value.map(({ id }: { id: string }) => id));
      next = body["@odata.nextLink"];
    }
    expect(seen).toEqual(ids);
  });

  test("membership is found through groups in groups, rings included", async () => {
    const tenant = await start();
    const [outer, inner, other] = await Promise.all(
      ["outer", "inner", "other"].map((name) => makeGroup(tenant, name)),
    );
    const kim = await makeUser(tenant, "kim");
    const put = (group: string | undefined, member: string | undefined) =>
      tenant.ask("POST", `/graph/v1.0/groups/${group}/members/$ref`, reference(member ?? ""));
    await put(inner, kim);
    await put(outer, inner);
    await put(inner, outer);
    const asked = await tenant.ask("POST", `/graph/v1.0/users/${kim}/checkMemberGroups`, {
      groupIds: [outer, inner, other],
    });
    expect(asked.body.value).toEqual([outer, inner]);
    const groupIds = Array.from({ length: 21 }, () => outer);
    const many = await tenant.ask("POST", `/graph/v1.0/users/${kim}/checkMemberGroups`, {
      groupIds,
    });
    expect(many.status).toBe(400);
  });

  test("two groups may have one name, and a filter finds both", async () => {
    const tenant = await start();
    await makeGroup(tenant, "twins");
    await makeGroup(tenant, "twins");
    const filter = encodeURIComponent("displayName eq 'twins'");
    const found = await tenant.ask("GET", `/graph/v1.0/groups?$filter=${filter}&$select=id`);
    expect(new Set(found.body.value.map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  test("a guest who has accepted has so in the lists of groups, too", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const invited = await tenant.ask("POST", "/graph/v1.0/invitations", {
      invitedUserEmailAddress: "ana@partner.example",
      inviteRedirectUrl: "https://portal.example",
    });
    const { id } = invited.body.invitedUser;
    const path = `/graph/v1.0/groups/${group}/members`;
    await tenant.ask("POST", `${path}/$ref`, reference(id));
    const state = async () =>
      (await tenant.ask("GET", `${path}?$select=id,externalUserState`)).body.value[0]
        .externalUserState;
    expect(await state()).toBe("PendingAcceptance");
    tenant.clock.advance(60_000);
    expect(await state()).toBe("Accepted");
  });

  test("a deleted user can be brought back for thirty days, and is gone then", async () => {
    const DAY_SEC = 86_400;
    const tenant = await startTenant({ tokenLifetimeSec: 40 * DAY_SEC });
    const [kim, lee] = [await makeUser(tenant, "kim"), await makeUser(tenant, "lee")];
    for (const id of [kim, lee]) await tenant.ask("DELETE", `/graph/v1.0/users/${id}`);
    const items = "/graph/v1.0/directory/deletedItems";
    tenant.clock.advance(30 * DAY_SEC * 1_000 - 1);
    const { ask } = tenant;
    expect((await ask("POST", `${items}/${kim}/restore`)).status).toBe(200);
    tenant.clock.advance(1);
    expect((await ask("GET", `${items}/${lee}`)).status).toBe(404);
    expect((await ask("POST", `${items}/${lee}/restore`)).status).toBe(404);
    expect((await ask("DELETE", `${items}/${lee}`)).status).toBe(404);
    expect((await ask("GET", `${items}/microsoft.graph.user`)).body.value).toEqual([]);
  });

  test("lists for mail are Exchange's: Graph may not change who is in them", async () => {
    const tenant = await startTenant({ company: { people: 30, domain: "contoso.example" } });
    const filter = encodeURIComponent("displayName eq 'Leaders'");
    const found = await tenant.ask("GET", `/graph/v1.0/groups?$filter=${filter}`);
    const kim = await makeUser(tenant, "kim");
    const path = `/graph/v1.0/groups/${found.body.value[0].id}/members/$ref`;
    const refused = await tenant.ask("POST", path, reference(kim));
    expect(refused.body.error.message).toMatch(/mail-enabled/);
  });

  test("who is removed is in no group, and is back in them when restored", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const kim = await makeUser(tenant, "kim");
    await tenant.ask("POST", `/graph/v1.0/groups/${group}/members/$ref`, reference(kim));
    await tenant.ask("DELETE", `/graph/v1.0/users/${kim}`);
    expect(await members(tenant, group)).toEqual([]);
    const deleted = await tenant.ask("GET", `/graph/v1.0/directory/deletedItems/${kim}`);
    expect(deleted.body.userPrincipalName).toBe(`${kim.replaceAll("-", "")}kim@contoso.example`);
    const path = `/graph/v1.0/directory/deletedItems/${kim}/restore`;
    expect((await tenant.ask("POST", path)).body.userPrincipalName).toBe("kim@contoso.example");
    expect(await members(tenant, group)).toEqual([kim]);
  });

  test("the name of a removed user is free, and then the old one cannot come back", async () => {
    const tenant = await start();
    const first = await makeUser(tenant, "kim");
    await tenant.ask("DELETE", `/graph/v1.0/users/${first}`);
    const second = await makeUser(tenant, "kim");
    expect(second).not.toBe(first);
    const path = `/graph/v1.0/directory/deletedItems/${first}/restore`;
    expect((await tenant.ask("POST", path)).body.error.details[0].code).toBe("ObjectConflict");
    const listed = await tenant.ask(
      "GET",
      "/graph/v1.0/directory/deletedItems/microsoft.graph.user?$select=id",
    );
    expect(listed.body.value).toHaveLength(1);
    await tenant.ask("DELETE", `/graph/v1.0/directory/deletedItems/${first}`);
    expect((await tenant.ask("POST", path)).status).toBe(404);
  });

  test("a group goes with its memberships", async () => {
    const tenant = await start();
    const group = await makeGroup(tenant, "pilots");
    const kim = await makeUser(tenant, "kim");
    await tenant.ask("POST", `/graph/v1.0/groups/${group}/members/$ref`, reference(kim));
    expect((await tenant.ask("GET", `/graph/v1.0/users/${kim}/memberOf`)).body.value).toHaveLength(
      1,
    );
    expect((await tenant.ask("DELETE", `/graph/v1.0/groups/${group}`)).status).toBe(204);
    expect((await tenant.ask("GET", `/graph/v1.0/users/${kim}/memberOf`)).body.value).toEqual([]);
    expect((await tenant.ask("GET", `/graph/v1.0/groups/${group}`)).status).toBe(404);
  });

  test("managers are set, read and taken away", async () => {
    const tenant = await start();
    const [kim, lee] = [await makeUser(tenant, "kim"), await makeUser(tenant, "lee")];
    const path = `/graph/v1.0/users/${kim}/manager`;
    expect((await tenant.ask("GET", path)).status).toBe(404);
    expect((await tenant.ask("PUT", `${path}/$ref`, reference(lee))).status).toBe(204);
    expect((await tenant.ask("GET", path)).body.id).toBe(lee);
    expect((await tenant.ask("DELETE", `${path}/$ref`)).status).toBe(204);
    expect((await tenant.ask("GET", path)).status).toBe(404);
  });
});

describe("several requests in one", () => {
  const JSON_BODY = { "Content-Type": "application/json" };
  const part = (id: string, method: string, url: string, more: object = {}) => ({
    id,
    method,
    url,
    ...more,
  });

  test("each part has its own answer; one that waits for a failed one is not tried", async () => {
    const tenant = await start();
    const kim = await makeUser(tenant, "kim");
    const { status, body } = await tenant.ask("POST", "/graph/v1.0/$batch", {
      requests: [
        part("1", "GET", `/users/${kim}?$select=displayName`),
        part("2", "GET", "/users/nobody@contoso.example"),
        part("3", "DELETE", `/users/${kim}`, { dependsOn: ["2"] }),
        part("4", "POST", "/users", { body: newUser("lee"), headers: JSON_BODY }),
        part("5", "GET", "/users/lee@contoso.example", { dependsOn: ["4"] }),
      ],
    });
    expect(status).toBe(200);
    expect(body.responses.map((each: { status: number }) => each.status)).toEqual([
      200, 404, 424, 201, 200,
    ]);
    expect(body.responses[0].body.displayName).toBe("kim");
  });

  test("a part with a body and no Content-Type is refused, and the others are not", async () => {
    const tenant = await start();
    const kim = await makeUser(tenant, "kim");
    const change = { body: { department: "Sales" } };
    const { status, body } = await tenant.ask("POST", "/graph/v1.0/$batch", {
      requests: [
        part("a", "PATCH", `/users/${kim}`, change),
        part("b", "GET", `/users/${kim}?$select=department`),
        part("c", "PATCH", `/users/${kim}`, { ...change, headers: JSON_BODY }),
      ],
    });
    expect(status).toBe(200);
    expect(body.responses.map((each: { status: number }) => each.status)).toEqual([400, 200, 204]);
    expect(body.responses[1].body.department).toBeNull();
  });

  test("each part has headers of its own, and an id that is the same in any case", async () => {
    const tenant = await start();
    const eventual = { ConsistencyLevel: "eventual" };
    const query = "/users?$count=true&$filter=department ne 'x'";
    const { body } = await tenant.ask(
      "POST",
      "/graph/v1.0/$batch",
      {
        requests: [
          part("a", "GET", query, { headers: eventual }),
          part("b", "GET", query, { dependsOn: ["A"] }),
          part("c", "GET", "/users/$count", { headers: eventual }),
        ],
      },
      eventual,
    );
    expect(body.responses.map((each: { status: number }) => each.status)).toEqual([200, 400, 200]);
    expect(body.responses[2].body).toBe("0");
  });

  test("a limit strikes single parts, each with its own Retry-After", async () => {
    const tenant = await start();
    const strike = { kind: "throttle", retryAfterSec: 7 };
    const rule = { family: "graph", contains: "/users/b@", strike, times: 1 };
    await tenant.ask("POST", "/_sim/faults/rules", rule);
    const requests = ["a", "b", "c"].map((id) => part(id, "GET", `/users/${id}@contoso.example`));
    const { body } = await tenant.ask("POST", "/graph/v1.0/$batch", { requests });
    expect(body.responses.map((each: { status: number }) => each.status)).toEqual([404, 429, 404]);
    expect(body.responses[1].headers["retry-after"]).toBe("7");
  });

  test("more than twenty, two of one id, or a wait for none of them are refused", async () => {
    const tenant = await start();
    const many = Array.from({ length: 21 }, (_, at) => part(String(at), "GET", "/users"));
    const twice = [part("1", "GET", "/users"), part("1", "GET", "/users")];
    const cased = [part("a", "GET", "/users"), part("A", "GET", "/users")];
    const lost = [part("1", "GET", "/users", { dependsOn: ["9"] })];
    for (const requests of [many, twice, cased, lost, []]) {
      expect((await tenant.ask("POST", "/graph/v1.0/$batch", { requests })).status).toBe(400);
    }
  });
});
