/** What only a local host can do for its dashboard: begin the demonstration, let time hurry, and
 *  look into the simulated tenant, whose own address a page of ours may not reach.
 *  R1. Whoever looks needs a role; whoever changes anything is an Admin or an Operator.
 *  R2. Only the control of the tenant is reached, never its services. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { refuse } from "../../api/serving/answer.ts";
import type { Authenticate } from "../../api/serving/caller.ts";
import { problemResponse } from "../../api/serving/respond.ts";
import { type JsonRequest, jsonRequest } from "../../contract/http/json-request.ts";
import { mayUse } from "../../contract/http/roles.ts";
import { hideLooks } from "../../contract/secret-patterns.ts";
import { hideSecretsIn } from "../../contract/secret-values.ts";
import type { LocalPlatform } from "./local-platform.ts";
import { DEMO_MAX, SPEED_MAX } from "./start-options.ts";

export type LocalRoutesParts = {
  readonly engine: Pick<LocalPlatform, "beginDemo" | "pace" | "tenant">;
  readonly authenticate: Authenticate;
};

/** Null for what is not served here. */
export type LocalRoutes = (request: Request) => Promise<Response | null>;

const TENANT = "/local/tenant/";
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const demoRequest = jsonRequest(
  z.object({
    people: z.int().min(1).max(DEMO_MAX),
    speed: z.number().min(1).max(SPEED_MAX).nullable().default(null),
  }),
);
const speedRequest = jsonRequest(z.object({ speed: z.number().min(1).max(SPEED_MAX) }));

type Code = Parameters<typeof refuse>[0];

const refused = (code: Code, detail: string): Response =>
  problemResponse(refuse(code, detail).error, randomUUID());

const answered = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

export function localRoutes(parts: LocalRoutesParts): LocalRoutes {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const name = `${request.method} ${pathname}`;
    const isOurs = name === "POST /local/demo" || name === "PUT /local/speed";
    if (!isOurs && !pathname.startsWith(TENANT)) return null;
    const caller = await parts.authenticate(request);
    if (!caller.ok) return problemResponse(caller.error, randomUUID());
    const policy = READING.has(request.method) ? "authenticated" : "operator";
    if (!mayUse(policy, caller.value.roles)) {
      return refused("forbidden", "Changing the simulation needs the role Admin or Operator.");
    }
    if (name === "POST /local/demo") return beginDemo(parts, request);
    if (name === "PUT /local/speed") return setSpeed(parts, request);
    return askTenant(parts.engine.tenant, request, pathname.slice(TENANT.length));
  };
}

async function bodyOf<Schema extends z.ZodObject>(
  { read }: JsonRequest<Schema>,
  request: Request,
): Promise<z.output<Schema> | null> {
  const body = read(new Uint8Array(await request.arrayBuffer()));
  return body.ok ? body.value : null;
}

async function beginDemo({ engine }: LocalRoutesParts, request: Request): Promise<Response> {
  const asked = await bodyOf(demoRequest, request);
  if (asked === null) {
    return refused("invalid-request", `Send {"people":24}, from 1 to ${DEMO_MAX}.`);
  }
  const begun = await engine.beginDemo(asked.people);
  if (!begun.ok) return refused("conflict", begun.error);
  if (asked.speed !== null) engine.pace.setSpeed(asked.speed);
  return answered({ begun: begun.value, speed: engine.pace.speed() }, 202);
}

async function setSpeed({ engine }: LocalRoutesParts, request: Request): Promise<Response> {
  const asked = await bodyOf(speedRequest, request);
  if (asked === null) {
    return refused("invalid-request", `Send {"speed":600}, from 1 to ${SPEED_MAX}.`);
  }
  engine.pace.setSpeed(asked.speed);
  return answered({ speed: asked.speed });
}

/** The same question at the tenant's own address; nothing of the browser's goes along. */
async function askTenant(control: string, request: Request, path: string): Promise<Response> {
  const url = new URL(`${control}/${path}`);
  if (!url.href.startsWith(`${control}/`)) return refused("not-found", "There is no such control.");
  url.search = new URL(request.url).search;
  const body = READING.has(request.method) ? null : await request.text();
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: request.method, headers, body: body || null });
  const text = await answer.text();
  if (!answer.ok) {
    const code = answer.status === 404 ? "not-found" : "invalid-request";
    return refused(code, hideLooks(text));
  }
  // Its log has the addresses that functions asked for, with whatever was put into them.
  return answered(text === "" ? {} : hideSecretsIn(JSON.parse(text)));
}
