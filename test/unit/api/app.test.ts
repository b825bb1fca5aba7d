import { describe, expect, test } from "@jest/globals";
import { type AppParts, createApp } from "../../../runtime/api/app.ts";
import { Health } from "../../../runtime/contract/http/health.ts";
import { ProblemDetails } from "../../../runtime/contract/http/problem-details.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";

const health: Health = {
  status: "ok",
  version: "1.2.3",
  mode: "local",
  instanceId: "6f6f3a1e-7a52-4c55-8b3f-0a5f0c2d9e11",
  startedAt: "2026-01-01T00:00:00.000Z",
  uptimeSec: 7,
  engine: { tickAgeSec: 3, liveBatches: 1, inFlight: 2, attention: 0, openIncidents: 0 },
};
const bugs: string[] = [];
const parts: AppParts = {
  handlers: { getHealth: async () => ok(health) },
  authenticate: async () => fail({ code: "unauthenticated", detail: "nobody" }),
  admit: () => true,
  audit: async () => ok(undefined),
  version: "1.2.3",
  newCorrelationId: () => "c-1",
  onBug: (error, correlationId) => bugs.push(`${correlationId} ${error.message}`),
};

describe("the HTTP app", () => {
  test("health is answered as the contract says, and never from a cache", async () => {
    const answer = await createApp(parts).request("/api/health");
    expect(Health.parse(await answer.json())).toEqual(health);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("the page of the API may use its own style sheet and nothing else", async () => {
    const answer = await createApp(parts).request("/api/docs");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /);
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const html = await answer.text();
    expect(html).toContain("/api/health");
    expect(html).not.toMatch(/<script|https?:\/\/|src=/);
  });

  test("a path that does not exist is a problem document with a code", async () => {
    const answer = await createApp(parts).request("/api/nothing", { method: "POST" });
    expect(answer.status).toBe(404);
    expect(ProblemDetails.parse(await answer.json())).toMatchObject({
      code: "not-found",
      detail: "Nothing is served at POST /api/nothing.",
      correlationId: "c-1",
    });
  });

  test("a method that a path does not have is refused, with those it has", async () => {
    const answer = await createApp(parts).request("/api/health", { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
  });

  test("a caller's own correlation id is used when it is one", async () => {
    const asking = (id: string) =>
      createApp(parts).request("/api/health", { headers: { "x-correlation-id": id } });
    expect((await asking("mine-7")).headers.get("x-correlation-id")).toBe("mine-7");
    expect((await asking("a b<c>")).headers.get("x-correlation-id")).toBe("c-1");
  });

  test("a bug is told to the log, and to the caller only by its correlation id", async () => {
    const broken = () => {
      throw new Error("the password is hunter2");
    };
    const app = createApp({ ...parts, handlers: { getHealth: broken } });
    const answer = await app.request("/api/health");
    expect(answer.status).toBe(500);
    const body = await answer.text();
    expect(ProblemDetails.parse(JSON.parse(body))).toMatchObject({ code: "internal-error" });
    expect(body).not.toContain("hunter2");
    expect(bugs).toEqual(["c-1 the password is hunter2"]);
  });
});
