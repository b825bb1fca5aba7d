/** The API over a platform on a real file, in which one of the store's answers can be lost. */
import { createApp } from "../../../../runtime/api/app.ts";
import type { Backend } from "../../../../runtime/api/backend.ts";
import { apiHandlers } from "../../../../runtime/api/handlers.ts";
import { auditing } from "../../../../runtime/api/serving/auditing.ts";
import { fail, ok } from "../../../../runtime/contract/result.ts";
import { engineHealth } from "../../../../runtime/hosts/local/engine-health.ts";
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

/** Ports whose answers are counted; the one whose turn it is does not come. */
function losing() {
  const turns = { taken: 0, lost: 0 };
  const port = <Port extends object>(real: Port): Port =>
    new Proxy(real, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === "object" && value !== null) return port(value);
        if (typeof value !== "function") return value;
        return async (...words: readonly unknown[]) => {
          turns.taken += 1;
          if (turns.taken === turns.lost) return fail({ kind: "unavailable", reason: "lost" });
          return value.apply(target, words);
        };
      },
    });
  return { turns, port };
}

function backendOf(
  { scripted: { exchange, platform, sources } }: Stage,
  port: ReturnType<typeof losing>["port"],
): Backend {
  const store = port(exchange.store);
  return {
    store,
    reports: port(exchange.reports),
    audit: port(exchange.audit),
    engine: port(platform.engine),
    orders: platform.orders,
    sources,
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
    notReady: () => null,
    notices: () => ["Something is off."],
    process: { instanceId: "stage", startedAt: systemClock.now() },
    machineClock: systemClock,
  };
}

export function stageApi(stage: Stage): StagedApi {
  const { turns, port } = losing();
  const backend = backendOf(stage, port);
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
      turns.taken = 0;
      turns.lost = turn;
      app = newApp();
    },
    answers: () => turns.taken,
    bugs,
  };
}

/** What was answered, read. */
export async function toldBy({ ask }: StagedApi, path: string, init?: RequestInit) {
  const answer = await ask(path, init);
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API says.
  const body: any = isJson ? JSON.parse(text) : text;
  return { status: answer.status, body };
}

/** A text is a table. */
export const given = (
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
  method = "POST",
): RequestInit => ({
  method,
  headers: {
    "content-type": typeof body === "string" ? "text/csv" : "application/json",
    ...headers,
  },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
