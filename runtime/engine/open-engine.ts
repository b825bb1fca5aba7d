/** The engine, put together: the shell around the pure core. */
import type { Settlement } from "../bus/lock.ts";
import type { PlatformEvent } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { openCatalog } from "./catalog.ts";
import type { Shell } from "./commit-works.ts";
import type { Engine, EngineFault } from "./engine.ts";
import { commitItems, type FollowUp, openFollowUp } from "./follow-up.ts";
import { outdatedItems, registeredItems } from "./left-behind.ts";
import { keepPlans, loadPlan, type Plans } from "./plans.ts";
import { publishRunbook } from "./publish-runbook.ts";
import { openSweep } from "./sweep.ts";

export type EngineParts = {
  readonly store: Store<Settlement>;
  readonly clock: Clock;
  readonly observe: (fault: EngineFault) => void;
  /** Shared by engines that serve the same store. */
  readonly plans?: Plans;
};

export function openEngine({ store, clock, observe, plans = keepPlans() }: EngineParts): Engine {
  const shell: Shell = { store, clock, observe, plans, catalog: openCatalog(store.workers, clock) };
  const followUp = openFollowUp(shell);
  return {
    handle: async (items, under) => {
      const { answers, ...reasons } = await commitItems(shell, items, under);
      await followUp(reasons);
      return answers;
    },
    sweep: openSweep(shell, followUp),
    plan: (name, version) => loadPlan(store.runbooks, plans, name, version),
    publishRunbook: async (request) => {
      const published = await publishRunbook(shell, request);
      if (published.ok) await tell(shell, followUp, await outdatedItems(shell));
      return published;
    },
    ...orders(shell, followUp),
  };
}

type Orders = Pick<Engine, "setAutomation" | "setLimit" | "registerWorkers">;

function orders(shell: Shell, followUp: FollowUp): Orders {
  const { store, catalog } = shell;
  return {
    setAutomation: (name, enabled, by, remember) => {
      const type = enabled ? "automation.enabled" : "automation.disabled";
      const events = [told(by, type, { name })];
      return store.runbooks.setAutomation(name, enabled, by, events, remember);
    },
    setLimit: async (key, most, by, remember) => {
      const type = most === null ? "limit.lifted" : "limit.set";
      const events = [told(by, type, { key, most })];
      const set = await store.workers.setLimit(key, most, events, remember);
      catalog.forget();
      return set;
    },
    registerWorkers: async (manifests) => {
      const events = manifests.map(({ workerId, version }) =>
        told(workerId, "worker.registered", { workerId, version }),
      );
      const registered = await store.workers.register(manifests, events);
      catalog.forget();
      if (registered.ok) await tell(shell, followUp, await registeredItems(shell));
      return registered;
    },
  };
}

const told = (actor: string, type: string, detail: PlatformEvent["detail"]): PlatformEvent => ({
  actor,
  cause: "order",
  type,
  detail,
});

/** In a hurry: the sweep tells whoever is not reached now. */
async function tell(
  shell: Shell,
  followUp: FollowUp,
  items: Awaited<ReturnType<typeof outdatedItems>>,
): Promise<void> {
  if (items.ok) await followUp(await commitItems(shell, items.value));
}
