/** The client over a base address and a token. */
import { z } from "zod";
import type { Route } from "../../contract/http/route.ts";
import { ROUTES, routePath } from "../../contract/http/routes.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Bearer } from "../auth/bearer.ts";
import { type CliError, cliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { jsonIn } from "../json-in.ts";
import { openAbsence } from "./absence.ts";
import type { Answered, Api, Asked, Following, StreamedEvent } from "./api.ts";
import { type Outgoing, send } from "./send.ts";
import { serverEvents } from "./server-events.ts";
import { uploadBody } from "./upload.ts";

const RECONNECT_MS = 1_000;

/** `renew`: a fresh token after the API has called the present one no longer good; a watch may
 *  outlive several. */
export type Renew = () => Promise<Result<Bearer, CliError>>;

export function makeApi(
  context: Context,
  base: string,
  bearer: Bearer | null,
  renew: Renew | null = null,
): Api {
  let current = bearer;
  const ask = async (
    outgoingWith: (bearer: Bearer | null) => Outgoing,
  ): Promise<Result<Response, CliError>> => {
    const response = await send(context, outgoingWith(current));
    if (response.ok || response.error.code !== "E0150" || renew === null) return response;
    const fresh = await renew();
    if (!fresh.ok || fresh.value.token === current?.token) return response;
    current = fresh.value;
    return send(context, outgoingWith(current));
  };
  const request =
    (route: Route, asked: Asked, extra: Readonly<Record<string, string>>) =>
    (token: Bearer | null) =>
      outgoing({ context, base, bearer: token, route, asked, extra });
  const call: Api["call"] = async (route, asked = {}) => {
    // One key for the command's one write, however often it is sent.
    const key = route.method === "GET" ? {} : { "idempotency-key": context.world.newId() };
    const response = await ask(request(route, asked as Asked, key));
    return response.ok ? parsed(route, await response.value.text(), base) : response;
  };
  return {
    url: new URL(base).origin,
    call,
    nowMs: async () => {
      const isHere = bearer?.from === "local";
      const where = isHere ? await call(ROUTES.getEnvironment) : null;
      return where?.ok === true ? Date.parse(where.value.now) : context.world.nowMs();
    },
    follow: (route, asked, following) =>
      followed(context, route, following, (lastEventId) => {
        const after = lastEventId === null ? {} : { "last-event-id": lastEventId };
        return ask(request(route, { ...(asked as Asked), signal: following.signal }, after));
      }),
  };
}

type Parts = {
  readonly context: Context;
  readonly base: string;
  readonly bearer: Bearer | null;
  readonly route: Route;
  readonly asked: Asked;
  readonly extra: Readonly<Record<string, string>>;
};

function outgoing({ context, base, bearer, route, asked, extra }: Parts): Outgoing {
  const url = new URL(base.replace(/\/$/, "") + routePath(route, asked.path ?? {}));
  for (const [name, value] of Object.entries(asked.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return {
    method: route.method,
    url,
    headers: {
      accept: route.response.contentType,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer.token}` }),
      ...(route.request === null ? {} : { "content-type": route.request.contentType }),
      ...(asked.ifMatch === undefined ? {} : { "if-match": `"${asked.ifMatch}"` }),
      ...extra,
    },
    body: bodyOf(context, asked.body),
    ...(asked.signal === undefined ? {} : { signal: asked.signal }),
  };
}

function bodyOf(context: Context, body: Asked["body"] | object): Outgoing["body"] {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return uploadBody(context, body);
  return () => JSON.stringify(body);
}

function parsed<R extends Route>(
  route: R,
  text: string,
  where: string,
): Result<Answered<R>, CliError> {
  if (route.response.contentType === "text/csv") return ok(text as Answered<R>);
  const answer = route.response.schema.safeParse(jsonIn(text));
  if (answer.success) return ok(answer.data as unknown as Answered<R>);
  return fail(notUnderstood(where, z.prettifyError(answer.error)));
}

const notUnderstood = (where: string, why: string): CliError =>
  cliError("E0161", "the answer of Drover is not understood", {
    where,
    why: why.split("\n").slice(0, 2).join(" "),
    next: "compare the versions: `drover doctor`",
  });

async function* followed<R extends Route>(
  context: Context,
  route: R,
  { lastEventId, signal, onBegin, onReconnect }: Following,
  openAfter: (lastEventId: string | null) => Promise<Result<Response, CliError>>,
): AsyncGenerator<Result<StreamedEvent<Answered<R>>, CliError>> {
  let last = lastEventId;
  let hasBegun = false;
  // A stream that breaks is told when it breaks.
  const absence = openAbsence(context, signal, () => {});
  while (!signal.aborted) {
    const response = await openAfter(last);
    if (signal.aborted) return;
    if (!response.ok) {
      if (await absence.outlasts(response.error)) continue;
      yield response;
      return;
    }
    absence.over();
    try {
      for await (const { id, data } of serverEvents(response.value.body ?? new ReadableStream())) {
        if (!hasBegun) onBegin();
        hasBegun = true;
        last = id;
        if (data === null) continue;
        const event = parsed(route, data, response.value.url);
        yield event.ok ? ok({ id, data: event.value }) : event;
        if (!event.ok) return;
      }
    } catch {
      // A connection that breaks is asked for again below; whoever stopped it is heard first.
    }
    if (signal.aborted) return;
    onReconnect();
    await context.world.sleep(RECONNECT_MS, signal);
  }
}
