import { afterEach, describe, expect, test } from "@jest/globals";
import { call, newUser, requestToken, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

describe("users of a simulated tenant", () => {
  test("a user is created, read by id and by name, changed and removed", async () => {
    const { ask } = await startTenant();
    const created = await ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect((await ask("GET", `/graph/v1.0/users/${id}`)).body.displayName).toBe("kim");
    const patched = await ask("PATCH", `/graph/v1.0/users/${id}`, { department: "Sales" });
    expect(patched).toMatchObject({ status: 204, body: null });
    const select = "$select=id,department,accountEnabled";
    const read = await ask("GET", `/graph/v1.0/users/KIM@contoso.example?${select}`);
    expect(read.body).toMatchObject({ id, department: "Sales", accountEnabled: true });
    expect(JSON.stringify(read.body)).not.toContain("Tr0ub4dor");
    expect((await ask("DELETE", `/graph/v1.0/users/${id}`)).status).toBe(204);
    const gone = await ask("GET", `/graph/v1.0/users/${id}`);
    expect(gone.status).toBe(404);
    expect(gone.body.error.code).toBe("Request_ResourceNotFound");
  });

  test("a name that is taken is refused as Graph refuses it", async () => {
    const { ask } = await startTenant();
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    const again = await ask("POST", "/graph/v1.0/users", newUser("KIM"));
    expect(again.status).toBe(400);
    expect(again.body.error).toMatchObject({
      code: "Request_BadRequest",
      details: [{ code: "ObjectConflict", target: "userPrincipalName" }],
    });
  });

  test.each([
    ["no such property", { shoeSize: 45 }, /Invalid property 'shoeSize'/],
    ["a read-only one", { proxyAddresses: ["smtp:a@b.example"] }, /read-only/],
    ["a wrong type", { accountEnabled: "yes" }, /Invalid value/],
    ["an empty text", { department: "" }, /Invalid value/],
    ["a place of three letters", { usageLocation: "DEU" }, /'usageLocation'/],
    ["an employee's id of 17 letters", { employeeId: "12345678901234567" }, /'employeeId'/],
    ["a second number at work", { businessPhones: ["1", "2"] }, /'businessPhones'/],
    ["a foreign domain", { userPrincipalName: "kim@fabrikam.example" }, /verified domain/],
    ["a name with a space", { userPrincipalName: "k m@contoso.example" }, /invalid/],
    ["a short password", { passwordProfile: { password: "short" } }, /password/],
  ])("%s is refused", async (_title, change, message) => {
    const { ask } = await startTenant();
    const { status, body } = await ask("POST", "/graph/v1.0/users", newUser("kim", change));
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
    expect((await ask("GET", "/graph/v1.0/users")).body.value).toEqual([]);
  });

  test("filters find by name, and one that is not understood is refused", async () => {
    const { ask } = await startTenant();
    for (const name of ["kim", "kit", "o'neil"]) {
      await ask("POST", "/graph/v1.0/users", newUser(name, { mail: `${name}@contoso.example` }));
    }
    const find = async (filter: string) => {
      const path = `/graph/v1.0/users?$filter=${encodeURIComponent(filter)}`;
      const { status, body } = await ask("GET", path);
      return status === 200 ? body.value.map((user: { mail: string }) => user.mail) : body.error;
    };
    expect(await find("userPrincipalName eq 'KIM@contoso.example'")).toEqual([
      "kim@contoso.example",
    ]);
    expect(await find("startswith(displayName,'ki')")).toHaveLength(2);
    expect(await find("mail eq 'o''neil@contoso.example'")).toEqual(["o'neil@contoso.example"]);
    expect(await find("displayName eq 'kim' or displayName eq 'kit'")).toHaveLength(2);
    expect(await find("displayName eq 'kim' and accountEnabled eq false")).toEqual([]);
    expect(await find("proxyAddresses/any(p:p eq 'SMTP:kit@contoso.example')")).toHaveLength(1);
    expect(await find("proxyAddresses/any(p:startswith(p,'smtp:ki'))")).toHaveLength(2);
    const either = "(displayName eq 'kim' or displayName eq 'kit')";
    expect(await find(`${either} and startswith(mail,'kit')`)).toEqual(["kit@contoso.example"]);
    expect(await find("displayName eq 'kim' or displayName eq 'kit' and mail eq null")).toEqual([
      "kim@contoso.example",
    ]);
    expect(await find("userPrincipalName eq 'kim@contoso.example' or mail ne 'x'")).toMatchObject({
      code: "Request_UnsupportedQuery",
    });
  });

  test.each([
    "length(displayName) gt 3",
    "accountEnabled eq true)))",
    "(accountEnabled eq true",
    "startswith(displayName,'a'",
    "startswith(displayName,true)",
    "startswith displayName,'a'",
    "displayName eq 'a' and",
    "displayName eq 'a' displayName eq 'b'",
    "displayName eq a",
    "displayName eq 'a",
    "displayName = 'a'",
    "proxyAddresses/any(p:q eq 'a')",
    "proxyAddresses/any(p:p eq 'a'",
    "shoeSize eq '45'",
    `${"(".repeat(5_000)}displayName eq 'a'${")".repeat(5_000)}`,
    "",
  ])("the filter %j is refused", async (filter) => {
    const { ask } = await startTenant();
    await ask("POST", "/graph/v1.0/users", newUser("a"));
    const { status, body } = await ask("POST", "/graph/v1.0/$batch", {
      requests: [{ id: "1", method: "GET", url: `/users?$filter=${encodeURIComponent(filter)}` }],
    });
    expect([status, body.responses[0].status, body.responses[0].body.error.code]).toEqual([
      200,
      400,
      "BadRequest",
    ]);
  });

  test("advanced queries are answered to who says that it takes what is behind", async () => {
    const { ask } = await startTenant();
    for (const name of ["kim", "kit", "lee"]) {
      const more = { mail: `${name}@contoso.example`, displayName: `Dr ${name}` };
      await ask("POST", "/graph/v1.0/users", newUser(name, more));
    }
    const eventual = { ConsistencyLevel: "eventual" };
    const get = async (query: string, headers = {}) => {
      const { status, body } = await ask("GET", `/graph/v1.0/users${query}`, undefined, headers);
      return status === 200 ? (body.value?.length ?? body) : body.error.code;
    };
    const filters = [
      ["displayName ne 'Dr kim'", 2],
      ["not startswith(displayName,'Dr ki')", 1],
      ["endsWith(mail,'t@contoso.example')", 1],
    ] as const;
    for (const [filter, found] of filters) {
      const query = `?$filter=${encodeURIComponent(filter)}`;
      expect(await get(`${query}&$count=true`, eventual)).toBe(found);
      expect(await get(query, eventual)).toBe("Request_UnsupportedQuery");
      expect(await get(`${query}&$count=true`)).toBe("Request_UnsupportedQuery");
      expect(await get(query.replace("?", "/$count?"), eventual)).toBe(found);
    }
    const search = `?$search=${encodeURIComponent('"displayName:ki"')}`;
    expect(await get(search, eventual)).toBe(2);
    expect(await get(search)).toBe("Request_UnsupportedQuery");
    expect(await get("?$search=ki", eventual)).toBe("BadRequest");
    expect(await get("/$count")).toBe("Request_BadRequest");
    const counted = await ask("GET", "/graph/v1.0/users/$count", undefined, eventual);
    expect([counted.body, counted.headers.get("content-type")]).toEqual([3, "text/plain"]);
    expect((await ask("GET", "/graph/v1.0/groups/$count", undefined, eventual)).body).toBe(0);
    const count = async (headers: Readonly<Record<string, string>>) =>
      (await ask("GET", "/graph/v1.0/users?$count=true&$top=1", undefined, headers)).body;
    expect((await count(eventual))["@odata.count"]).toBe(3);
    // Without the word it is left out, and the rest is answered.
    expect(await count({})).not.toHaveProperty(["@odata.count"]);
  });

  test("pages follow one another by their links and miss nobody", async () => {
    const { ask, tenant } = await startTenant();
    const names = Array.from({ length: 25 }, (_, at) => `user${at}`);
    for (const name of names) await ask("POST", "/graph/v1.0/users", newUser(name));
    const seen: string[] = [];
    let path: string | undefined = "/graph/v1.0/users?$top=10&$select=displayName";
    while (path !== undefined) {
      const { body } = await ask("GET", path);
      seen.push(...body.value.map((user: { displayName: string }) => user.displayName));
      path = body["@odata.nextLink"]?.replace(tenant.world.settings.origin, "");
    }
    expect(seen).toEqual(names);
  });

  test("a user mastered elsewhere cannot be changed here", async () => {
    const { ask, tenant } = await startTenant();
    const { id } = (await ask("POST", "/graph/v1.0/users", newUser("kim"))).body;
    const row = tenant.world.tables.users.get(id);
    Object.assign(row?.versions[0]?.value ?? {}, { onPremisesSyncEnabled: true });
    const refused = await ask("PATCH", `/graph/v1.0/users/${id}`, { department: "Sales" });
    expect(refused.body.error.message).toMatch(/on-premises mastered/);
    const allowed = await ask("PATCH", `/graph/v1.0/users/${id}`, { usageLocation: "DE" });
    expect(allowed.status).toBe(204);
  });
});

describe("the tokens of a simulated tenant", () => {
  test("a call without a token, with one of another API or a forged one is refused", async () => {
    const { tenant, token } = await startTenant();
    const wrong = [null, await token("exchange"), `${await token("graph")}x`];
    for (const each of wrong) {
      const refused = await call(tenant, "GET", "/graph/v1.0/users", undefined, each);
      expect([refused.status, refused.body.error.code]).toEqual([
        401,
        "InvalidAuthenticationToken",
      ]);
      const challenge = refused.headers.get("www-authenticate");
      expect(challenge).toMatch(/^Bearer realm="", authorization_uri="http/);
    }
    const secret = `/vault/secrets/a?api-version=7.4`;
    const refused = await call(tenant, "GET", secret, undefined, await token("graph"));
    const challenge = `Bearer authorization="${tenant.addresses.authority}/${tenant.tenantId}"`;
    expect(refused.headers.get("www-authenticate")).toBe(
      `${challenge}, resource="https://vault.azure.net"`,
    );
  });

  test("a token ends after its time", async () => {
    const { ask, clock } = await startTenant({ tokenLifetimeSec: 600 });
    expect((await ask("GET", "/graph/v1.0/users")).status).toBe(200);
    clock.advance(600_000);
    expect((await ask("GET", "/graph/v1.0/users")).status).toBe(401);
  });

  test("an application is asked for its secret, or for an assertion about itself", async () => {
    const { tenant, clock } = await startTenant();
    const { clientId, secret } = tenant.app;
    const scope = "https://graph.microsoft.com/.default";
    const base = { grant_type: "client_credentials", client_id: clientId, scope };
    const assertion = (sub: string) =>
      [
        "",
        Buffer.from(JSON.stringify({ sub, exp: clock.now().getTime() })).toString("base64url"),
        "",
      ].join(".");
    const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    const proofs = [
      [{ client_secret: secret }, 200],
      [{ client_secret: "guess" }, 401],
      [{ client_assertion_type: type, client_assertion: assertion(clientId) }, 200],
      [{ client_assertion_type: type, client_assertion: assertion("other") }, 401],
    ] as const;
    for (const [proof, status] of proofs) {
      expect((await requestToken(tenant, { ...base, ...proof })).status).toBe(status);
    }
  });

  test("an application can do what it was consented to, and nothing else", async () => {
    const app = { clientId: "reader", secret: "s", roles: ["User.Read.All"] };
    const { ask } = await startTenant({ apps: [app] });
    expect((await ask("GET", "/graph/v1.0/users")).status).toBe(200);
    const refused = await ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect([refused.status, refused.body.error.code]).toEqual([403, "Authorization_RequestDenied"]);
  });

  const ENABLES = "User.EnableDisableAccount.All";
  const KIM = "/graph/v1.0/users/kim@contoso.example";
  test.each([
    [[ENABLES, "User.Read.All"], "PATCH", { accountEnabled: false }, 404],
    [[ENABLES, "User.Read.All"], "PATCH", { accountEnabled: false, department: "x" }, 403],
    [[ENABLES, "User.Read.All"], "DELETE", undefined, 403],
    [[ENABLES], "PATCH", { accountEnabled: false }, 403],
    [["User.Read.All"], "PATCH", { accountEnabled: false }, 403],
    [["User.DeleteRestore.All"], "DELETE", undefined, 404],
    [["User.DeleteRestore.All"], "GET", undefined, 403],
    [["User.DeleteRestore.All"], "PATCH", { accountEnabled: false }, 403],
  ])(
    "a lesser permission opens its part alone: %j, %s %j: %d",
    async (roles, method, body, status) => {
      const { ask } = await startTenant({ apps: [{ clientId: "part", secret: "s", roles }] });
      expect((await ask(method, KIM, body)).status).toBe(status);
    },
  );
});
