/** The HTTP surface as a function app: every request goes to the one app that the local host
 *  serves too, as it came. */
import type { HttpRequest, HttpResponseInit } from "@azure/functions";
import type { HandlersOf } from "../register.ts";

export type Served = { readonly fetch: (request: Request) => Response | Promise<Response> };

type Body = NonNullable<RequestInit["body"]>;

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

async function requestOf({ method, url, headers, body }: HttpRequest): Promise<Request> {
  const plain = Object.fromEntries(headers.entries());
  if (BODILESS.has(method) || body === null) return new Request(url, { method, headers: plain });
  return new Request(url, { method, headers: plain, body: body as Body, duplex: "half" });
}

function responseOf({ status, headers, body }: Response): HttpResponseInit {
  const plain = Object.fromEntries(headers.entries());
  return body === null
    ? { status, headers: plain }
    : { status, headers: plain, body: body as NonNullable<HttpResponseInit["body"]> };
}

export const adminApiHandlers = (served: Served): HandlersOf<"admin-api"> => ({
  http: async (request) => responseOf(await served.fetch(await requestOf(request))),
});
