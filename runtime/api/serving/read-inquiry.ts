/** A request, read once: path, query, headers and body, each checked against its route. All
 *  problems of a part are told at once. A parameter that the route does not have is refused: a
 *  misspelt filter must not show everything. */
import type { Route } from "../../contract/http/route.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { checkSchema } from "../../contract/schema-check.ts";
import type { Asked } from "../../orchestrator/orders/answer.ts";
import { type Answer, refuse } from "./answer.ts";
import type { Caller } from "./caller.ts";
import type { Inquiry } from "./handler.ts";
import { fieldProblem, readBody } from "./read-body.ts";

export type Incoming = {
  readonly request: Request;
  /** Decoded, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | null;
};

/** Whoever works without a token: the platform itself (M-105). */
const NOBODY = "system";

export async function readInquiry(
  route: Route,
  { request, params, caller }: Incoming,
): Promise<Answer<Inquiry>> {
  const path = partOf(route.params, params, "The address");
  if (!path.ok) return path;
  const query = queryOf(route, new URL(request.url).searchParams);
  if (!query.ok) return query;
  const asked = askedIn(route, request.headers, caller?.name ?? NOBODY);
  if (!asked.ok) return asked;
  const body = await readBody(route, request);
  if (!body.ok) return body;
  return ok({
    params: path.value as Inquiry["params"],
    query: query.value as Inquiry["query"],
    body: body.value as Inquiry["body"],
    caller,
    asked: asked.value,
    lastEventId: request.headers.get("last-event-id"),
    // Only streams ask, and a server makes a whole request of its own for whoever does.
    get signal() {
      return request.signal;
    },
  });
}

function partOf(
  schema: Route["params"],
  values: Readonly<Record<string, string>>,
  part: string,
): Answer<unknown> {
  if (schema === null) return ok(null);
  const checked = checkSchema(schema, values);
  if (checked.ok) return checked;
  const fields = checked.error.map(({ field }) => field).join(", ");
  const detail = `${part} cannot be read${fields === "" ? "" : `: look at ${fields}`}.`;
  return refuse("invalid-request", detail, checked.error.map(fieldProblem));
}

function queryOf(route: Route, search: URLSearchParams): Answer<unknown> {
  const known = Object.keys(route.query?.shape ?? {});
  const values: Record<string, string> = {};
  for (const [name, value] of search) {
    if (!known.includes(name)) {
      const takes = known.length === 0 ? "It takes none." : `It takes ${known.join(", ")}.`;
      return refuse("invalid-request", `There is no parameter of that name here. ${takes}`);
    }
    if (Object.hasOwn(values, name)) {
      return refuse("invalid-request", `The parameter ${name} is given twice.`);
    }
    values[name] = value;
  }
  return partOf(route.query, values, "The query");
}

const QUOTED = /^"([\x20-\x7e]*)"$/;
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.messageIdChars}}$`);
const TAG = /^"([0-9]{1,15})"$/;

/** Whether the order is a repeat, and which state of the batch it means (R17). */
function askedIn(route: Route, headers: Headers, actor: string): Answer<Asked> {
  const given = headers.get("idempotency-key");
  const key = given === null ? null : (QUOTED.exec(given)?.[1] ?? given);
  if (key !== null && !KEY.test(key)) {
    const detail = `An Idempotency-Key has 1 to ${LIMITS.messageIdChars} visible characters.`;
    return refuse("invalid-key", detail);
  }
  const match = route.ifMatch ? headers.get("if-match") : null;
  const tag = match === null || match === "*" ? null : TAG.exec(match);
  if (match !== null && match !== "*" && tag === null) {
    return refuse("invalid-request", 'If-Match takes the ETag of the batch, such as "1207".');
  }
  return ok({
    actor,
    ...(key === null ? {} : { idempotencyKey: key }),
    ...(tag === null ? {} : { ifSeq: Number(tag[1]) }),
  });
}
