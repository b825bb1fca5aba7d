/** What a local host answers over HTTP: API, dashboard and simulation, and the door before them. */
import { randomUUID } from "node:crypto";
import { createApp } from "../../api/app.ts";
import { bearerCallers } from "../../api/auth/bearer.ts";
import type { Backend } from "../../api/backend.ts";
import { apiHandlers } from "../../api/handlers.ts";
import { admission } from "../../api/serving/admission.ts";
import { auditing } from "../../api/serving/auditing.ts";
import { serveDashboard } from "../../dashboard/serve.ts";
import type { Clock } from "../../time/clock.ts";
import { readDashboard } from "../dashboard/dashboard-files.ts";
import type { Fetch } from "./listen.ts";
import type { LocalPlatform } from "./local-platform.ts";
import { localRoutes } from "./local-routes.ts";
import { tokenInCookie } from "./sign-in/cookie.ts";
import { localDoor } from "./sign-in/local-door.ts";
import type { SignIn } from "./sign-in/open-sign-in.ts";

export type LocalAppParts = {
  readonly engine: LocalPlatform;
  readonly instanceId: string;
  readonly version: string;
  readonly real: Clock;
  readonly signIn: Pick<SignIn, "issuer" | "links">;
  readonly complain: (sentence: string) => void;
};

/** Whoever is on this machine can load it by other means; the limit finds runaway scripts. */
const ADMITTED = { perSec: 2_000, atOnce: 4_000 };

export function localApp(parts: LocalAppParts): Fetch {
  const { version, real, signIn, complain } = parts;
  const { issuer, links } = signIn;
  const authenticate = bearerCallers({
    ...issuer.check,
    tokenIn: tokenInCookie,
    refused: () => undefined,
  });
  const backend = backendOf(parts);
  const api = createApp({
    handlers: apiHandlers(backend),
    authenticate,
    admit: admission(ADMITTED, real.now),
    audit: auditing(backend.audit, real.now),
    version,
    newCorrelationId: randomUUID,
    onBug: (error, correlationId) => complain(`${correlationId} ${error.stack}`),
  });
  const pages = serveDashboard(readDashboard());
  const local = localRoutes({ engine: parts.engine, authenticate });
  const app: Fetch = async (request) =>
    (await local(request)) ?? pages(request) ?? (await api.fetch(request));
  return localDoor({ issuer, links, authenticate, app });
}

function backendOf({ engine, instanceId, version, real }: LocalAppParts): Backend {
  const startedAt = real.now();
  return {
    store: engine.exchange.store,
    reports: engine.exchange.reports,
    audit: engine.exchange.audit,
    engine: engine.platform.engine,
    orders: engine.platform.orders,
    sources: engine.sources,
    knownConnections: () => new Set(engine.connections.keys()),
    clock: engine.clock,
    environment: () => ({
      name: "local",
      mode: "local",
      version,
      signIn: { kind: "local" },
      simulated: true,
      speed: engine.pace.speed(),
      simulatedTenant: engine.tenant,
    }),
    health: engine.health,
    notReady: engine.workerProblem,
    notices: engine.workerNotices,
    process: { instanceId, startedAt },
    machineClock: real,
  };
}
