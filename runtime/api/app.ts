/** The HTTP surface: one Hono app that the local host and the cloud host both serve.
 *  Knows no socket, clock or environment; what it tells comes in as functions.
 *  A1. Every route comes from the contract's table, with its policy; nothing else is under /api but
 *      the description of these routes.
 *  A2. A path that does not exist and a bug are both answered with a problem document; the bug's
 *      own words go to the host's log under the same correlation id, never to the caller. */
import { type Context, Hono } from "hono";
import { ROUTES, type RouteName } from "../contract/http/routes.ts";
import { openApiDocument } from "./openapi/document.ts";
import { openApiPage } from "./openapi/page.ts";
import { refuse } from "./serving/answer.ts";
import type { HandlersOf } from "./serving/handler.ts";
import { pageResponse } from "./serving/page-response.ts";
import { bodyResponse, CORRELATION_HEADER, problemResponse } from "./serving/respond.ts";
import { type AnyHandler, type Gates, type Line, serveRoute } from "./serving/serve-route.ts";

export type AppParts = Gates & {
  readonly handlers: Partial<HandlersOf<RouteName>>;
  readonly version: string;
  readonly newCorrelationId: () => string;
  readonly onBug: (error: Error, correlationId: string) => void;
};

/** A caller may name its own request; anything else is not an id. */
const CORRELATION_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function createApp(parts: AppParts): Hono {
  const { newCorrelationId, onBug, version } = parts;
  const app = new Hono();
  const idOf = (context: Context): string => {
    const given = context.req.header(CORRELATION_HEADER);
    return given !== undefined && CORRELATION_ID.test(given) ? given : newCorrelationId();
  };
  const lines = linesOf(parts.handlers);
  for (const line of lines) mount(app, parts, line, idOf);
  describeApi(app, lines, version);
  refuseOtherMethods(app, lines, idOf);
  app.notFound((context) => {
    const detail = `Nothing is served at ${context.req.method} ${context.req.path}.`;
    return problemResponse(refuse("not-found", detail).error, idOf(context));
  });
  app.onError((error, context) => {
    const correlationId = idOf(context);
    onBug(error, correlationId);
    const detail = "Drover met a bug. The log tells more under this correlation id.";
    return problemResponse(refuse("internal-error", detail).error, correlationId);
  });
  return app;
}

/** In the table's order, so that fixed segments come before parameters where both would fit. */
function linesOf(handlers: AppParts["handlers"]): readonly Line[] {
  return (Object.keys(ROUTES) as RouteName[]).flatMap((name) => {
    const handler = handlers[name] as AnyHandler | undefined;
    return handler === undefined ? [] : [{ name, route: ROUTES[name], handler }];
  });
}

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

function mount(app: Hono, gates: Gates, line: Line, idOf: (context: Context) => string): void {
  const { route } = line;
  app.on(route.method, patternOf(route.path), async (context) => {
    const correlationId = idOf(context);
    const params = context.req.param();
    const answer = await serveRoute(gates, line, context.req.raw, params, correlationId);
    return answer.ok
      ? bodyResponse(route, answer.value, correlationId)
      : problemResponse(answer.error, correlationId);
  });
}

/** For anybody: it tells what could be asked, not what is here. */
function describeApi(app: Hono, lines: readonly Line[], version: string): void {
  const document = openApiDocument(lines, version);
  const text = JSON.stringify(document);
  const page = openApiPage(document);
  app.get("/api/openapi.json", (context) => {
    context.header("content-type", "application/json");
    return context.body(text);
  });
  app.get("/api/docs", () => pageResponse(page));
}

function refuseOtherMethods(
  app: Hono,
  lines: readonly Line[],
  idOf: (context: Context) => string,
): void {
  const byPath = Map.groupBy(lines, ({ route }) => patternOf(route.path));
  for (const [path, here] of byPath) {
    const methods = here.map(({ route }) => route.method).join(", ");
    app.all(path, (context) => {
      const detail = `${context.req.method} is not served here; ${methods} is.`;
      const refused = problemResponse(refuse("method-not-allowed", detail).error, idOf(context));
      refused.headers.set("allow", methods);
      return refused;
    });
  }
}
