/** From an answer to a response: bodies in their content type, refusals as problem documents, and
 *  on all of them the headers that keep answers out of caches, frames and guesses. */
import { PROBLEM_CODES } from "../../contract/http/problem-codes.ts";
import { PROBLEM_CONTENT_TYPE, type ProblemDetails } from "../../contract/http/problem-details.ts";
import type { Route } from "../../contract/http/route.ts";
import type { Refusal } from "./answer.ts";
import type { CsvFile, StreamedEvent } from "./handler.ts";

const SAFE = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

export const CORRELATION_HEADER = "x-correlation-id";

const RETRY_AFTER_SEC = 1;

export function problemResponse(refusal: Refusal, correlationId: string): Response {
  const { status, title } = PROBLEM_CODES[refusal.code];
  const problem: ProblemDetails = {
    type: "about:blank",
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    correlationId,
    ...(refusal.problems === undefined ? {} : { problems: [...refusal.problems] }),
  };
  const headers = new Headers({
    ...SAFE,
    "content-type": PROBLEM_CONTENT_TYPE,
    [CORRELATION_HEADER]: correlationId,
  });
  if (status === 401) headers.set("www-authenticate", "Bearer");
  if (status === 429 || status === 503) headers.set("retry-after", String(RETRY_AFTER_SEC));
  return new Response(JSON.stringify(problem), { status, headers });
}

export function bodyResponse(route: Route, body: unknown, correlationId: string): Response {
  const { status, contentType } = route.response;
  const headers = new Headers({ ...SAFE, [CORRELATION_HEADER]: correlationId });
  switch (contentType) {
    case "application/json": {
      headers.set("content-type", "application/json");
      const tag = tagOf(body);
      if (tag !== null) headers.set("etag", tag);
      return new Response(JSON.stringify(body), { status, headers });
    }
    case "text/csv": {
      const { fileName, chunks } = body as CsvFile;
      headers.set("content-type", "text/csv; charset=utf-8");
      headers.set("content-disposition", `attachment; filename="${fileName}"`);
      return new Response(
        streamOf(chunks, (text) => text),
        { status, headers },
      );
    }
    case "text/event-stream": {
      headers.set("content-type", "text/event-stream; charset=utf-8");
      const events = body as AsyncIterable<readonly StreamedEvent[]>;
      return new Response(streamOf(events, sseText), { status, headers });
    }
  }
}

/** The state that an order may be made to depend on (R17). */
function tagOf(body: unknown): string | null {
  const count = (body as { readonly changeCount?: unknown }).changeCount;
  return typeof count === "number" ? `"${count}"` : null;
}

/** Nothing new is still a line: it keeps the connection, and finds out that nobody listens. */
const sseText = (events: readonly StreamedEvent[]): string =>
  events.length === 0
    ? ": still here\n\n"
    : events.map(({ id, data }) => `id: ${id}\n${dataLine(data)}\n`).join("");

const dataLine = (data: object | null): string =>
  data === null ? "" : `data: ${JSON.stringify(data)}\n`;

function streamOf<Part>(
  parts: AsyncIterable<Part> | Iterable<Part>,
  textOf: (part: Part) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator =
    Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(textOf(next.value)));
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
