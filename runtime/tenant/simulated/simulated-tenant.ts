/** A tenant to try things on: Graph, Exchange, Azure's resource manager, a vault and the token
 *  endpoint behind one loopback address, with state of its own. The clients of a real tenant talk
 *  to it unchanged but for addresses.
 *  It is not Microsoft's code: it answers what runbooks ask, in the same shapes, and refuses the
 *  rest. What it believes without proof is said where it does so.
 *  S1. It listens on loopback only.
 *  S2. Same seed, same company, same requests at the same times: the same answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject } from "../../contract/json-object.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Clock, sleep } from "../../time/clock.ts";
import type { Answer, TenantRequest } from "./answer.ts";
import { idOf } from "./chance.ts";
import { type Control, control } from "./control/control-service.ts";
import { CALM, type Family, type FaultProfile } from "./faults/fault-profile.ts";
import type { JournalFailure } from "./journal.ts";
import type { TenantJournal } from "./journal-place.ts";
import { openWorld } from "./open-world.ts";
import { type Performed, perform } from "./perform.ts";
import { readRequest } from "./read-request.ts";
import { type LogEntry, requestLog } from "./request-log.ts";
import { faultAnswer, isFamily } from "./services.ts";
import { type CompanySize, type TenantApp, type TenantSettings, WORKER_ROLES } from "./settings.ts";
import type { World } from "./world.ts";

export type SimulatedTenantOptions = {
  readonly seed: string;
  readonly company: CompanySize;
  readonly clock: Clock;
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly faults?: FaultProfile;
  readonly journal?: TenantJournal;
  /** Domains beside the company's own that were verified. */
  readonly domains?: readonly string[];
  readonly apps?: readonly TenantApp[];
  readonly tokenLifetimeSec?: number;
};

export type SimulatedTenant = {
  readonly tenantId: string;
  readonly subscriptionId: string;
  /** Base addresses to give to clients, without a slash at the end. */
  readonly addresses: {
    readonly authority: string;
    readonly graph: string;
    readonly exchange: string;
    readonly arm: string;
    readonly vault: string;
    readonly control: string;
  };
  /** What the first application proves itself with. */
  readonly app: TenantApp;
  readonly world: World;
  readonly stop: () => Promise<void>;
};

export async function startSimulatedTenant(
  options: SimulatedTenantOptions,
): Promise<Result<SimulatedTenant, JournalFailure>> {
  const server = createServer();
  const port = await listen(server, options.port ?? 0);
  const { clock, company, journal = null, faults = CALM } = options;
  const settings = settingsOf(options, `http://127.0.0.1:${port}`);
  const opened = openWorld(settings, company, faults, journal, clock.now().getTime());
  const [app] = settings.apps;
  if (!opened.ok || app === undefined) {
    await close(server);
    return opened.ok ? fail({ kind: "unreadable", message: "A tenant needs an app." }) : opened;
  }
  const { world, reset } = opened.value;
  serve(server, { world, reset, company, log: requestLog() }, clock);
  return ok({
    tenantId: settings.tenantId,
    subscriptionId: settings.subscriptionId,
    addresses: addressesOf(settings.origin),
    app,
    world,
    stop: () => close(server),
  });
}

function settingsOf(options: SimulatedTenantOptions, origin: string): TenantSettings {
  const { seed, company } = options;
  const clientId = idOf(seed, "application", "drover-worker");
  const app = { clientId, secret: `sim-${idOf(seed, "secret", clientId)}`, roles: WORKER_ROLES };
  return {
    seed,
    tenantId: idOf(seed, "tenant", company.domain),
    domains: [company.domain, ...(options.domains ?? [])].map((name) => name.toLowerCase()),
    subscriptionId: idOf(seed, "subscription", company.domain),
    apps: options.apps ?? [app],
    tokenLifetimeSec: options.tokenLifetimeSec ?? 3_600,
    origin,
  };
}

const addressesOf = (origin: string): SimulatedTenant["addresses"] => ({
  authority: `${origin}/login`,
  graph: `${origin}/graph`,
  exchange: `${origin}/exchange`,
  arm: `${origin}/arm`,
  vault: `${origin}/vault`,
  control: `${origin}/_sim`,
});

function serve(server: Server, parts: Control, clock: Clock): void {
  server.on("request", (message, response) => {
    answerMessage(parts, clock, message, response).catch(() => message.socket.destroy());
  });
}

async function answerMessage(
  parts: Control,
  clock: Clock,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(message);
  const now = clock.now().getTime();
  const scene = { world: parts.world, now };
  if (!request.ok) {
    const { service, status } = request.error;
    const family = isFamily(service) ? service : "graph";
    const answer = faultAnswer(scene, family, NO_REQUEST, status);
    write(response, { ...answer, headers: { connection: "close" } }, now);
    return;
  }
  const { service } = request.value;
  if (service === "_sim") return write(response, control(parts, request.value, now), now);
  if (!isFamily(service))
    return write(response, faultAnswer(scene, "graph", request.value, 404), now);
  const done = perform(scene, service, request.value);
  parts.log.add(logEntry(service, request.value, done, now));
  if (done.waitMs > 0) await sleep(clock, done.waitMs);
  if (done.cut) message.socket.destroy();
  else write(response, done.answer, clock.now().getTime());
}

const NO_REQUEST: TenantRequest = {
  method: "",
  path: [],
  query: new URLSearchParams(),
  headers: {},
  body: undefined,
};

function logEntry(
  family: Family,
  request: TenantRequest,
  { answer, strike, waitMs }: Performed,
  now: number,
): Omit<LogEntry, "seq"> {
  const query = request.query.size === 0 ? "" : `?${request.query}`;
  const input = isJsonObject(request.body) ? request.body["CmdletInput"] : undefined;
  const cmdlet = isJsonObject(input) ? String(input["CmdletName"]) : null;
  return {
    at: new Date(now).toISOString(),
    family,
    method: request.method,
    target:
      family === "exchange" && cmdlet !== null ? cmdlet : `/${request.path.join("/")}${query}`,
    status: answer.status,
    strike: strike?.kind ?? null,
    waitMs,
    requestId: answer.headers["request-id"] ?? "",
    clientRequestId: request.headers["client-request-id"] ?? null,
  };
}

/** The date is the tenant's, not the machine's. */
function write(response: ServerResponse, answer: Answer, now: number): void {
  const { status, headers, body } = answer;
  const text = answer.text ?? (body === null ? "" : JSON.stringify(body));
  const kind = answer.text === undefined ? "application/json; charset=utf-8" : "text/plain";
  const type = text === "" ? {} : { "content-type": kind };
  const length = { "content-length": Buffer.byteLength(text), date: new Date(now).toUTCString() };
  response.writeHead(status, { ...type, ...length, ...headers });
  response.end(text);
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
