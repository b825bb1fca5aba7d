/** Requests to one workspace until a deadline.
 *  H1. The token goes to the registered address and nowhere else: no redirect is followed, and a
 *      link from an answer is fetched without it.
 *  H2. Asking is harmless, so what was not answered is asked again until the time is over: busy
 *      services say when, others get a pause that grows. What begins something is sent again only
 *      if it cannot have arrived or was turned away (429): nobody could stop the first.
 *  H3. An answer is read up to a limit, and a statement has so many requests and no more. */
import type { z } from "zod";
import { readJson } from "../../contract/json.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Secret } from "../../contract/secret.ts";
import { retryAfterMs } from "../../domain/retry-after.ts";
import { type AccessParts, tokenFor } from "../access.ts";
import type { SourceFailure } from "../failure.ts";
import { withoutQuotes } from "../without-quotes.ts";

export type Wire = AccessParts & {
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
  /** Requests of this statement so far. */
  readonly sent: { count: number };
};

export type Asked = {
  readonly method: "GET" | "POST";
  /** Below the address, or a link from an answer. */
  readonly to: { readonly path: string } | { readonly link: URL };
  readonly body?: object;
  readonly begins?: true;
};

/** The audience of every Databricks workspace on Azure. */
const SCOPE = "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default";
const ANSWER_BYTES_MAX = 256 * 1_024 * 1_024;
const PAUSE_MS_FIRST = 500;
const PAUSE_MS_MAX = 15_000;
/** Polls take some forty; the rest are chunks, each with many rows. */
const REQUESTS_PER_STATEMENT_MAX = 2_000;
const BUSY: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Of those, the one that says that nothing was begun. A gateway says 503 also when it lost the
 *  service that it has handed the request to. */
const TURNED_AWAY = 429;
/** What a request fails with before anything of it is sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

type Heard<Value> = Result<Value, SourceFailure>;
/** No answer: whether the request may have arrived. */
type Silence = { readonly failure: SourceFailure; readonly mayHaveArrived: boolean };
type Reply = { readonly status: number; readonly waitMs: number | null; readonly text: string };

export async function ask<Schema extends z.ZodType>(
  wire: Wire,
  asked: Asked,
  schema: Schema,
): Promise<Heard<z.output<Schema>>> {
  let rejected: Secret | undefined;
  for (let pauseMs = PAUSE_MS_FIRST; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)) {
    const token = "path" in asked.to ? await tokenFor(wire, SCOPE, rejected) : null;
    if (token?.ok === false) return token;
    if (wire.sent.count >= REQUESTS_PER_STATEMENT_MAX) return fail(tooMany);
    wire.sent.count += 1;
    const reply = await send(wire, asked, token?.value ?? null);
    if (reply.ok && reply.value.status < 300) return parsed(reply.value.text, schema);
    const isFirstRejection = reply.ok && reply.value.status === 401 && rejected === undefined;
    if (isFirstRejection && token !== null) {
      rejected = token.value;
      continue;
    }
    if (reply.ok && !BUSY.has(reply.value.status)) return fail(refusal(reply.value));
    const leftMs = remainingMs(wire);
    if (asked.begins === true && mayHaveBegun(reply) && leftMs > 0) {
      return fail(begunUnheard(reply));
    }
    // Who says not to wait at all is given the pause of those who do not say.
    const waitMs = (reply.ok ? reply.value.waitMs : null) || pauseMs;
    if (leftMs <= waitMs)
      return fail(reply.ok || leftMs <= 0 ? timedOut(wire) : reply.error.failure);
    await pause(wire, waitMs);
  }
}

const mayHaveBegun = (reply: Result<Reply, Silence>): boolean =>
  reply.ok ? reply.value.status !== TURNED_AWAY : reply.error.mayHaveArrived;

const begunUnheard = (reply: Result<Reply, Silence>): SourceFailure => {
  const what = reply.ok ? `answered ${reply.value.status}` : "did not answer";
  const reason = `the workspace ${what}, and may have begun the statement; it is not sent twice.`;
  return { kind: "unavailable", reason };
};

const tooMany: SourceFailure = {
  kind: "unavailable",
  reason: `its answer takes more than ${REQUESTS_PER_STATEMENT_MAX} requests.`,
};

export const remainingMs = ({ clock, deadline }: Wire): number =>
  deadline.getTime() - clock.now().getTime();

export const timedOut = ({ limitMs }: Wire): SourceFailure => ({ kind: "timed-out", limitMs });

export const pause = ({ clock }: Wire, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.at(new Date(clock.now().getTime() + ms), resolve);
  });

async function send(
  wire: Wire,
  { method, to, body }: Asked,
  token: Secret | null,
): Promise<Result<Reply, Silence>> {
  const over = new AbortController();
  const cancel = wire.clock.at(wire.deadline, () => over.abort());
  try {
    const response = await wire.fetch("path" in to ? `${wire.address}${to.path}` : to.link, {
      method,
      redirect: "manual",
      signal: over.signal,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token.reveal()}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await textOf(response);
    if (text === null) {
      const failure = refused(`an answer is larger than ${ANSWER_BYTES_MAX} bytes`);
      return fail({ failure, mayHaveArrived: true });
    }
    const waitMs = retryAfterMs(response.headers.get("retry-after"), wire.clock.now());
    return ok({ status: response.status, waitMs, text });
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? error) as { code?: string };
    const reason = `the workspace did not answer (${code}).`;
    return fail({ failure: { kind: "unavailable", reason }, mayHaveArrived: !NOT_SENT.has(code) });
  } finally {
    cancel();
  }
}

async function textOf(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > ANSWER_BYTES_MAX) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function parsed<Schema extends z.ZodType>(text: string, schema: Schema): Heard<z.output<Schema>> {
  const json = readJson(text, ANSWER_BYTES_MAX);
  const value = json.ok ? schema.safeParse(json.value) : null;
  if (value?.success === true) return ok(value.data);
  return fail({ kind: "unavailable", reason: "an answer of the workspace could not be read." });
}

function refusal({ status, text }: Reply): SourceFailure {
  const json = readJson(text, ANSWER_BYTES_MAX);
  const message = json.ok ? (json.value as { message?: unknown } | null)?.message : undefined;
  const said = typeof message === "string" ? `: ${withoutQuotes(message)}` : "";
  return refused(`the workspace answered ${status}${said}`);
}

const refused = (why: string): SourceFailure => ({
  kind: "refused",
  reason: `The query cannot be run: ${why.replace(/\.$/, "")}.`,
});
