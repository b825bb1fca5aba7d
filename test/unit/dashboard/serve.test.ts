import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { serveDashboard } from "../../../runtime/dashboard/serve.ts";
import { readDashboard } from "../../../runtime/hosts/dashboard/dashboard-files.ts";

/** The promise to those with a slow line: everything a page needs, compressed. */
const BYTES_MAX = 60_000;

const assets = readDashboard();
const serve = serveDashboard(assets);
const get = (path: string, headers: Record<string, string> = {}) =>
  serve(new Request(`http://127.0.0.1:1${path}`, { headers }));
const main = `/assets/${assets.hash}/app/main.js`;

describe("the dashboard as it is served", () => {
  test("everything it is made of weighs at most 60 kB, compressed", () => {
    const bytes = [...assets.byPath.values()].reduce((sum, { gzip }) => sum + gzip.length, 0);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  });

  test("its policy loads scripts and styles from here alone and makes no text to markup", () => {
    const policy = get("/")?.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test("its code never makes markup of a text", () => {
    for (const { path, plain } of assets.byPath.values()) {
      if (!path.startsWith("app/")) continue;
      expect(Buffer.from(plain).toString()).not.toMatch(
        /innerHTML|insertAdjacentHTML|document\.write|\beval\(/,
      );
    }
  });

  test("the document names only files that are there", async () => {
    const page = (await get("/")?.text()) ?? "";
    const paths = page.match(/\/assets\/[^"]+/g) ?? [];
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) expect([path, get(path)?.status]).toEqual([path, 200]);
  });

  test("files may be kept for ever, and are not sent again to whoever has them", async () => {
    const first = get(main, { "accept-encoding": "br, gzip" });
    expect(first?.headers.get("cache-control")).toContain("immutable");
    expect(first?.headers.get("content-type")).toContain("text/javascript");
    const packed = Buffer.from((await first?.arrayBuffer()) ?? new ArrayBuffer(0));
    const plain = await get(main)?.text();
    expect(gunzipSync(packed).toString()).toBe(plain);
    const again = get(main, { "if-none-match": first?.headers.get("etag") ?? "" });
    expect([again?.status, await again?.text()]).toEqual([304, ""]);
  });

  test("an address of another version, a file outside and an order are not answered here", () => {
    expect(get("/assets/0000000000000000/app/main.js")).toBeNull();
    expect(get(`/assets/${assets.hash}/app/../../package.json`)).toBeNull();
    expect(get("/api/batches")).toBeNull();
    expect(serve(new Request("http://127.0.0.1:1/", { method: "POST" }))).toBeNull();
  });

  test("a browser that asks for no page gets the document with 404, a program gets nothing", () => {
    expect(get("/nonsense", { accept: "text/html,*/*" })?.status).toBe(404);
    expect(get("/nonsense", { accept: "application/json" })).toBeNull();
  });
});
