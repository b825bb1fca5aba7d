/** The body of a request: of the one content type its route takes, and never more than its limit,
 *  whatever the request says of its length. */

import type { RequestFailure } from "../../contract/http/json-request.ts";
import type { InputProblem } from "../../contract/http/problem-details.ts";
import type { Route } from "../../contract/http/route.ts";
import { LIMITS } from "../../contract/limits.ts";
import { describeMessageFailure } from "../../contract/messages/failure.ts";
import { ok } from "../../contract/result.ts";
import { type Answer, refuse } from "./answer.ts";

export async function readBody(route: Route, request: Request): Promise<Answer<unknown>> {
  const wanted = route.request;
  if (wanted === null) return ok(null);
  const isCsv = wanted.contentType === "text/csv";
  const bytesMax = isCsv ? LIMITS.csvBytes : LIMITS.requestBytes;
  const type = contentTypeOf(request);
  const wrong = refuse("wrong-content-type", `The body must be ${wanted.contentType}.`);
  if (type !== wanted.contentType && type !== null) return wrong;
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) return refuse("too-large", `A body has at most ${bytesMax} bytes here.`);
  if (type === null && bytes.length > 0) return wrong;
  if (isCsv) return ok(new TextDecoder().decode(bytes));
  const read = wanted.read(bytes);
  return read.ok ? read : refuseJson(read.error);
}

const contentTypeOf = (request: Request): string | null =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;

/** Null when there are more than may be; the rest is then not read. */
async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseJson(failure: RequestFailure) {
  if (failure.kind === "too-large") {
    return refuse("too-large", describeMessageFailure(failure));
  }
  const problems = failure.kind === "invalid" ? failure.problems.map(fieldProblem) : [];
  return refuse("invalid-request", describeMessageFailure(failure), problems);
}

export const fieldProblem = (found: {
  readonly field: string;
  readonly message: string;
}): InputProblem => ({
  code: "invalid-field",
  severity: "error",
  message: found.message,
  hint: null,
  field: found.field === "" ? null : found.field,
  line: null,
  col: null,
});
