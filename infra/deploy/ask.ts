/** One question to Azure over HTTPS, asked again while the answer is one that passes.
 *  Q1. Only what can be repeated without harm is asked here: the same package, context or start.
 *  Q2. `Retry-After` is obeyed; without it, each wait is twice as long as the one before.
 *  Q3. No message ever holds an address: upload addresses carry their own key. */
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { type DeployFailure, failure } from "./failure.ts";

export type Wire = {
  readonly request: typeof fetch;
  /** A token for Azure's management, as whoever deploys. Throws where nobody is signed in. */
  readonly token: () => Promise<string>;
  readonly pauseMs: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
};

export type Question = {
  /** For people: "publishing the code of scheduler". */
  readonly what: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Upload and log addresses carry a key of their own and must not see our token. */
  readonly signed: boolean;
  /** Further statuses that pass here, such as 404 for what was made a moment ago. */
  readonly passing?: readonly number[];
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
const RETRY_AFTER_MS_MAX = 300_000;
const QUOTED_CHARS = 500;

/** Seconds or a date; nonsense and the far future are ours to decide. */
function retryAfterMs({ headers }: Answer, nowMs: number): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, RETRY_AFTER_MS_MAX) : null;
}

const backOffMs = (attempt: number): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (attempt - 1));

const quoted = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > QUOTED_CHARS ? `${line.slice(0, QUOTED_CHARS)} …` : line;
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The reason of a failed fetch is in its cause; its own message says "fetch failed". */
const networkReason = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? textOf(error.cause) : textOf(error);

const refusal = ({ what }: Question, { status, text }: Answer): DeployFailure => {
  const why = `the answer was ${status} ${quoted(text)}`.trim();
  if (status === 401) return failure("not-signed-in", what, why);
  return failure(status === 403 ? "forbidden" : "rejected", what, why);
};

async function send(wire: Wire, question: Question, token: string | null): Promise<Answer> {
  const { method, url, headers = {}, body } = question;
  const signed = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await wire.request(url, {
    method,
    headers: { ...headers, ...signed },
    redirect: "error",
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Either an answer, or the reason why there was none. */
async function tryOnce(
  wire: Wire,
  question: Question,
  token: string | null,
): Promise<Result<Answer, string>> {
  try {
    return ok(await send(wire, question, token));
  } catch (error) {
    return fail(networkReason(error));
  }
}

export async function ask(wire: Wire, question: Question): Promise<Result<Answer, DeployFailure>> {
  const { what, signed, passing = [] } = question;
  for (let attempt = 1; ; attempt += 1) {
    let token: string | null = null;
    try {
      if (signed) token = await wire.token();
    } catch (error) {
      return fail(failure("not-signed-in", what, quoted(textOf(error))));
    }
    const answer = await tryOnce(wire, question, token);
    if (answer.ok) {
      const { status } = answer.value;
      if (status >= 200 && status < 300) return answer;
      if (!PASSING.has(status) && !passing.includes(status))
        return fail(refusal(question, answer.value));
    }
    if (attempt === ATTEMPTS) {
      const why = answer.ok
        ? `the last of ${ATTEMPTS} answers was ${answer.value.status} ${quoted(answer.value.text)}`
        : `there was no answer ${ATTEMPTS} times, last because of ${answer.error}`;
      return fail(failure("unavailable", what, why.trim()));
    }
    const asked = answer.ok ? retryAfterMs(answer.value, wire.nowMs()) : null;
    await wire.pauseMs(asked ?? backOffMs(attempt));
  }
}
