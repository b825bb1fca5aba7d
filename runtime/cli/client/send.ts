/** One request, tried again while that can help.
 *  S1. A request is repeated after a broken connection or when Drover asks to wait; a write goes
 *      out each time under the same Idempotency-Key, so that a repeat has no second effect.
 *  S2. The token is sent to the origin it is for and to no other: redirects are not followed. */
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { problemError } from "./problem.ts";

export type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export type Outgoing = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Called for each try: a stream can be read once only. */
  readonly body: (() => Body) | null;
  readonly signal?: AbortSignal;
};

const TRIES_MAX = 4;
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 5_000;
/** Longest that the head of an answer may take. */
const ANSWER_MS_MAX = 60_000;
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A successful response, its body not read yet. */
export async function send(
  { world, note }: Pick<Context, "world" | "note">,
  outgoing: Outgoing,
): Promise<Result<Response, CliError>> {
  for (let tries = 1; ; tries += 1) {
    const attempt = await once(world, outgoing);
    if (attempt.kind === "answer" && attempt.response.ok) return ok(attempt.response);
    const passing = attempt.kind === "broken" || PASSING.has(attempt.response.status);
    const stopped = outgoing.signal?.aborted === true;
    if (!passing || tries >= TRIES_MAX || stopped) return failed(attempt, outgoing.url);
    const waitMs = Math.max(PAUSE_MS * 2 ** (tries - 1), retryAfterMs(attempt));
    if (waitMs > PAUSE_MS_MAX) return failed(attempt, outgoing.url);
    // Whoever can end it tells it in words of its own.
    if (tries > 1 && outgoing.signal === undefined)
      note(`Drover does not answer; asking again (${tries} of ${TRIES_MAX - 1}).\n`);
    await world.sleep(waitMs, outgoing.signal);
  }
}

type Attempt =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "broken"; readonly cause: unknown };

async function once({ fetch }: Context["world"], outgoing: Outgoing): Promise<Attempt> {
  const { method, url, headers, body, signal } = outgoing;
  const limit = AbortSignal.timeout(ANSWER_MS_MAX);
  const content = body === null ? {} : { body: body(), duplex: "half" as const };
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...content,
    });
    return { kind: "answer", response };
  } catch (cause) {
    return { kind: "broken", cause };
  }
}

const retryAfterMs = (attempt: Attempt): number => {
  if (attempt.kind === "broken") return 0;
  const seconds = Number(attempt.response.headers.get("retry-after") ?? "0");
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
};

async function failed(attempt: Attempt, url: URL): Promise<Result<never, CliError>> {
  if (attempt.kind === "broken") return unreachable(url, attempt.cause);
  const { response } = attempt;
  const text = await response.text().catch(() => "");
  return { ok: false, error: problemError(response.status, text, `${url.origin}${url.pathname}`) };
}

const unreachable = (url: URL, cause: unknown): Result<never, CliError> =>
  refuse("E0160", "Drover cannot be reached", {
    where: url.origin,
    why: reasonOf(cause),
    next: isHere(url)
      ? "start it with `npm start`, or look closer with `drover doctor`"
      : "check the address with `drover config show --show-origin`, then `drover doctor`",
    cause,
  });

const isHere = ({ hostname }: URL): boolean => /^(?:127\.|localhost$|\[::1\]$)/.test(hostname);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: it is not running",
  ECONNRESET: "the connection broke",
  ENOTFOUND: "there is no machine of that name",
  EAI_AGAIN: "the name could not be looked up",
  ETIMEDOUT: "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_SOCKET: "the connection broke",
};

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const code: unknown = typeof inner === "object" && inner !== null && Reflect.get(inner, "code");
  if (typeof code === "string" && REASONS[code] !== undefined) return REASONS[code];
  if (cause instanceof Error && cause.name === "TimeoutError") return "no answer in time";
  return inner instanceof Error ? inner.message : String(inner);
}
