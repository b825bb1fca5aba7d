import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import type { Route } from "../../../../runtime/contract/http/route.ts";
import { problemsOf, ROUTES, routePath } from "../../../../runtime/contract/http/routes.ts";

const ALL: readonly (readonly [string, Route])[] = Object.entries(ROUTES);

/** The two endpoint tables of the designs, line by line. */
const PROMISED = [
  "POST /api/runbooks admin M-094",
  "GET /api/runbooks authenticated M-095",
  "GET /api/runbooks/{name} authenticated M-095",
  "GET /api/runbooks/{name}/versions authenticated M-095",
  "GET /api/runbooks/{name}/versions/{v} authenticated M-095",
  "DELETE /api/runbooks/{name}/versions/{v} admin M-096",
  "GET /api/runbooks/{name}/automation authenticated M-097",
  "PUT /api/runbooks/{name}/automation admin M-097",
  "POST /api/runbooks/{name}/query/preview admin M-098",
  "GET /api/runbooks/{name}/template authenticated M-099",
  "GET /api/batches authenticated M-100",
  "GET /api/batches/{id} authenticated M-100",
  "POST /api/batches admin M-100",
  "GET /api/batches/{id}/members authenticated M-101",
  "POST /api/batches/{id}/members admin M-101",
  "DELETE /api/batches/{id}/members/{memberId} admin M-101",
  "GET /api/batches/{id}/phases authenticated M-102",
  "GET /api/batches/{id}/steps authenticated M-102",
  "POST /api/batches/{id}/advance admin M-103",
  "POST /api/batches/{id}/cancel admin M-103",
  "GET /api/status authenticated H-062",
  "GET /api/runs authenticated H-063",
  "GET /api/runs/{run_id} authenticated H-064",
  "GET /api/runs/{run_id}/resources authenticated H-065",
  "GET /api/runs/{run_id}/service-principals authenticated H-066",
  "GET /api/runs/{run_id}/logs authenticated H-067",
];

const lineOf = ({ method, path, policy, promise }: Route): string =>
  [method, path, policy, promise].join(" ");

/** They look at a text that comes with them. */
const CHANGE_NOTHING: ReadonlySet<string> = new Set(["previewBatch", "validateRunbook"]);

describe("the route table", () => {
  test(
    "M-094 (part), M-095 (part), M-096 (part), M-097 (part), M-098 (part), M-099 (part): " +
      "it has the designs' routes, all 26",
    () => {
      const lines = ALL.map(([, route]) => lineOf(route));
      expect(lines).toEqual(expect.arrayContaining(PROMISED));
    },
  );

  test("M-104 (part): of the designs' routes, reading needs any role, the rest Admin", () => {
    const designs = ALL.filter(([, route]) => PROMISED.includes(lineOf(route)));
    for (const [, { method, policy }] of designs)
      expect(policy).toBe(method === "GET" ? "authenticated" : "admin");
  });

  test("X-76 (part): changes are for Admin or Operator, and only health is public", () => {
    const open = ALL.filter(([, { policy }]) => policy === "public").map(([name]) => name);
    expect(open).toEqual(["getHealth", "getReady", "getEnvironment"]);
    const changing = ALL.filter(
      ([name, { method }]) => method !== "GET" && !CHANGE_NOTHING.has(name),
    );
    for (const [, { policy }] of changing) expect(["admin", "operator"]).toContain(policy);
  });

  test("every route has an address of its own", () => {
    const addresses = ALL.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(ALL.length);
  });

  test("R17 (part): what acts on a batch takes If-Match and may say it has changed", () => {
    for (const [, route] of ALL) {
      const acts = route.method !== "GET" && route.path.startsWith("/api/batches/{id}");
      expect(route.ifMatch).toBe(acts);
      expect(problemsOf(route).includes("batch-changed")).toBe(acts);
    }
  });

  test.each(ALL)("%s: the parameters of the path are those of its schema", (_, route) => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
  });

  test.each(ALL)("%s: its schemas can be shown as JSON Schema", (_, route) => {
    const { request, response } = route;
    const shown = [route.params, route.query];
    if (request?.contentType === "application/json") shown.push(request.schema);
    if ("schema" in response) shown.push(response.schema);
    for (const schema of shown)
      if (schema !== null) expect(z.toJSONSchema(schema, { io: "input" })).toHaveProperty("type");
  });

  test("M-090 (part), M-092 (part), M-099 (part): members come and go as CSV", () => {
    expect(ROUTES.createBatch.request).toEqual({ contentType: "text/csv" });
    expect(ROUTES.addMembers.request).toEqual({ contentType: "text/csv" });
    expect(ROUTES.getTemplate.response.contentType).toBe("text/csv");
  });

  test("X-60: a parameter stays one segment of the path, whatever it holds", () => {
    expect(routePath(ROUTES.getRunbookVersion, { name: "a/../b?c", v: 3 })).toBe(
      "/api/runbooks/a%2F..%2Fb%3Fc/versions/3",
    );
    expect(() => routePath(ROUTES.getBatch, {})).toThrow("needs the parameter id");
  });
});
