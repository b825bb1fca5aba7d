/** The API over a platform on a real file, in which one of the store's answers can be lost. */
import { createApp } from "../../../../runtime/api/app.ts";
import type { Backend } from "../../../../runtime/api/backend.ts";
import { apiHandlers } from "../../../../runtime/api/handlers.ts";
import { auditing } from "../../../../runtime/api/serving/auditing.ts";
import { fail, ok } from "../../../../runtime/contract/result.ts";
import { engineHealth } from "../../../../runtime/hosts/local/engine-health.ts";
import { sourcesByType } from "../../../../runtime/sources/by-type.ts";
import { systemClock } from "../../../../runtime/time/system/system-clock.ts";
import type { Stage } from "../../queries/stage.ts";

export type StagedApi = {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The store's answer that is lost, counted from now on; none while it is 0. */
  readonly lose: (turn: number) => void;
  /** Answers since then. */
  readonly answers: () => number;
  readonly bugs: readonly string[];
};

const CALLER = {
  tenantId: "t",
  objectId: "o",
  name: "ada",
  kind: "user",
  roles: ["Admin", "Auditor"],
  expiresAt: new Date("2999-01-01T00:00:00.000Z"),
} as const;

export function stageApi({ scripted: { exchange, platform } }: Stage): StagedApi {
  let turns = 0;
  let lost = 0;
  /** The same functions; the answer whose turn it is does not come. */
  const losing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === "object" && value !== null) return losing(value);
        if (typeof value !== "function") return value;
        return async (...words: readonly unknown[]) => {
          turns += 1;
          if (turns === lost) return fail({ kind: "unavailable", reason: "lost" });
          return value.apply(target, words);
        };
      },
    });
  const store = losing(exchange.store);
  const backend: Backend = {
    store,
    reports: losing(exchange.reports),
    audit: losing(exchange.audit),
    engine: losing(platform.engine),
    orders: platform.orders,
    sources: sourcesByType({}),
    knownConnections: () => new Set(),
    clock: systemClock,
    environment: () => ({
      name: "stage",
      mode: "local",
      version: "1",
      signIn: { kind: "local" },
      simulated: true,
      speed: 1,
      simulatedTenant: null,
    }),
    health: () => engineHealth(store, null, systemClock.now()),
    process: { instanceId: "stage", startedAt: systemClock.now() },
    machineClock: systemClock,
  };
  const bugs: string[] = [];
  /** A new one remembers no looks of before, so each is noted for auditors. */
  const newApp = () =>
    createApp({
      handlers: apiHandlers(backend),
      authenticate: async () => ok(CALLER),
      admit: () => true,
      audit: auditing(backend.audit, systemClock.now),
      version: "1",
      newCorrelationId: () => "c-1",
      onBug: (error) => bugs.push(`${error.stack}`),
    });
  let app = newApp();
  return {
    ask: async (path, init) => app.request(path, init),
    lose: (turn) => {
      turns = 0;
      lost = turn;
      app = newApp();
    },
    answers: () => turns,
    bugs,
  };
}
