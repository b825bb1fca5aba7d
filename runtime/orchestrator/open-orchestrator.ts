/** The orchestrator, put together: whatever comes from the bus and whatever falls due goes to the
 *  engine; dead letters become incidents; limits are dealt out; operators find their desk here.
 *  Several may run beside each other: the store serialises what they do to one batch, and what
 *  only one may do is done under a lease. */
import type { Bus } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { Topic } from "../contract/blueprint/topic-shape.ts";
import { TOPICS } from "../contract/blueprint/topics.ts";
import type { Result } from "../contract/result.ts";
import type { Engine } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { doorbell, pause } from "../time/pause.ts";
import { deadLetterReader } from "./dead-letters.ts";
import type { Observe } from "./fault.ts";
import { heldLocks } from "./held-locks.ts";
import { leaseKeeper } from "./lease-keeper.ts";
import { INTAKES } from "./letters.ts";
import { type Orders, openOrders } from "./orders.ts";
import { rebalancer } from "./rebalance.ts";
import { receiveFrom } from "./receive.ts";
import { startSweeper } from "./sweeper.ts";

const SECOND_MS = 1_000;
const LEASE_MS = 30 * SECOND_MS;

export type OrchestratorParts = {
  readonly store: Store<Settlement>;
  readonly bus: Bus;
  readonly engine: Engine;
  readonly clock: Clock;
  /** The name of this process, unlike any other that lives. */
  readonly owner: string;
  readonly observe: Observe;
  /** Whose dead letters are read; all of the blueprint unless it says otherwise. */
  readonly topics?: Readonly<Record<string, Topic>>;
  /** The longest time between two looks at what is due, at limits, at dead letters. */
  readonly everyMs?: Partial<Every>;
};

type Every = {
  readonly sweep: number;
  readonly rebalance: number;
  readonly deadLetters: number;
};

const EVERY: Every = {
  sweep: SECOND_MS,
  rebalance: SECOND_MS,
  deadLetters: 5 * SECOND_MS,
};

export type Orchestrator = {
  /** Takes nothing more, and lets the groups in hand come to their end for so long. What is then
   *  left was not committed, and its messages come again. */
  readonly stop: (limitMs: number) => Promise<{ readonly inTime: boolean }>;
  /** Rejects on a bug in the orchestrator itself; its host should then end the process. */
  readonly ended: Promise<void>;
  readonly orders: Orders;
  /** Somebody else has made rows due. */
  readonly wake: () => void;
};

export function openOrchestrator(parts: OrchestratorParts): Orchestrator {
  const { store, bus, engine, clock, owner } = parts;
  const stopping = new AbortController();
  const ending = new AbortController();
  const { promise: ended, resolve, reject: defect } = Promise.withResolvers<void>();
  const signals = { stopping: stopping.signal, ending: ending.signal };
  const { loops, locks, lease, wake } = startLoops(parts, signals, defect);
  for (const loop of loops) loop.catch(defect);
  return {
    ended,
    wake,
    orders: openOrders({ store, engine, bus, clock, owner, wake }),
    stop: async (limitMs) => {
      stopping.abort();
      const done = Promise.allSettled(loops).then(() => true);
      const limit = pause(clock, limitMs, ending.signal).then(() => false);
      const inTime = await Promise.race([done, limit]);
      ending.abort();
      locks.stop();
      if (inTime) await lease.release();
      resolve();
      return { inTime };
    },
  };
}

type Signals = { readonly stopping: AbortSignal; readonly ending: AbortSignal };

function startLoops(
  parts: OrchestratorParts,
  { stopping, ending }: Signals,
  defect: (error: unknown) => void,
) {
  const { store, bus, engine, clock, owner, observe, topics = TOPICS } = parts;
  const everyMs = { ...EVERY, ...parts.everyMs };
  const locks = heldLocks({ bus, clock, observe, defect });
  const sweeper = startSweeper({ engine, clock, observe, everyMs: everyMs.sweep, stopping });
  const { leases } = store;
  const lease = leaseKeeper({ leases, clock, name: "rebalance", owner, forMs: LEASE_MS });
  const rounds = { clock, observe, stopping };
  const dealing = startRounds(
    { ...rounds, doing: "dealing limits", everyMs: everyMs.rebalance },
    rebalancer({ store, engine, lease }),
    sweeper.wake,
  );
  const reading = startRounds(
    { ...rounds, doing: "reading dead letters", everyMs: everyMs.deadLetters },
    deadLetterReader({ bus, store, engine, observe, topics }),
    sweeper.wake,
  );
  const receiving = { bus, store, engine, clock, observe, locks, stopping, ending, defect };
  const loops = [
    ...INTAKES.map((intake) => receiveFrom({ ...receiving, handled: sweeper.wake }, intake)),
    sweeper.ended,
    dealing.ended,
    reading.ended,
  ];
  const wake = (): void => {
    sweeper.wake();
    dealing.wake();
  };
  return { loops, locks, lease, wake };
}

type Rounds = {
  readonly doing: string;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly everyMs: number;
  readonly stopping: AbortSignal;
};

/** Something done again and again; a failure is told and the next round tries anew. */
function startRounds(
  { doing, clock, observe, everyMs, stopping }: Rounds,
  round: () => Promise<Result<number, CommitFailure>>,
  moved: () => void,
) {
  const bell = doorbell(clock);
  const going = async (): Promise<void> => {
    while (!stopping.aborted) {
      const done = await round();
      if (!done.ok) observe({ kind: "store-failed", doing, failure: done.error });
      else if (done.value > 0) moved();
      await bell.wait(everyMs, stopping);
    }
  };
  return { wake: bell.ring, ended: going() };
}
