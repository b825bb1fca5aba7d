/** A request to a service of the tenant, with everything around it: its permit, its token, and
 *  its repeats. What comes back is final: an answer to be understood, or a failure.
 *  K1. A service is sent a token only at the address it was configured with.
 *  K2. 429 means that nothing was done: any request waits and is repeated. After 5xx or a broken
 *      connection only a harmless one is; of the others `ambiguous` is said, and their callers
 *      look what became of them (T1, T2).
 *  K3. Attempts and waiting have an end, for a permit and a token as after an answer; a longer wait
 *      asked for is handed to the caller. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Secret } from "../../../contract/secret.ts";
import { retryAfterMs } from "../../../domain/retry-after.ts";
import type { CallEnd, Permit } from "../../../throttle/budget.ts";
import type { Clock } from "../../../time/clock.ts";
import { pause, unlessEnded } from "../../../time/pause.ts";
import type { ApiFamily, TenantFailure } from "../../failure.ts";
import type { Rejected, TokenSource } from "../../tokens.ts";
import {
  givenUp,
  putOff,
  strange,
  tokenless,
  unanswered,
  unasked,
  unknown,
} from "./call-failures.ts";
import { claimsAsked } from "./claims-asked.ts";
import type { PutOff } from "./permit.ts";
import { type HttpReply, type HttpRequest, send } from "./send.ts";
import { backoffMs } from "./waiting.ts";

export type Service = {
  readonly family: ApiFamily;
  /** Without a slash at its end. */
  readonly address: string;
  readonly scope: string;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** From 0 to below 1. */
  readonly chance: () => number;
  /** What became of its last call, whoever made it: who cannot ask now can still say why. */
  readonly heard: { trouble: string | null };
};

/** On whose behalf. */
export type CallContext = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Null when the signal came first; put off where the service asks everybody to stay away
   *  longer than the caller has patience. */
  readonly permit: (calls: number, patienceMs: number) => Promise<Permit | PutOff | null>;
};

export type CallRequest = {
  readonly method: HttpRequest["method"];
  /** From the service's address on, with its query; or a whole link that the service gave. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made when it is sent, so that secrets are revealed there and nowhere before. */
  readonly body?: () => JsonObject;
  /** Whether a repeat does no harm, whatever became of the first. */
  readonly repeat: "harmless" | "unsafe";
  /** Parts of a `$batch`. */
  readonly calls?: number;
  /** What they say about the limit: the whole is answered also where a part was put off. */
  readonly partsEnd?: (answer: Answered) => CallEnd;
};

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};
export type Call = (request: CallRequest) => Promise<Result<Answered, TenantFailure>>;

const ATTEMPTS_MAX = 6;
const WAITING_MS_MAX = 120_000;

type Verdict =
  | { readonly kind: "final"; readonly result: Result<Answered, TenantFailure> }
  | { readonly kind: "renew-token"; readonly claims: string | undefined }
  | {
      readonly kind: "again";
      readonly throttled: boolean;
      readonly waitMs: number | null;
      readonly why: string;
    };

type Progress = {
  readonly attempts: number;
  readonly waitedMs: number;
  readonly rejected: Rejected | undefined;
  /** Why it has to be asked again. */
  readonly why: string | null;
};

export function caller(service: Service, context: CallContext): Call {
  return async (request) => {
    const url = urlOf(service, request.path);
    if (url === null) return fail(strange(service));
    let progress: Progress = { attempts: 0, waitedMs: 0, rejected: undefined, why: null };
    for (;;) {
      const { verdict, token } = await attempt(service, context, { ...request, url }, progress);
      if (verdict.kind === "final") {
        if (verdict.result.ok) service.heard.trouble = null;
        return verdict.result;
      }
      const attempts = progress.attempts + 1;
      if (verdict.kind === "renew-token") {
        const { claims } = verdict;
        const rejected = token && (claims === undefined ? { token } : { token, claims });
        progress = { ...progress, attempts, rejected };
        continue;
      }
      service.heard.trouble = verdict.why;
      const waitMs = verdict.waitMs ?? backoffMs(attempts, service.chance());
      const waitedMs = progress.waitedMs + waitMs;
      if (attempts >= ATTEMPTS_MAX || waitedMs > WAITING_MS_MAX) {
        return fail(givenUp(service, verdict, attempts, waitMs));
      }
      await pause(service.clock, waitMs, context.signal);
      progress = { ...progress, attempts, waitedMs, why: verdict.why };
    }
  };
}

