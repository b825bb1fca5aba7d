import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refuse } from "../../../runtime/api/serving/answer.ts";
import type { Role } from "../../../runtime/contract/http/roles.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { localRoutes } from "../../../runtime/hosts/local/local-routes.ts";

let tenant: Server;
let control: string;

beforeAll(async () => {
  tenant = createServer((request, answer) => {
    const isKnown = request.url?.startsWith("/_sim/") ?? false;
    const isBare = request.headers.cookie === undefined;
    answer.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    answer.end(JSON.stringify({ asked: `${request.method} ${request.url}`, isBare }));
  });
  await new Promise<void>((resolve) => tenant.listen(0, "127.0.0.1", resolve));
  control = `http://127.0.0.1:${(tenant.address() as AddressInfo).port}/_sim`;
});

afterAll(() => {
  tenant.close();
});

function routes(role: Role | null) {
  let speed = 1;
  const begun: number[] = [];
  const serve = localRoutes({
    engine: {
      tenant: control,
      beginDemo: async (people) => {
        begun.push(people);
        return ok(true);
      },
      pace: {
        speed: () => speed,
        setSpeed: (next) => {
          speed = next;
        },
      },
    },
    authenticate: async () => {
      if (role === null) return refuse("unauthenticated", "Sign in first.");
      const who = { tenantId: "t", objectId: "o", name: "n", kind: "user", roles: [role] } as const;
      return ok({ ...who, expiresAt: new Date(0) });
    },
  });
  const ask = (method: string, path: string, body?: object) =>
    serve(
      new Request(`http://127.0.0.1:1${path}`, {
        method,
        headers: { cookie: "drover-1=secret" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  return { ask, begun, speed: () => speed };
}

describe("what only a local host serves", () => {
  test("the demonstration begins with so many people, at the pace that was asked for", async () => {
    const { ask, begun, speed } = routes("Operator");
    const answer = await ask("POST", "/local/demo", { people: 24, speed: 2_000 });
    expect([answer?.status, begun, speed()]).toEqual([202, [24], 2_000]);
  });

  test.each([
    ["POST", "/local/demo", { people: 0 }],
    ["POST", "/local/demo", {}],
    ["PUT", "/local/speed", { speed: 0.5 }],
    ["PUT", "/local/speed", { speed: "fast" }],
  ])("%s %s with %j is refused, and nothing changes", async (method, path, body) => {
    const { ask, begun, speed } = routes("Admin");
    expect((await ask(method, path, body))?.status).toBe(400);
    expect([begun, speed()]).toEqual([[], 1]);
  });

  test("who is not signed in gets nothing; a Reader looks and changes nothing", async () => {
    expect((await routes(null).ask("GET", "/local/tenant/summary"))?.status).toBe(401);
    const { ask, speed } = routes("Reader");
    expect((await ask("GET", "/local/tenant/summary"))?.status).toBe(200);
    expect((await ask("PUT", "/local/speed", { speed: 60 }))?.status).toBe(403);
    expect((await ask("DELETE", "/local/tenant/faults/rules"))?.status).toBe(403);
    expect(speed()).toBe(1);
  });

  test("the tenant's control is asked as one was asked, without the browser's cookie", async () => {
    const answer = await routes("Admin").ask("GET", "/local/tenant/log?top=5");
    expect(await answer?.json()).toEqual({ asked: "GET /_sim/log?top=5", isBare: true });
  });

  test("nothing but the control can be reached; other addresses are not served", async () => {
    const { ask } = routes("Admin");
    expect(await ask("GET", "/local/tenant/%2e%2e/graph/users")).toBeNull();
    const encoded = await ask("GET", "/local/tenant/..%2Fgraph");
    expect(await encoded?.json()).toMatchObject({ asked: "GET /_sim/..%2Fgraph" });
    expect(await ask("GET", "/local/demo")).toBeNull();
    expect(await ask("GET", "/api/batches")).toBeNull();
  });
});
