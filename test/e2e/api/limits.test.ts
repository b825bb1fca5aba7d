import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { admission } from "../../../runtime/api/serving/admission.ts";
import type { Caller } from "../../../runtime/api/serving/caller.ts";
import { AuditPage } from "../../../runtime/contract/http/audit.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { makeBatch, ORIGIN, openTestHost, type TestHost } from "./test-host.ts";

let host: TestHost;
let batchId: number;

beforeAll(async () => {
  host = await openTestHost();
  batchId = await makeBatch(host);
}, 120_000);
afterAll(() => host.stop());

async function ask(path: string, init: RequestInit = {}, role: "Admin" | "Reader" = "Admin") {
  const authorization = `Bearer ${await host.tokenOf(role)}`;
  const headers = { authorization, ...init.headers };
  return host.ask(new Request(`${ORIGIN}${path}`, { ...init, headers }));
}

const post = (path: string, type: string, body: NonNullable<RequestInit["body"]>) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": type },
    body,
    duplex: "half",
  } as RequestInit);

/** As much as one likes, a little at a time. */
const endless = (): ReadableStream<Uint8Array> => {
  const chunk = new Uint8Array(1_048_576).fill(97);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
};

describe("the bounds of a request", () => {
  test.each([
    ["/api/runbooks/validate", "application/json", LIMITS.requestBytes],
    ["/api/batches?runbookName=welcome", "text/csv", LIMITS.csvBytes],
  ])("a body of %s that never ends is refused at its limit", async (path, type, limit) => {
    const answer = await post(path, type, endless());
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: "too-large",
      detail: expect.stringContaining(String(limit)),
    });
  });

  test.each([
    ["/api/runbooks/validate", "text/plain"],
    ["/api/runbooks/validate", "application/x-www-form-urlencoded"],
    ["/api/batches?runbookName=welcome", "application/json"],
    ["/api/batches?runbookName=welcome", "multipart/form-data"],
  ])("%s does not take %s", async (path, type) => {
    expect((await post(path, type, "{}")).status).toBe(415);
  });

  test.each([
    ["?limt=5", "There is no parameter of that name here. It takes cursor, limit"],
    ["?limit=5&limit=6", "given twice"],
    ["?limit=0", "limit"],
    ["?limit=1001", "limit"],
    ["?status=gone", "status"],
    ["?cursor=bm9uc2Vuc2U", "cursor is not one of ours"],
    ["?cursor=WzFlMzAwXQ", "cursor is not one of ours"],
  ])("a list asked for with %s is refused with the reason", async (query, reason) => {
    const answer = await ask(`/api/batches${query}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { readonly detail: string }).detail).toContain(reason);
  });

  test.each([
    ["if-match", 'W/"7"', "invalid-request"],
    ["if-match", "7", "invalid-request"],
    ["idempotency-key", "with space", "invalid-key"],
    ["idempotency-key", "x".repeat(129), "invalid-key"],
  ])("R17 (part): the header %s: %s is refused, not overlooked", async (name, value, code) => {
    const headers = { [name]: value };
    const answer = await ask(`/api/batches/${batchId}/pause`, { method: "POST", headers });
    expect(await answer.json()).toMatchObject({ status: 400, code });
  });

  test("whoever asks too often waits; others do not", () => {
    const time = { ms: 0 };
    const admit = admission({ perSec: 2, atOnce: 3 }, () => new Date(time.ms));
    const caller = (objectId: string) => ({ tenantId: "t", objectId }) as Caller;
    const asks = Array.from({ length: 5 }, () => admit(caller("ada")));
    expect(asks).toEqual([true, true, true, false, false]);
    expect(admit(caller("bob"))).toBe(true);
    time.ms += 500;
    expect([admit(caller("ada")), admit(caller("ada"))]).toEqual([true, false]);
  });
});

describe("what auditors find", () => {
  test(
    "every change with who asked for it, done or refused, and every look at member " + "data",
    async () => {
      await ask(`/api/batches/${batchId}/members`, {}, "Reader");
      await ask(`/api/batches/${batchId}/members`, {}, "Reader");
      await ask(`/api/batches/${batchId}`, {}, "Reader");
      await ask(`/api/batches/${batchId}/resume`, { method: "POST" });
      await ask(`/api/batches/${batchId}/cancel`, { method: "POST" }, "Reader");
      await ask("/api/batches/999/cancel", { method: "POST" });
      const { items } = AuditPage.parse(await (await ask("/api/audit?limit=5")).json());
      const lines = items.map(
        ({ actor, action, status }) => `${actor.split("@")[0]} ${action} ${status}`,
      );
      expect(lines).toEqual([
        "demo-admin cancelBatch 404",
        "demo-reader cancelBatch 403",
        "demo-admin resumeBatch 200",
        "demo-reader listMembers 200",
        expect.stringContaining("demo-admin pauseBatch 400"),
      ]);
      const [newest] = items;
      expect(newest?.identity).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
      expect(newest?.target).toBe("/api/batches/999/cancel");
      const own = await ask("/api/audit?actor=demo-reader@drover.local");
      const readers = AuditPage.parse(await own.json()).items;
      expect(new Set(readers.map(({ actor }) => actor))).toEqual(
        new Set(["demo-reader@drover.local"]),
      );
    },
  );
});