/** Also what a service links to must be at its own address. */
function urlOf({ address }: Service, path: string): string | null {
  if (path.startsWith("/")) return `${address}${path}`;
  const link = URL.parse(path)?.href ?? "";
  return link.startsWith(`${address}/`) ? link : null;
}

type Placed = CallRequest & { readonly url: string };
type Attempt = { readonly verdict: Verdict; readonly token: Secret | undefined };

async function attempt(
  service: Service,
  context: CallContext,
  request: Placed,
  progress: Progress,
): Promise<Attempt> {
  const { rejected, attempts, waitedMs } = progress;
  const permit = await context.permit(request.calls ?? 1, WAITING_MS_MAX - waitedMs);
  if (permit === null) {
    return { verdict: final(fail(unasked(service, progress))), token: undefined };
  }
  if ("retryAfterMs" in permit) {
    return { verdict: final(fail(putOff(service, attempts, permit))), token: undefined };
  }
  let end: CallEnd = { kind: "failed" };
  try {
    // Many may wait for one token: each with its own patience.
    const asked = service.tokens.token(service.scope, rejected);
    const token = await unlessEnded(asked, context.signal);
    if (token === null) return { verdict: final(fail(tokenless(service))), token: undefined };
    if (!token.ok) return { verdict: withoutToken(token.error), token: undefined };
    const reply = await send(service, written(context, request, token.value), context.signal);
    end = endOf(service, request, reply);
    return { verdict: judge(service, request, reply, progress), token: token.value };
  } finally {
    permit.end(end);
  }
}

function written({ requestId }: CallContext, request: Placed, token: Secret): HttpRequest {
  return {
    method: request.method,
    url: request.url,
    headers: {
      ...request.headers,
      accept: "application/json",
      authorization: `Bearer ${token.reveal()}`,
      "client-request-id": requestId,
      "x-ms-client-request-id": requestId,
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: request.body === undefined ? null : JSON.stringify(request.body()),
    reads: "json",
  };
}

function endOf(service: Service, { partsEnd }: CallRequest, reply: HttpReply): CallEnd {
  if (reply.kind !== "answer" || reply.status >= 500) {
    const after = reply.kind === "answer" ? waitOf(service, reply.headers) : null;
    return after === null ? { kind: "failed" } : { kind: "throttled", retryAfterMs: after };
  }
  if (reply.status === 429) {
    return { kind: "throttled", retryAfterMs: waitOf(service, reply.headers) };
  }
  return partsEnd?.(reply) ?? { kind: "answered" };
}

const waitOf = ({ clock }: Service, headers: Headers): number | null =>
  retryAfterMs(headers.get("retry-after"), clock.now());

/** 501 and the like will not become better; 408 and the rest may. */
const isPassing = (status: number): boolean =>
  status === 408 || (status >= 500 && status !== 501 && status !== 505);

function judge(
  service: Service,
  { repeat }: CallRequest,
  reply: HttpReply,
  progress: Progress,
): Verdict {
  const harmless = repeat === "harmless";
  switch (reply.kind) {
    case "ended":
      return final(
        fail(harmless ? unanswered(service, progress) : unknown(service, "it was interrupted")),
      );
    case "unsent":
      return { kind: "again", throttled: false, waitMs: null, why: reply.why };
    case "lost":
      return harmless
        ? { kind: "again", throttled: false, waitMs: null, why: reply.why }
        : final(fail(unknown(service, reply.why)));
    case "answer": {
      const { status, headers } = reply;
      if (status === 401 && progress.rejected === undefined) {
        return { kind: "renew-token", claims: claimsAsked(headers.get("www-authenticate")) };
      }
      if (status !== 429 && !isPassing(status)) return final(ok(reply));
      const waitMs = waitOf(service, headers);
      const why = `status ${status}`;
      if (status === 429) return { kind: "again", throttled: true, waitMs, why };
      if (!harmless) return final(fail(unknown(service, why)));
      return { kind: "again", throttled: waitMs !== null, waitMs, why };
    }
  }
}

const final = (result: Result<Answered, TenantFailure>): Verdict => ({ kind: "final", result });

/** Nothing was sent yet. */
const withoutToken = (failure: TenantFailure): Verdict =>
  failure.kind === "unavailable"
    ? { kind: "again", throttled: false, waitMs: null, why: failure.message.replace(/\.$/, "") }
    : final(fail(failure));
