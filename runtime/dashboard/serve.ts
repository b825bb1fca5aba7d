/** Answers for the dashboard's pages and files, as any host serves them: a request in, a response
 *  out, or null for what is not the dashboard's.
 *  S1. A file's address changes with its content, so it is kept for ever; the document is asked
 *      for anew each time.
 *  S2. Every page of the dashboard is the same document; a browser that asks for an address that
 *      no page has gets it too, with 404. */
import { readRoute } from "./app/frame/route.ts";
import type { Asset, Assets } from "./assets.ts";
import { makeShell } from "./shell.ts";

export type ServePage = (request: Request) => Response | null;

const ASSET = /^\/assets\/([0-9a-f]+)\/(.+)$/;
const FOR_EVER = "public, max-age=31536000, immutable";
const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

function answerAsset({ headers }: Request, asset: Asset): Response {
  const { contentType, etag, plain, gzip } = asset;
  const shared = { ...COMMON, etag, vary: "accept-encoding", "cache-control": FOR_EVER };
  if (headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: shared });
  }
  const isPacked = /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
  const packing: Record<string, string> = isPacked ? { "content-encoding": "gzip" } : {};
  return new Response(Buffer.from(isPacked ? gzip : plain), {
    headers: { ...shared, ...packing, "content-type": contentType },
  });
}

export function serveDashboard(assets: Assets): ServePage {
  const shell = makeShell(assets);
  const document = (status: number): Response =>
    new Response(shell.html, {
      status,
      headers: {
        ...COMMON,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": shell.policy,
        "cache-control": "no-cache",
      },
    });
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const { pathname } = new URL(request.url);
    const asked = ASSET.exec(pathname);
    if (asked !== null) {
      const asset = asked[1] === assets.hash ? assets.byPath.get(asked[2] ?? "") : undefined;
      return asset === undefined ? null : answerAsset(request, asset);
    }
    if (pathname.startsWith("/api/") || pathname.startsWith("/local/")) return null;
    if (readRoute(pathname).page !== "nowhere") return document(200);
    return /\btext\/html\b/.test(request.headers.get("accept") ?? "") ? document(404) : null;
  };
}
