/** What a local host answers over HTTP: everything that is served is put together here. */
import { randomUUID } from "node:crypto";
import { createApp } from "../../api/app.ts";
import { firstPage } from "../../dashboard/first-page.ts";
import type { Fetch } from "./listen.ts";
import type { LocalPlatform } from "./local-platform.ts";
import { shippedRunbooks } from "./shipped-runbooks.ts";

export type LocalAppParts = {
  readonly engine: LocalPlatform;
  readonly instanceId: string;
  readonly version: string;
  /** The data folder. */
  readonly data: string;
  readonly shipped: string;
  readonly complain: (sentence: string) => void;
};

export function localApp(parts: LocalAppParts): Fetch {
  const { engine, instanceId, version, data, shipped, complain } = parts;
  const startedAt = new Date();
  const runbooks = shippedRunbooks(shipped);
  const app = createApp({
    health: async () => ({
      status: "ok",
      version,
      mode: "local",
      instanceId,
      startedAt: startedAt.toISOString(),
      uptimeSec: Math.floor((Date.now() - startedAt.getTime()) / 1000),
      engine: await engine.health(),
    }),
    firstPage: () => firstPage({ version, data, runbooks }),
    newCorrelationId: randomUUID,
    onBug: (error, correlationId) => complain(`${correlationId} ${error.stack}`),
  });
  return (request) => app.fetch(request);
}
