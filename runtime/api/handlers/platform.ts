/** The platform itself: how it is, who is asking, which workers there are. */
import { Instant } from "../../contract/instant.ts";
import { ok } from "../../contract/result.ts";
import type { Backend } from "../backend.ts";
import { orderRefused, refuse, storeAway } from "../serving/answer.ts";
import type { Caller } from "../serving/caller.ts";
import type { HandlersOf } from "../serving/handler.ts";

type Parts = Pick<
  Backend,
  | "clock"
  | "environment"
  | "health"
  | "machineClock"
  | "notReady"
  | "notices"
  | "orders"
  | "process"
  | "store"
>;

type Names =
  | "getHealth"
  | "getReady"
  | "getEnvironment"
  | "getMe"
  | "listWorkers"
  | "listLimits"
  | "setLimit";

const at = (date: Date) => Instant.parse(date.toISOString());

const databaseCheck = (live: number) => ({
  name: "database",
  detail: `it answers; ${live} ${live === 1 ? "batch" : "batches"} not ended`,
});

export const platformHandlers = (parts: Parts): HandlersOf<Names> => {
  const { clock, environment, health, machineClock, notReady, notices, orders, store } = parts;
  const { instanceId, startedAt } = parts.process;
  return {
    getHealth: async () => {
      const { version, mode } = environment();
      return ok({
        status: "ok",
        version,
        mode,
        instanceId,
        startedAt: startedAt.toISOString(),
        uptimeSec: Math.floor((machineClock.now().getTime() - startedAt.getTime()) / 1_000),
        engine: await health(),
      });
    },
    getReady: async () => {
      const engine = await health();
      if (engine === null) return refuse("not-ready", "The database does not answer.");
      const waiting = notReady();
      if (waiting !== null) return refuse("not-ready", waiting);
      const checks = [databaseCheck(engine.liveBatches)];
      return ok({ status: "ready", checks, notices: [...notices()] });
    },
    getEnvironment: async () => ok({ ...environment(), now: at(clock.now()) }),
    getMe: async ({ caller }) => me(caller),
    listWorkers: async () => {
      const workers = await store.workers.registered();
      if (!workers.ok) return storeAway(workers.error);
      return ok({
        items: workers.value.map(({ manifest, lastSeen }) => ({
          ...manifest,
          lastSeen: at(lastSeen),
        })),
      });
    },
    listLimits: async () => {
      const limits = await store.workers.limits();
      if (!limits.ok) return storeAway(limits.error);
      return ok({ items: [...limits.value].map(([key, most]) => ({ key, most })) });
    },
    setLimit: async ({ params: { key }, body: { most }, asked }) => {
      const set = await orders.setLimit({ key, most }, asked);
      return set.ok
        ? ok({ changed: set.value.changed, changeCount: null })
        : orderRefused(set.error);
    },
  };
};

async function me(caller: Caller | null) {
  if (caller === null) throw new Error("a route that needs a role was served to nobody");
  const { name, tenantId, objectId, kind, roles, expiresAt } = caller;
  return ok({ name, tenantId, objectId, kind, roles: [...roles], expiresAt: at(expiresAt) });
}
