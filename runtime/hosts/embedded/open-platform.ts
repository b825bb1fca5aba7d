/** The whole platform in one process, on one exchange: engine, workers, orchestrator and
 *  scheduler, started so that whoever is spoken to is there first, and stopped so that nothing
 *  new is found, jobs in hand come to their end, and their results are still taken in. */
import type { Engine, EngineFault } from "../../engine/engine.ts";
import { openEngine } from "../../engine/open-engine.ts";
import type { OrchestratorFault } from "../../orchestrator/fault.ts";
import { openOrchestrator } from "../../orchestrator/open-orchestrator.ts";
import type { Orders } from "../../orchestrator/orders.ts";
import { openScheduler } from "../../scheduler/open-scheduler.ts";
import type { SchedulerFault, TickReport } from "../../scheduler/scheduler.ts";
import type { Source } from "../../sources/source.ts";
import type { Clock } from "../../time/clock.ts";
import type { Fault } from "../../worker/fault.ts";
import type { Drained } from "../../worker/worker.ts";
import type { Exchange } from "./open-exchange.ts";
import { type HostedWorker, openStaff, type Staff } from "./staff.ts";
import { startTicking } from "./ticking.ts";

export type PlatformFault =
  | ({ readonly from: "engine" } & EngineFault)
  | ({ readonly from: "orchestrator" } & OrchestratorFault)
  | ({ readonly from: "scheduler" } & SchedulerFault)
  | ({ readonly from: "worker" } & Fault);

export type PlatformParts = {
  readonly exchange: Exchange;
  readonly clock: Clock;
  /** The name leases are taken under: no two processes that live have the same. */
  readonly owner: string;
  readonly version: string;
  readonly sources: Source;
  readonly workers: readonly HostedWorker[];
  readonly observe: (fault: PlatformFault) => void;
  /** How often sources are asked. */
  readonly tickMs: number;
  /** The longest time between two looks at what is due; the orchestrator's own unless it says. */
  readonly lookMs?: number;
};

export type Platform = {
  readonly engine: Engine;
  readonly orders: Orders;
  /** Somebody made rows due. */
  readonly wake: () => void;
  /** Asks the sources now. */
  readonly tickNow: () => void;
  readonly lastTick: () => { readonly at: Date; readonly report: TickReport } | null;
  /** Workers that come later: until then their steps wait for them. */
  readonly employ: Staff["employ"];
  /** Rejects on a bug in a part of it; the process should then end. */
  readonly ended: Promise<void>;
  readonly stop: (limitMs: number) => Promise<Drained>;
};

export async function openPlatform(parts: PlatformParts): Promise<Platform> {
  const { exchange, clock, owner, sources, tickMs } = parts;
  const { store } = exchange;
  const observers = observersOf(parts.observe);
  const engine = openEngine({ store, clock, observe: observers.engine });
  const staff = await openStaff(parts, engine);
  const orchestrator = openOrchestrator({
    store,
    bus: exchange.connect(`${owner}:orchestrator`, true),
    engine,
    clock,
    owner,
    observe: observers.orchestrator,
    ...lookingEvery(parts.lookMs),
  });
  const scheduler = openScheduler({
    store,
    engine,
    sources,
    clock,
    owner,
    observe: observers.scheduler,
    everyMs: tickMs,
  });
  const ticking = startTicking({
    scheduler,
    clock,
    everyMs: tickMs,
    ticked: async () => {
      orchestrator.wake();
      await staff.noteSeen();
    },
    threw: (error) => observers.scheduler({ kind: "threw", doing: "ticking", error }),
  });
  return {
    engine,
    orders: orchestrator.orders,
    wake: orchestrator.wake,
    tickNow: ticking.now,
    lastTick: ticking.last,
    employ: staff.employ,
    ended: Promise.race([orchestrator.ended, staff.bug]),
    stop: async (limitMs) => {
      await ticking.stop();
      const drained = await staff.stop(limitMs);
      await orchestrator.stop(limitMs);
      return drained;
    },
  };
}

const observersOf = (observe: PlatformParts["observe"]) => ({
  engine: (fault: EngineFault): void => observe({ from: "engine", ...fault }),
  orchestrator: (fault: OrchestratorFault): void => observe({ from: "orchestrator", ...fault }),
  scheduler: (fault: SchedulerFault): void => observe({ from: "scheduler", ...fault }),
});

const lookingEvery = (ms: number | undefined) =>
  ms === undefined ? {} : { everyMs: { sweep: ms, rebalance: ms, deadLetters: ms } };
