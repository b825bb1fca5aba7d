/** Asks the API. What it answers is trusted to be what its contract says; what it refuses comes
 *  back as a problem with the server's own words and what to do next. */
import type { ProblemDetails } from "../../../contract/http/problem-details.ts";

export type Problem = Pick<ProblemDetails, "status" | "title" | "correlationId"> & {
  readonly detail: string;
  readonly problems: NonNullable<ProblemDetails["problems"]>;
};

export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly etag: string | null }
  | { readonly ok: false; readonly problem: Problem };

export type Sending = {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly csv?: string;
  /** The change count that was seen; the server refuses when it has moved on. */
  readonly ifMatch?: string | null;
};

const NO_ANSWER: Problem = {
  status: 0,
  title: "Drover does not answer",
  correlationId: "",
  detail: "It may have been stopped, or the network is gone. This page tries again by itself.",
  problems: [],
};

function problemOf(status: number, body: unknown): Problem {
  const told = (typeof body === "object" && body !== null ? body : {}) as Partial<ProblemDetails>;
  return {
    status,
    title: told.title ?? `The server answered ${status}`,
    correlationId: told.correlationId ?? "",
    detail: told.detail ?? "It gave no reason.",
    problems: told.problems ?? [],
  };
}

async function ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { ...init, credentials: "same-origin" });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    const body: unknown = isJson && text !== "" ? JSON.parse(text) : text;
    if (!response.ok) return { ok: false, problem: problemOf(response.status, body) };
    return { ok: true, value: body as T, etag: response.headers.get("etag") };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    return { ok: false, problem: NO_ANSWER };
  }
}

export const read = <T>(path: string, signal: AbortSignal | null = null): Promise<Answer<T>> =>
  ask<T>(path, { headers: { accept: "application/json" }, signal });

/** Every order has a key of its own: one that is repeated after a lost answer acts once. */
export function send<T>(path: string, { method, body, csv, ifMatch }: Sending): Promise<Answer<T>> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  if (ifMatch !== undefined && ifMatch !== null) headers["if-match"] = ifMatch;
  if (csv !== undefined) {
    headers["content-type"] = "text/csv";
    return ask<T>(path, { method, headers, body: csv });
  }
  if (body === undefined) return ask<T>(path, { method, headers });
  headers["content-type"] = "application/json";
  return ask<T>(path, { method, headers, body: JSON.stringify(body) });
}
