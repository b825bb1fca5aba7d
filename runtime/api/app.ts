/** The HTTP surface: one Hono app that the local host and the cloud host both serve.
 *  Knows no socket, clock or environment; what it tells comes in as functions.
 *  A1. A path that does not exist and a bug are both answered with a problem document; the bug's
 *      own words go to the host's log under the same correlation id, never to the caller.
 *  A2. Pages come with a policy that lets a browser load nothing but what they carry. */
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Health } from "../contract/http/health.ts";
import { PROBLEM_CONTENT_TYPE, type ProblemDetails } from "../contract/http/problem-details.ts";

type Page = { readonly html: string; readonly style: string };

export type AppParts = {
  readonly health: () => Promise<Health>;
  readonly firstPage: () => Page;
  readonly newCorrelationId: () => string;
  readonly onBug: (error: Error, correlationId: string) => void;
};

export function createApp({ health, firstPage, newCorrelationId, onBug }: AppParts): Hono {
  const app = new Hono();
  app.get("/api/health", async (context) => {
    context.header("cache-control", "no-store");
    return context.json(await health());
  });
  app.get("/", (context) => {
    const page = firstPage();
    context.header("content-security-policy", contentSecurityPolicy(page.style));
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "no-referrer");
    return context.html(page.html);
  });
  app.notFound((context) => {
    const detail = `Nothing is served at ${context.req.method} ${context.req.path}.`;
    const correlationId = newCorrelationId();
    return answer(context, { ...NOT_FOUND, detail, correlationId });
  });
  app.onError((error, context) => {
    const correlationId = newCorrelationId();
    onBug(error, correlationId);
    const detail = "Drover met a bug. The log tells more under this correlation id.";
    return answer(context, { ...BUG, detail, correlationId });
  });
  return app;
}

const NOT_FOUND = {
  type: "about:blank",
  title: "Not found",
  status: 404,
  code: "not-found",
} as const;
const BUG = {
  type: "about:blank",
  title: "Internal error",
  status: 500,
  code: "internal-error",
} as const;

const answer = (context: Context, problem: ProblemDetails): Response =>
  context.body(JSON.stringify(problem), {
    status: problem.status as 404 | 500,
    headers: { "content-type": PROBLEM_CONTENT_TYPE },
  });

function contentSecurityPolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
