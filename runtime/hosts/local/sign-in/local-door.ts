/** What stands before a local host's app.
 *  L1. Only requests for this machine by name are served: a page elsewhere that has its own name
 *      point here gets nothing.
 *  L2. A cookie alone moves nothing: whoever changes something by it must come from our own pages.
 *  L3. A one-time link makes the cookie; `POST /local/sign-in-links` makes a link, for an Admin. */
import { randomUUID } from "node:crypto";
import { refuse } from "../../../api/serving/answer.ts";
import type { Authenticate } from "../../../api/serving/caller.ts";
import { pageResponse } from "../../../api/serving/page-response.ts";
import { problemResponse } from "../../../api/serving/respond.ts";
import {
  SIGN_IN_LINKS_PATH,
  SIGN_IN_PATH,
  signInLinkRequest,
} from "../../../contract/dev-token.ts";
import type { Role } from "../../../contract/http/roles.ts";
import type { Fetch } from "../listen.ts";
import { cookieWith, cookieWithout, tokenInCookie } from "./cookie.ts";
import type { DevIssuer } from "./dev-issuer.ts";
import type { SignInLinks } from "./sign-in-links.ts";

export type DoorParts = {
  readonly issuer: DevIssuer;
  readonly links: SignInLinks;
  readonly authenticate: Authenticate;
  readonly app: Fetch;
};

const OUR_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const SIGN_OUT_PATH = "/local/sign-out";
const BODY_BYTES_MAX = 1_024;

export function localDoor(parts: DoorParts): Fetch {
  return async (request) => {
    const url = new URL(request.url);
    const obstacle = strangerIn(request, url);
    if (obstacle !== null) return refused("wrong-origin", obstacle);
    // A look ahead (HEAD), as programs that show links do, must not use the link up.
    if (url.pathname === SIGN_IN_PATH && request.method === "GET") return signIn(parts, url);
    if (request.method === "POST" && url.pathname === SIGN_IN_LINKS_PATH) {
      return makeLink(parts, request, url);
    }
    if (request.method === "POST" && url.pathname === SIGN_OUT_PATH) {
      return new Response(null, { status: 204, headers: { "set-cookie": cookieWithout(url) } });
    }
    return parts.app(request);
  };
}

const refused = (code: Parameters<typeof refuse>[0], detail: string): Response =>
  problemResponse(refuse(code, detail).error, randomUUID());

/** Why a request is not from here, or null. */
function strangerIn(request: Request, url: URL): string | null {
  if (!OUR_NAMES.has(url.hostname)) {
    return "This host is served as 127.0.0.1 and localhost only.";
  }
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const byCookie = !request.headers.has("authorization") && tokenInCookie(request) !== null;
  if (!byCookie) return null;
  const isOurs = origin === null ? site === "same-origin" : origin === url.origin;
  const isNavigation = request.headers.get("sec-fetch-mode") === "navigate";
  if (READING.has(request.method)) {
    const isForeign = (origin !== null && !isOurs) || (site === "cross-site" && !isNavigation);
    return isForeign ? "Another site may not read from here." : null;
  }
  return isOurs ? null : "Only pages of this host may change anything by their cookie.";
}

async function signIn({ issuer, links }: DoorParts, url: URL): Promise<Response> {
  const role = links.use(url.searchParams.get("code") ?? "");
  if (role === null) return pageResponse(USED, 410);
  const { token } = await issuer.sign(role);
  return new Response(null, {
    status: 303,
    headers: {
      location: pageIn(url),
      "set-cookie": cookieWith(url, token),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}

/** A page of ours, and of nobody else: no host, no scheme, no second slash that would name one. */
const PAGE = /^\/(?:[\w.~%-]+\/)*[\w.~%-]*$/;

function pageIn(url: URL): string {
  const to = url.searchParams.get("to") ?? "/";
  return PAGE.test(to) ? to : "/";
}

const STYLE =
  ":root{color-scheme:light dark}" +
  "body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}";
const USED = {
  style: STYLE,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Drover</title>
<style>${STYLE}</style></head><body><main><h1>This link was used already</h1>
<p>A sign-in link works once. If you used it in this browser, go on to <a href="/">Drover</a>.
Otherwise run <code>npx drover open</code> for a new one, or start Drover again.</p>
</main></body></html>`,
};

async function makeLink(
  { links, authenticate }: DoorParts,
  request: Request,
  url: URL,
): Promise<Response> {
  const caller = await authenticate(request);
  if (!caller.ok) return problemResponse(caller.error, randomUUID());
  if (!caller.value.roles.includes("Admin")) {
    return refused("forbidden", "Only the demo admin makes links.");
  }
  const body = new Uint8Array(await request.arrayBuffer());
  const asked = body.length > BODY_BYTES_MAX ? null : signInLinkRequest.read(body);
  if (asked === null || !asked.ok) {
    return refused("invalid-request", 'Send {"role":"Admin"}, Operator, Reader or Auditor.');
  }
  return Response.json({ url: linkFor(url.origin, links, asked.value.role) }, { status: 201 });
}

/** The address that signs a browser in as somebody of that role. */
export const linkFor = (origin: string, links: SignInLinks, role: Role): string =>
  `${origin}${SIGN_IN_PATH}?code=${links.make(role)}`;
