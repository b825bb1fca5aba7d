import { request } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { newUser, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const COMPANY = { people: 60, domain: "contoso.example" };

describe("looking into a simulated tenant", () => {
  test("the summary counts objects and requests", async () => {
    const { ask } = await startTenant({ company: COMPANY });
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    await ask("GET", "/graph/v1.0/users/nobody@contoso.example");
    const { body } = await ask("GET", "/_sim/summary");
    expect(body).toMatchObject({
      seed: "test",
      company: COMPANY,
      domains: ["contoso.example"],
      objects: { users: 62, mail: 60, deletedUsers: 0 },
      faults: { profile: "calm", rules: 0 },
      requests: { graph: { calls: 2, throttled: 0, failed: 0 }, login: { calls: 1 } },
    });
  });

  test("objects are listed in pages, searched, and told with their versions", async () => {
    const { ask, clock } = await startTenant({ company: COMPANY });
    const { id } = (await ask("POST", "/graph/v1.0/users", newUser("kim"))).body;
    clock.advance(1_000);
    await ask("PATCH", `/graph/v1.0/users/${id}`, { city: "Zürich" });
    const found = await ask("GET", `/_sim/objects/users?search=${encodeURIComponent("zürich")}`);
    expect(found.body).toMatchObject({
      total: 1,
      next: null,
      items: [{ key: id, isNew: true, changedAt: "2026-05-04T08:00:01.000Z" }],
    });
    const one = await ask("GET", `/_sim/objects/users/${id}`);
    expect(one.body.versions.map(({ at }: { at: string }) => at)).toEqual([
      "2026-05-04T08:00:00.000Z",
      "2026-05-04T08:00:01.000Z",
    ]);
    const keys: string[] = [];
    let after: number | null = -1;
    while (after !== null) {
      const { body } = await ask("GET", `/_sim/objects/users?top=25&after=${after}`);
      keys.push(...body.items.map(({ key }: { key: string }) => key));
      after = body.next;
    }
    expect(new Set(keys).size).toBe(62);
    expect(keys).toHaveLength(62);
  });

  test("what a webhook is told is in the outbox, anything else is refused", async () => {
    const { ask } = await startTenant();
    const told = await ask("POST", "/_sim/alerts/ops", { subject: "Wave 3", text: "Through." });
    expect(told.status).toBe(204);
    expect((await ask("POST", "/_sim/alerts/ops", { subject: 3 })).status).toBe(400);
    expect((await ask("GET", "/_sim/objects/outbox")).body).toMatchObject({
      total: 1,
      items: [{ value: { from: "webhook ops", message: { subject: "Wave 3" } } }],
    });
  });

  test("the log has the last requests without tokens and bodies", async () => {
    const { ask, token } = await startTenant();
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    const { body } = await ask("GET", "/_sim/log?family=graph");
    expect(body.entries).toMatchObject([
      { family: "graph", method: "POST", target: "/v1.0/users", status: 201, strike: null },
    ]);
    const whole = JSON.stringify((await ask("GET", "/_sim/log")).body);
    expect(whole).not.toContain(await token("graph"));
    expect(whole).not.toContain("Tr0ub4dor");
  });

  test.each(["/_sim", "/_sim/cars", "/_sim/objects/cars", "/_sim/objects/users/none"])(
    "%s leads nowhere",
    async (path) => {
      const { ask } = await startTenant();
      expect((await ask("GET", path)).status).toBe(404);
    },
  );

  test("a page of another place, or another name of this machine, is refused", async () => {
    const { tenant } = await startTenant();
    const { port } = new URL(tenant.addresses.control);
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { port, host: "127.0.0.1", path: "/_sim/summary", headers };
        request(options, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await status({})).toBe(200);
    expect(await status({ host: "evil.example" })).toBe(403);
    expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
  });
});

describe("requests that are none", () => {
  test("a body that is too large, no JSON or hostile is refused", async () => {
    const { tenant, token } = await startTenant();
    const headers = {
      authorization: `Bearer ${await token("graph")}`,
      "content-type": "application/json",
    };
    const send = async (body: string, path = "/v1.0/users") => {
      const response = await fetch(`${tenant.addresses.graph}${path}`, {
        method: "POST",
        headers,
        body,
      });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    expect(await send("{")).toEqual([400, "BadRequest"]);
    expect(await send('{"__proto__":{"id":"x"}}')).toEqual([400, "BadRequest"]);
    expect(await send("[".repeat(100) + "]".repeat(100))).toEqual([400, "BadRequest"]);
    expect(await send("{}", `/v1.0/users/${"x".repeat(9_000)}`)).toEqual([414, "UriTooLong"]);
    expect(await send("{}", "/v1.0/users/%E0%A4%A")).toEqual([400, "BadRequest"]);
    const large = JSON.stringify({ displayName: "x".repeat(5 * 1024 * 1024) });
    const sent = await send(large).catch(() => "cut");
    expect(["cut", 413]).toContain(Array.isArray(sent) ? sent[0] : sent);
    expect(tenant.world.tables.users.size).toBe(0);
  });

  test("a service that is not there is not found", async () => {
    const { tenant } = await startTenant();
    expect((await fetch(`${tenant.world.settings.origin}/teams/v1.0`)).status).toBe(404);
  });
});
