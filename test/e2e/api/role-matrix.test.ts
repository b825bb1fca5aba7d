import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { POLICIES, type Policy, type Role } from "../../../runtime/contract/http/roles.ts";
import type { Route } from "../../../runtime/contract/http/route.ts";
import { ROUTES, type RouteName, routePath } from "../../../runtime/contract/http/routes.ts";
import { RUN_ROUTES } from "../../../runtime/contract/http/run-routes.ts";
import { ORIGIN, openTestHost, type TestHost } from "./test-host.ts";

const SERVED = (Object.keys(ROUTES) as RouteName[]).filter((name) => !(name in RUN_ROUTES));
const NOBODY = ["none", "wrong tenant", "expired", "another host's"] as const;
const SOMEBODY: readonly Role[] = ["Reader", "Operator", "Admin", "Auditor"];

const PARAMS = {
  id: 1,
  memberId: 1,
  stepId: 1,
  incidentId: 1,
  name: "nobody",
  v: 1,
  key: "worker:x",
};

let host: TestHost;
const tokens = new Map<string, string>();

beforeAll(async () => {
  host = await openTestHost();
  for (const role of SOMEBODY) tokens.set(role, await host.tokenOf(role));
  const hour = 3_600;
  const now = Math.floor(Date.now() / 1_000);
  tokens.set("wrong tenant", await host.tokenWith({ tid: "99999999-0000-4000-8000-000000000000" }));
  tokens.set(
    "expired",
    await host.tokenWith({ iat: now - 2 * hour, nbf: now - 2 * hour, exp: now - hour }),
  );
  tokens.set("another host's", await host.tokenWith({ aud: "drover-local:another" }));
  tokens.set("no role", await host.tokenWith({ roles: [] }));
}, 120_000);
afterAll(() => host.stop());

async function ask(name: RouteName, who: string): Promise<number> {
  const route: Route = ROUTES[name];
  const token = tokens.get(who);
  const gone = new AbortController();
  const answer = await host.ask(
    new Request(new URL(routePath(route, PARAMS), ORIGIN), {
      method: route.method,
      signal: gone.signal,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  );
  await answer.body?.cancel();
  gone.abort();
  return answer.status;
}

const isAllowed = (policy: Policy, role: Role): boolean =>
  (POLICIES[policy] as readonly Role[]).includes(role);

describe("who may ask what", () => {
  test("every route but those of runs is served", async () => {
    const document = await host.ask(new Request(`${ORIGIN}/api/openapi.json`));
    const { paths } = (await document.json()) as { paths: Record<string, object> };
    const served = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(served.toSorted()).toEqual(SERVED.toSorted());
  });

  test.each(SERVED)(
    "M-104, X-76 (part): %s is answered by role, and to nobody without a token that is valid here",
    async (name) => {
      const { policy } = ROUTES[name];
      for (const who of NOBODY) {
        const status = await ask(name, who);
        if (policy === "public") expect([who, status]).toEqual([who, 200]);
        else expect([who, status]).toEqual([who, 401]);
      }
      for (const role of SOMEBODY) {
        const status = await ask(name, role);
        if (policy === "public" || isAllowed(policy, role)) {
          expect([401, 403]).not.toContain(status);
          expect(status).toBeLessThan(500);
        } else expect([role, status]).toEqual([role, 403]);
      }
      if (policy !== "public") expect(await ask(name, "no role")).toBe(403);
    },
  );

  test("nothing of it was a bug", () => {
    expect(host.complaints).toEqual([]);
  });
});
