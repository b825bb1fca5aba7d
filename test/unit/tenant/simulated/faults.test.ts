import { afterEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  CALM,
  type FaultProfile,
  ROUGH,
} from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import type { Strike } from "../../../../runtime/tenant/simulated/faults/fault-state.ts";
import { type Row, shown, withVersion } from "../../../../runtime/tenant/simulated/records.ts";
import { type Asked, newUser, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const exists = async ({ tenant }: Asked, name: string): Promise<boolean> =>
  [...tenant.world.tables.users.values()].some(
    (row) => row.versions.at(-1)?.value?.displayName === name,
  );

const strikeNext = ({ ask }: Asked, strike: Strike, more: object = {}) =>
  ask("POST", "/_sim/faults/rules", { family: "graph", method: "POST", strike, ...more });

describe("chance", () => {
  /** What befalls calls whose bodies hold a password and the tenant's own address. */
  const fates = async (password: string): Promise<readonly number[]> => {
    const faults = { ...CALM, errorBeforeShare: 0.5 };
    const { ask, tenant } = await startTenant({ faults, company: { people: 20, domain: DOMAIN } });
    const { origin } = tenant.world.settings;
    const group = [...tenant.world.tables.groups.keys()][0];
    const seen: number[] = [];
    for (const id of [...tenant.world.tables.users.keys()].slice(0, 15)) {
      const made = newUser(`n${id.slice(0, 5)}`, { passwordProfile: { password } });
      seen.push((await ask("POST", "/graph/v1.0/users", made)).status);
      const reference = { "@odata.id": `${origin}/graph/v1.0/directoryObjects/${id}` };
      seen.push((await ask("POST", `/graph/v1.0/groups/${group}/members/$ref`, reference)).status);
      const path = `/exchange/adminapi/beta/${tenant.tenantId}/InvokeCommand`;
      const CmdletInput = {
        CmdletName: "New-MailUser",
        Parameters: { Name: id, Password: password },
      };
      seen.push((await ask("POST", path, { CmdletInput })).status);
    }
    return seen;
  };
  const DOMAIN = "contoso.example";

  test("two tenants of one seed meet the same calls with the same luck, at any port", async () => {
    const first = await fates("Tr0ub4dor&3");
    expect(await fates("an0ther&Pass")).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(2);
  });
});

describe("failures on purpose", () => {
  test.each<[string, Strike, boolean]>([
    ["an error before the effect leaves nothing", { kind: "error-before", status: 503 }, false],
    ["an error after the effect leaves all of it", { kind: "error-after", status: 504 }, true],
    ["a refusal for lack of room leaves nothing", { kind: "throttle", retryAfterSec: 9 }, false],
  ])("%s", async (_title, strike, isThere) => {
    const tenant = await startTenant();
    await strikeNext(tenant, strike);
    const { status, headers } = await tenant.ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect(status).toBe(strike.kind === "throttle" ? 429 : "status" in strike ? strike.status : 0);
    expect(headers.get("retry-after")).toBe(strike.kind === "throttle" ? "9" : null);
    expect(await exists(tenant, "kim")).toBe(isThere);
    const next = await tenant.ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect(next.status).toBe(isThere ? 400 : 201);
  });

  test.each<[string, Strike, boolean]>([
    ["a connection that is cut before the effect leaves nothing", { kind: "cut-before" }, false],
    ["a connection that is cut after the effect leaves all of it", { kind: "cut-after" }, true],
  ])("%s", async (_title, strike, isThere) => {
    const tenant = await startTenant();
    await tenant.token("graph");
    await strikeNext(tenant, strike);
    await expect(tenant.ask("POST", "/graph/v1.0/users", newUser("kim"))).rejects.toThrow();
    expect(await exists(tenant, "kim")).toBe(isThere);
  });

  test("a slow answer comes when its time has come", async () => {
    const tenant = await startTenant();
    await tenant.token("graph");
    await strikeNext(tenant, { kind: "slow", ms: 3_000 });
    let status: number | null = null;
    const answer = tenant.ask("POST", "/graph/v1.0/users", newUser("kim")).then((reply) => {
      status = reply.status;
    });
    while (tenant.clock.next() === null) await new Promise((resolve) => setImmediate(resolve));
    tenant.clock.advance(2_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(status).toBeNull();
    tenant.clock.advance(1);
    await answer;
    expect(status).toBe(201);
  });

  test("a rule strikes only what fits it, and as often as it says", async () => {
    const tenant = await startTenant();
    const strike: Strike = { kind: "error-before", status: 500 };
    await strikeNext(tenant, strike, { contains: '"displayName":"kim"', times: 2 });
    const create = async (name: string) =>
      (await tenant.ask("POST", "/graph/v1.0/users", newUser(name))).status;
    expect(await create("lee")).toBe(201);
    expect([await create("kim"), await create("kim"), await create("kim")]).toEqual([
      500, 500, 201,
    ]);
  });
});

describe("limits", () => {
  const read = async ({ ask }: Asked) => {
    const { status, headers } = await ask("GET", "/graph/v1.0/groups");
    return status === 200 ? 200 : Number(headers.get("retry-after"));
  };
  const limited = (limits: Partial<FaultProfile["limits"]>) =>
    startTenant({ faults: { ...CALM, limits: { ...CALM.limits, ...limits } } });

  test("a bucket gives its burst at once, then its rate; being refused costs nothing", async () => {
    const tenant = await limited({ graph: { kind: "bucket", perSec: 0.5, burst: 3 } });
    expect([await read(tenant), await read(tenant), await read(tenant)]).toEqual([200, 200, 200]);
    expect([await read(tenant), await read(tenant)]).toEqual([2, 2]);
    tenant.clock.advance(2_000);
    expect([await read(tenant), await read(tenant)]).toEqual([200, 2]);
  });

  test("a window gives so many calls until it ends", async () => {
    const tenant = await limited({ graph: { kind: "window", calls: 2, windowSec: 10 } });
    expect([await read(tenant), await read(tenant), await read(tenant)]).toEqual([200, 200, 10]);
    tenant.clock.advance(7_500);
    expect(await read(tenant)).toBe(3);
    tenant.clock.advance(2_500);
    expect(await read(tenant)).toBe(200);
  });

  test("each API has its own, and parts of a batch count one by one", async () => {
    const tenant = await limited({ graph: { kind: "window", calls: 2, windowSec: 10 } });
    const requests = ["1", "2", "3"].map((id) => ({ id, method: "GET", url: "/groups" }));
    const { body } = await tenant.ask("POST", "/graph/v1.0/$batch", { requests });
    expect(body.responses.map((part: { status: number }) => part.status)).toEqual([200, 200, 429]);
    expect((await tenant.ask("GET", "/vault/secrets?api-version=7.4")).status).toBe(200);
  });

  test("the profile changes while the tenant runs", async () => {
    const tenant = await startTenant();
    const limits = { graph: { kind: "window", calls: 1, windowSec: 10 } };
    const changed = await tenant.ask("PUT", "/_sim/faults", { profile: { base: "calm", limits } });
    expect(changed.body.profile).toMatchObject({ name: "custom", limits, moveFailShare: 0 });
    expect([await read(tenant), await read(tenant)]).toEqual([200, 10]);
    await tenant.ask("PUT", "/_sim/faults", { profile: "calm" });
    expect(await read(tenant)).toBe(200);
  });

  test.each([
    [{ profile: "wild" }],
    [{ profile: { base: "calm", errorAfterShare: 2 } }],
    [{ profile: { base: "calm", shoeSize: 45 } }],
    [{ profile: { latencyMs: [5, 1] } }],
    [undefined],
  ])("%j is no profile", async (body) => {
    const { ask } = await startTenant();
    expect((await ask("PUT", "/_sim/faults", body)).status).toBe(400);
    expect((await ask("GET", "/_sim/faults")).body.profile.name).toBe("calm");
  });
});

describe("what is seen, and when", () => {
  const lagging = (directory: number, exchange: number) =>
    startTenant({
      faults: {
        ...CALM,
        lagMs: { ...CALM.lagMs, directory: [directory, directory], exchange: [exchange, exchange] },
      },
    });

  test("a new user is reserved at once and seen later", async () => {
    const { ask, clock } = await lagging(5_000, 0);
    const { id } = (await ask("POST", "/graph/v1.0/users", newUser("kim"))).body;
    expect((await ask("GET", `/graph/v1.0/users/${id}`)).status).toBe(404);
    expect((await ask("PATCH", `/graph/v1.0/users/${id}`, { city: "Berlin" })).status).toBe(404);
    expect((await ask("POST", "/graph/v1.0/users", newUser("kim"))).status).toBe(400);
    clock.advance(5_000);
    expect((await ask("GET", `/graph/v1.0/users/${id}`)).status).toBe(200);
  });

  test("a change shows the old value for a while, and none is lost by it", async () => {
    const { ask, clock } = await lagging(5_000, 0);
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    clock.advance(5_000);
    const path = "/graph/v1.0/users/kim@contoso.example";
    await ask("PATCH", path, { city: "Berlin" });
    await ask("PATCH", path, { department: "Sales" });
    const read = async () => (await ask("GET", `${path}?$select=city,department`)).body;
    expect(await read()).toMatchObject({ city: null, department: null });
    clock.advance(5_000);
    expect(await read()).toMatchObject({ city: "Berlin", department: "Sales" });
  });

  test("Exchange shows a mail user later than the directory", async () => {
    const { ask, clock, tenant } = await lagging(0, 20_000);
    const path = `/exchange/adminapi/beta/${tenant.tenantId}/InvokeCommand`;
    const run = async (CmdletName: string, Parameters: object) =>
      (await ask("POST", path, { CmdletInput: { CmdletName, Parameters } })).status;
    const find = () => run("Get-Recipient", { Identity: "kim@contoso.example" });
    await run("New-MailUser", {
      Name: "kim",
      MicrosoftOnlineServicesID: "kim@contoso.example",
      ExternalEmailAddress: "kim@old.example",
      Password: "Tr0ub4dor&3",
    });
    expect((await ask("GET", "/graph/v1.0/users/kim@contoso.example")).status).toBe(200);
    expect(await find()).toBe(404);
    clock.advance(20_000);
    expect(await find()).toBe(200);
  });

  test("a view never goes back", () => {
    const steps = fc.array(fc.tuple(fc.nat(5_000), fc.nat(30_000)), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (list) => {
        let row: Row<number> | undefined;
        let now = 1_000;
        let seen = -1;
        const lags = new Map(list.map(([, lag], at) => [at, lag]));
        const written = new Map<number, number>();
        for (const [at, [wait]] of list.entries()) {
          now += wait + 1;
          written.set(now, at);
          row = withVersion(row, 0, { at: now, value: at });
          for (const later of [0, 10_000]) {
            const lag = (_key: string, when: number) => lags.get(written.get(when) ?? -1) ?? 0;
            const value = shown(row, "k", now + later, lag) ?? -1;
            if (later === 0) {
              expect(value).toBeGreaterThanOrEqual(seen);
              seen = value;
            } else expect(value).toBeGreaterThanOrEqual(seen);
          }
        }
      }),
    );
  });
});

describe("chance", () => {
  test("who calls in another order meets the same luck", async () => {
    const faults = { ...ROUGH, latencyMs: [0, 0] as const, slowShare: 0, limits: CALM.limits };
    const names = Array.from({ length: 40 }, (_, at) => `user${at}`);
    const outcomes = async (order: readonly string[]) => {
      const tenant = await startTenant({ faults, seed: "order" });
      tenant.tenant.world.faults.profile = CALM;
      await tenant.token("graph");
      tenant.tenant.world.faults.profile = faults;
      const found = new Map<string, number>();
      for (const name of order) {
        const reply = tenant.ask("POST", "/graph/v1.0/users", newUser(name));
        found.set(name, await reply.then(({ status }) => status).catch(() => 0));
      }
      return names.map((name) => found.get(name));
    };
    const forwards = await outcomes(names);
    expect(await outcomes(names.toReversed())).toEqual(forwards);
    expect(new Set(forwards).size).toBeGreaterThan(1);
  });
});
