/** The cookie of a local host's browser: it holds the token, is out of reach of scripts and other
 *  sites, and has the port in its name, because browsers do not tell cookies apart by port. */

const MAX_AGE_SEC = 12 * 3_600;

const nameFor = (url: URL): string => `drover-${url.port === "" ? "80" : url.port}`;

export const cookieWith = (url: URL, token: string): string =>
  `${nameFor(url)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SEC}`;

export const cookieWithout = (url: URL): string =>
  `${nameFor(url)}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;

/** The token in a request's cookie, or null. */
export function tokenInCookie(request: Request): string | null {
  const name = nameFor(new URL(request.url));
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
