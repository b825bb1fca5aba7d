/** Several questions in one request (`$batch`, at most twenty). Each has its own status and its
 *  own Retry-After: those that were refused are asked again, after the longest wait any of them
 *  was given, and the others are not.
 *  G1. Only requests whose repeat is harmless come here.
 *  G2. Of a part's headers only its Retry-After is taken, as a text or a number: they are JSON, and
 *      may hold what no header can. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { retryAfterMs } from "../../../domain/retry-after.ts";
import type { CallEnd } from "../../../throttle/budget.ts";
import type { TenantFailure } from "../../failure.ts";
import type { Answered } from "../http/call.ts";
import { backoffMs } from "../http/waiting.ts";
import { type Graph, readAnswer } from "./client.ts";

export type BatchedRequest = {
  readonly method: "GET" | "POST";
  /** Behind the version, without the address. */
  readonly path: string;
  readonly body?: JsonObject;
};

const PER_BATCH_MAX = 20;
const ROUNDS_MAX = 5;
const WAITING_MS_MAX = 120_000;

const RETRY_AFTER = "retry-after";
const PRINTABLE = /^[ -~]+$/;

const Part = z.object({
  id: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.unknown()).catch({}).transform(headersOf),
  body: z.unknown(),
});
const Parts = z.object({ responses: z.array(Part) });

function headersOf(written: JsonObject): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(written)) {
    const text = typeof value === "number" ? String(value) : value;
    const isText = typeof text === "string" && PRINTABLE.test(text);
    if (isText && name.toLowerCase() === RETRY_AFTER) headers.set(RETRY_AFTER, text);
  }
  return headers;
}

/** Answers in the order of the requests. A single request goes without an envelope. */
export async function batched(
  graph: Graph,
  requests: readonly BatchedRequest[],
): Promise<Result<readonly Answered[], TenantFailure>> {
  const [only, ...others] = requests;
  if (only !== undefined && others.length === 0) return single(graph, only);
  const answers: Answered[] = [];
  for (let from = 0; from < requests.length; from += PER_BATCH_MAX) {
    const part = await envelope(graph, requests.slice(from, from + PER_BATCH_MAX));
    if (!part.ok) return part;
    answers.push(...part.value);
  }
  return ok(answers);
}

async function single(
  { call }: Graph,
  { method, path, body }: BatchedRequest,
): Promise<Result<readonly Answered[], TenantFailure>> {
  const bodyPart = body === undefined ? {} : { body: () => body };
  const answer = await call({ method, path: `/v1.0${path}`, repeat: "harmless", ...bodyPart });
  return answer.ok ? ok([answer.value]) : answer;
}

async function envelope(
  graph: Graph,
  requests: readonly BatchedRequest[],
): Promise<Result<readonly Answered[], TenantFailure>> {
  const answers = new Map<number, Answered>();
  let waitedMs = 0;
  for (let round = 1; ; round += 1) {
    const open = requests.flatMap((_, index) => (answers.has(index) ? [] : [index]));
    const parts = await ask(graph, requests, open);
    if (!parts.ok) return parts;
    for (const [index, part] of parts.value) if (!isPassing(part)) answers.set(index, part);
    if (answers.size === requests.length) {
      return ok([...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer));
    }
    const waits = [...parts.value.values()].filter(isPassing).map((part) => waitOf(graph, part));
    const waitMs = Math.max(backoffMs(round, graph.chance()), ...waits);
    waitedMs += waitMs;
    if (round === ROUNDS_MAX || waitedMs > WAITING_MS_MAX) return fail(givenUp(round, waitMs));
    await graph.pause(waitMs);
  }
}

async function ask(
  graph: Graph,
  requests: readonly BatchedRequest[],
  open: readonly number[],
): Promise<Result<ReadonlyMap<number, Answered>, TenantFailure>> {
  const answer = await graph.call({
    method: "POST",
    path: "/v1.0/$batch",
    body: () => ({
      requests: open.map((index) => written(String(index), requests[index] as BatchedRequest)),
    }),
    repeat: "harmless",
    calls: open.length,
    partsEnd: (whole) => partsEnd(graph, whole),
  });
  const read = readAnswer(graph, Parts, answer);
  if (!read.ok) return read;
  const asked = new Set(open.map(String));
  const answers = read.value.responses
    .filter(({ id }) => asked.has(id))
    .map(({ id, status, headers, body }) => {
      return [Number(id), { status, headers, body }] as const;
    });
  return ok(new Map(answers));
}

/** A part that was put off is a word about the limit, although the whole was answered. */
function partsEnd(graph: Graph, { body }: Answered): CallEnd {
  const parts = Parts.safeParse(body);
  const waits = (parts.success ? parts.data.responses : [])
    .filter(({ status }) => status === 429)
    .map(({ headers }) => retryAfterMs(headers.get(RETRY_AFTER), graph.now()));
  if (waits.length === 0) return { kind: "answered" };
  const told = waits.filter((wait) => wait !== null);
  return { kind: "throttled", retryAfterMs: told.length === 0 ? null : Math.max(...told) };
}

const written = (id: string, { method, path, body }: BatchedRequest): JsonObject => ({
  id,
  method,
  url: path,
  ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }),
});

const isPassing = ({ status }: Answered): boolean => status === 429 || status >= 500;

const waitOf = ({ now }: Graph, { headers }: Answered): number =>
  retryAfterMs(headers.get(RETRY_AFTER), now()) ?? 0;

const givenUp = (attempts: number, waitMs: number): TenantFailure => ({
  kind: "throttled",
  api: "graph",
  retryAfterSec: Math.ceil(waitMs / 1_000),
  attempts,
  message: `Parts of a request were put off ${attempts} times by graph.`,
});
