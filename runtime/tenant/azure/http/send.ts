/** One HTTP request and what became of it. Knows nothing of tokens, limits or repeats.
 *  H1. A redirect is never followed: its target would be sent our token.
 *  H2. No more of a body is read than the limit, and none after the time is over.
 *  H3. `unsent` is said only when the service cannot have seen the request. */
import { readJson } from "../../../contract/json.ts";
import type { Clock } from "../../../time/clock.ts";

export type HttpRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** `status`: whatever the body is, it is not looked at. */
  readonly reads: "json" | "status";
};

export type HttpReply =
  /** `body` is null when there is none, or when the status says all and the body is no JSON. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Headers;
      readonly body: unknown;
    }
  | { readonly kind: "unsent"; readonly why: string }
  /** No answer, or one that broke off: the service may have done what it was asked. */
  | { readonly kind: "lost"; readonly why: string }
  /** The caller's signal came first. */
  | { readonly kind: "ended" };

export type SendParts = { readonly fetch: typeof globalThis.fetch; readonly clock: Clock };

const REPLY_MS_MAX = 100_000;
const REPLY_BYTES_MAX = 16 * 1024 * 1024;

export async function send(
  { fetch, clock }: SendParts,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpReply> {
  if (signal.aborted) return { kind: "ended" };
  const over = new AbortController();
  const end = (): void => over.abort();
  const cancel = clock.at(new Date(clock.now().getTime() + REPLY_MS_MAX), end);
  signal.addEventListener("abort", end);
  try {
    const { method, url, headers, body } = request;
    const init = { method, headers, body, redirect: "manual", signal: over.signal } as const;
    return await read(await fetch(url, init), request.reads);
  } catch (error) {
    if (signal.aborted) return { kind: "ended" };
    if (over.signal.aborted) return { kind: "lost", why: "no answer in time" };
    return broken(error);
  } finally {
    cancel();
    signal.removeEventListener("abort", end);
  }
}

async function read(response: Response, reads: HttpRequest["reads"]): Promise<HttpReply> {
  const { status, headers } = response;
  if (reads === "status") {
    await response.body?.cancel();
    return { kind: "answer", status, headers, body: null };
  }
  const bytes = await bounded(response);
  if (bytes === null) return { kind: "lost", why: "an answer that is too large" };
  if (bytes.byteLength === 0) return { kind: "answer", status, headers, body: null };
  const parsed = readJson(bytes, REPLY_BYTES_MAX);
  if (parsed.ok) return { kind: "answer", status, headers, body: parsed.value };
  // An error page of a proxy still tells its status; a success that cannot be read tells nothing.
  if (status >= 300) return { kind: "answer", status, headers, body: null };
  return { kind: "lost", why: "an answer that is not JSON" };
}

async function bounded(response: Response): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body) {
    total += chunk.byteLength;
    if (total > REPLY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Before a connection stands nothing is sent. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** fetch hides the reason one level down. Only its code is told: texts can quote addresses. */
function broken(error: unknown): HttpReply {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "broken";
  return BEFORE_SENDING.has(code)
    ? { kind: "unsent", why: `no connection (${code}${triedOver(cause)})` }
    : { kind: "lost", why: `the connection broke (${code})` };
}

/** A name that has addresses of both families is tried over both; somebody may listen on one. */
function triedOver(cause: unknown): string {
  const tries: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const families = tries.flatMap((each) => {
    const { address } = Object(each);
    return typeof address === "string" ? [address.includes(":") ? "IPv6" : "IPv4"] : [];
  });
  const told = [...new Set(families)].toSorted().join(" and ");
  return told === "" ? "" : ` over ${told}`;
}
