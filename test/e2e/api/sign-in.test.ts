import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SignInLink } from "../../../runtime/contract/dev-token.ts";
import { devToken } from "./client.ts";
import { ORIGIN, openTestHost, type TestHost } from "./test-host.ts";

let host: TestHost;
let session: Awaited<ReturnType<TestHost["signIn"]["begin"]>>;

beforeAll(async () => {
  host = await openTestHost();
  session = await host.signIn.begin(ORIGIN);
}, 120_000);
afterAll(async () => {
  session.end();
  await host.stop();
});

const ask = (path: string, init: RequestInit = {}) =>
  host.ask(new Request(new URL(path, ORIGIN), { redirect: "manual", ...init }));

async function cookieOf(link: string): Promise<string> {
  const answer = await ask(link);
  expect(answer.status).toBe(303);
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

describe("signing in to a local host", () => {
  test(
    "a link signs a browser in once, by a cookie that no script and no other site " + "can use",
    async () => {
      const link = session.linkFor("Admin");
      const answer = await ask(link);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
      const cookie = answer.headers.get("set-cookie") ?? "";
      expect(cookie).toMatch(/^drover-4680=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=/);
      expect((await ask(link)).status).toBe(410);
      expect((await ask("/local/sign-in?code=guessed")).status).toBe(410);
      const me = await ask("/api/me", { headers: { cookie: cookie.split(";")[0] ?? "" } });
      expect(await me.json()).toMatchObject({ roles: ["Admin"], name: "demo-admin@drover.local" });
    },
  );

  test("a program that only looks ahead at a link does not use it up", async () => {
    const link = session.linkFor("Admin");
    const ahead = await ask(link, { method: "HEAD" });
    expect(ahead.headers.get("set-cookie")).toBeNull();
    expect((await ask(link)).status).toBe(303);
  });

  test.each([
    ["/batches/12", "/batches/12"],
    ["/runbooks/mailbox%20move", "/runbooks/mailbox%20move"],
    ["//evil.example/", "/"],
    ["https://evil.example/", "/"],
    ["/\\evil.example", "/"],
    ["/a//b", "/"],
  ])("a link leads on to %s only when that is a page of ours: %s", async (to, led) => {
    const link = `${session.linkFor("Admin")}&to=${encodeURIComponent(to)}`;
    expect((await ask(link)).headers.get("location")).toBe(led);
  });

  test("a reader's link makes a reader, through the same checks", async () => {
    const cookie = await cookieOf(session.linkFor("Reader"));
    const headers = { cookie, origin: ORIGIN, "content-type": "application/json" };
    const me = await ask("/api/me", { headers });
    expect(await me.json()).toMatchObject({ roles: ["Reader"] });
    const pause = await ask("/api/batches/1/pause", { method: "POST", headers, body: "{}" });
    expect(pause.status).toBe(403);
  });

  test.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["another port's page", { origin: "http://127.0.0.1:9999" }],
    ["nobody knows where", {}],
    ["a frame without an origin", { origin: "null" }],
  ])("a cookie alone changes nothing when it comes from %s", async (_, from) => {
    const cookie = await cookieOf(session.linkFor("Admin"));
    const answer = await ask("/api/batches/1/pause", {
      method: "POST",
      headers: { cookie, ...from },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "wrong-origin" });
    const ours = await ask("/api/batches/1/pause", {
      method: "POST",
      headers: { cookie, origin: ORIGIN },
    });
    expect(ours.status).toBe(404);
  });

  test("another site may not read by our cookie", async () => {
    const cookie = await cookieOf(session.linkFor("Admin"));
    const foreign = { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };
    expect((await ask("/api/me", { headers: foreign })).status).toBe(403);
  });

  test("a name that somebody else points here is not ours", async () => {
    const token = await host.tokenOf("Admin");
    const rebound = new Request("http://evil.example:4680/api/me", {
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = await host.ask(rebound);
    expect(answer.status).toBe(403);
  });

  test("the file for programs is its owner's alone, and its token makes links", async () => {
    const file = join(host.data, "dev-token.json");
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(join(host.data, "dev-key.json")).mode & 0o777).toString(8)).toBe("600");
    const { token, url } = devToken(host.data);
    expect(url).toBe(ORIGIN);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ role: "Reader" });
    const made = await ask("/local/sign-in-links", { method: "POST", headers, body });
    const link = SignInLink.parse(await made.json()).url;
    expect((await ask(link)).status).toBe(303);
    const reader = { authorization: `Bearer ${await host.tokenOf("Reader")}` };
    expect((await ask("/local/sign-in-links", { method: "POST", headers: reader })).status).toBe(
      403,
    );
    expect((await ask("/local/sign-in-links", { method: "POST" })).status).toBe(401);
  });

  test("signing out takes the cookie back", async () => {
    const answer = await ask("/local/sign-out", { method: "POST", headers: { origin: ORIGIN } });
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
  });
});
