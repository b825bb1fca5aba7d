import { describe, expect, test } from "@jest/globals";
import { type AppParts, createApp } from "../../../runtime/api/app.ts";
import { Health } from "../../../runtime/contract/http/health.ts";
import { ProblemDetails } from "../../../runtime/contract/http/problem-details.ts";

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
  health: async () => health,
  firstPage: () => ({ html: "<p>hello</p>", style: "p{}" }),
  newCorrelationId: () => "c-1",
  onBug: (error, correlationId) => bugs.push(`${correlationId} ${error.message}`),
};

describe("the HTTP app", () => {
  test("health is answered as the contract says, and never from a cache", async () => {
    const answer = await createApp(parts).request("/api/health");
    expect(Health.parse(await answer.json())).toEqual(health);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("a page may use its own style sheet and nothing else", async () => {
    const answer = await createApp(parts).request("/");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /);
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await answer.text()).toBe("<p>hello</p>");
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

  test("a bug is told to the log, and to the caller only by its correlation id", async () => {
    const broken = () => {
      throw new Error("the password is hunter2");
    };
    const answer = await createApp({ ...parts, health: broken }).request("/api/health");
    expect(answer.status).toBe(500);
    const body = await answer.text();
    expect(ProblemDetails.parse(JSON.parse(body))).toMatchObject({ code: "internal-error" });
    expect(body).not.toContain("hunter2");
    expect(bugs).toEqual(["c-1 the password is hunter2"]);
  });
});
