/** The HTTP surface: one Hono app that the local host and the cloud host both serve.
 *  Knows no socket, clock or environment; what it tells comes in as functions.
 *  A1. Every answer under /api is JSON; a path that does not exist is a problem document.
 *  A2. Pages come with a policy that lets a browser load nothing but what they carry. */
import { createHash } from "node:crypto";
import { Hono } from "hono";

export type Health = {
  readonly status: "ok";
  readonly version: string;
  readonly mode: "local" | "azure";
  readonly instanceId: string;
  readonly startedAt: string;
  readonly uptimeSec: number;
};

export type Page = { readonly html: string; readonly style: string };

export type AppParts = {
  readonly health: () => Health;
  readonly firstPage: () => Page;
};

export function createApp({ health, firstPage }: AppParts): Hono {
  const app = new Hono();
  app.get("/api/health", (context) => {
    context.header("cache-control", "no-store");
    return context.json(health());
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
    return context.json({ type: "about:blank", title: "Not found", status: 404, detail }, 404, {
      "content-type": "application/problem+json",
    });
  });
  return app;
}

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
