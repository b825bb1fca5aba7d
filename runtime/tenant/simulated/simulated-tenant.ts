/** A tenant to try things on: Graph, Exchange, Azure's resource manager, a vault and the token
 *  endpoint behind one loopback address, with state of its own. The clients of a real tenant talk
 *  to it unchanged but for addresses.
 *  It is not Microsoft's code: it answers what runbooks ask, in the same shapes, and refuses the
 *  rest. What it believes without proof is said where it does so.
 *  S1. It listens on loopback only.
 *  S2. Same seed, same company, same requests at the same times: the same answers. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Clock, sleep } from "../../time/clock.ts";
import type { Answer } from "./answer.ts";
import { idOf } from "./chance.ts";
import { CALM, type FaultProfile } from "./faults/fault-profile.ts";
import { freshFaults } from "./faults/fault-state.ts";
import type { JournalFailure, TenantJournal } from "./journal.ts";
import { perform } from "./perform.ts";
import { readRequest } from "./read-request.ts";
import { faultAnswer, isFamily } from "./services.ts";
import { type CompanySize, type TenantApp, type TenantSettings, WORKER_ROLES } from "./settings.ts";
import { emptyWorld, type World } from "./world.ts";

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
  const settings = settingsOf(options, `http://127.0.0.1:${port}`);
  const world = emptyWorld(settings, freshFaults(options.faults ?? CALM), options.journal ?? null);
  const [app] = settings.apps;
  if (app === undefined) return fail({ kind: "unreadable", message: "A tenant needs an app." });
  serve(server, world, options.clock);
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

function serve(server: Server, world: World, clock: Clock): void {
  server.on("request", (message, response) => {
    void (async () => {
      const request = await readRequest(message);
      const scene = { world, now: clock.now().getTime() };
      if (!request.ok) {
        const empty = {
          method: "",
          path: [],
          query: new URLSearchParams(),
          headers: {},
          body: null,
        };
        const { family, status } = request.error;
        const answer = faultAnswer(scene, isFamily(family) ? family : "graph", empty, status);
        write(response, { ...answer, headers: { connection: "close" } });
        return;
      }
      const { service } = request.value;
      if (!isFamily(service)) {
        write(response, faultAnswer(scene, "graph", request.value, 400));
        return;
      }
      const { answer, waitMs, cut } = perform(scene, service, request.value);
      if (waitMs > 0) await sleep(clock, waitMs);
      if (cut) message.socket.destroy();
      else write(response, answer);
    })().catch(() => message.socket.destroy());
  });
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const text = body === null ? "" : JSON.stringify(body);
  const type = body === null ? {} : { "content-type": "application/json; charset=utf-8" };
  response.writeHead(status, { ...type, "content-length": Buffer.byteLength(text), ...headers });
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
