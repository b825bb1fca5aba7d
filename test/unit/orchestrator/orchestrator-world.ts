/** Engine, orchestrator and a real worker on a store file of their own, with a clock that tests
 *  move: store and broker in one commit, or apart with an outbox. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import type { Engine, EngineFault } from "../../../runtime/engine/engine.ts";
import { openEngine } from "../../../runtime/engine/open-engine.ts";
import { openExchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { memoryLedger } from "../../../runtime/ledger/memory/memory-ledger.ts";
import type { OrchestratorFault } from "../../../runtime/orchestrator/fault.ts";
import {
  type Orchestrator,
  openOrchestrator,
} from "../../../runtime/orchestrator/open-orchestrator.ts";
import { startRelay } from "../../../runtime/outbox/relay.ts";
import { openSplit } from "../../../runtime/outbox/split.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { noOp, REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../runtime/worker/functions/scripted.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import type { SendReports } from "../../../runtime/worker/report.ts";
import { startWorker, type Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export const WEST = WorkerId.parse("west");
export const START = new Date("2026-03-02T06:00:00.000Z");
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const COMPOSITIONS = ["fused", "split"] as const;
export type Composition = (typeof COMPOSITIONS)[number];

/** Alarms that find nothing to do cost the test time and show nothing. */
const SELDOM = { sweep: MINUTE, rebalance: MINUTE, deadLetters: 5 * MINUTE };

type Grounds = {
  readonly store: Store<Settlement>;
  readonly connect: (owner: string) => Bus;
  readonly ledger: Ledger;
  readonly send?: SendReports;
  readonly close: () => Promise<void>;
};

type Given = {
  readonly composition?: Composition;
  /** What stands between the engine and its store. */
  readonly around?: (store: Store<Settlement>) => Store<Settlement>;
  /** What stands between the orchestrator and its bus. */
  readonly bus?: (bus: Bus) => Bus;
  readonly everyMs?: Parameters<typeof openOrchestrator>[0]["everyMs"];
  readonly concurrency?: number;
  readonly effects?: Parameters<typeof scripted>[0]["idempotency"];
};

export type OrchestratorWorld = Awaited<ReturnType<typeof orchestratorWorld>>;

export async function orchestratorWorld(given: Given = {}) {
  const { composition = "fused", around = (store) => store, bus = (each) => each } = given;
  const folder = mkdtempSync(join(tmpdir(), "drover-orchestrator-"));
  const clock = manualClock(START);
  const path = join(folder, "drover.db");
  const grounds = await (composition === "fused" ? fused(path, clock) : split(path, clock));
  const store = around(grounds.store);
  const faults: (OrchestratorFault | EngineFault)[] = [];
  const observe = (fault: OrchestratorFault | EngineFault): void => void faults.push(fault);
  const engine = openEngine({ store, clock, observe });
  const effects: string[] = [];
  const traits = { effect: "write", idempotency: given.effects ?? "natural-key" } as const;
  const perform = (jobId: string): void => void effects.push(jobId);
  const functions = registryOf([noOp(), scripted({ ...traits, clock, perform })], [REHEARSAL]);
  answerOf(await engine.registerWorkers([functions.manifest(WEST, "1.0.0")]));
  let hosts = 0;
  const startOrchestrator = (own: Partial<{ engine: Engine }> = {}): Orchestrator => {
    hosts += 1;
    const owner = `host-${hosts}`;
    return openOrchestrator({
      store,
      bus: bus(grounds.connect(owner)),
      engine: own.engine ?? engine,
      clock,
      owner,
      observe,
      everyMs: { ...SELDOM, ...given.everyMs },
    });
  };
  const startWest = (): Worker => {
    hosts += 1;
    return startWorker({
      workerId: WEST,
      bus: grounds.connect(`worker-${hosts}`),
      ledger: grounds.ledger,
      clock,
      functions,
      concurrency: given.concurrency ?? 100,
      observe: () => {},
      ...(grounds.send === undefined ? {} : { send: grounds.send }),
    });
  };
  return {
    clock,
    store,
    engine,
    effects,
    faults,
    startOrchestrator,
    startWest,
    /** Somebody else's hands on the bus. */
    hands: grounds.connect("hands"),
    pass: (ms: number) => pass(clock, ms),
    until: (isSo: () => Promise<boolean>) => until(clock, isSo),
    /** Time goes on until a call has its answer. */
    wait: async <Value>(call: Promise<Value>): Promise<Value> => {
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      call.then(over, over);
      await until(clock, async () => isOver);
      return call;
    },
    remove: async (): Promise<void> => {
      await grounds.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function fused(path: string, clock: ManualClock): Promise<Grounds> {
  const exchange = await openExchange({ path, clock, nextId: numbered(), workerIds: [WEST] });
  const { store, connect, ledger, sendReports: send, close } = exchange;
  return { store, connect, ledger, send, close };
}

async function split(path: string, clock: ManualClock): Promise<Grounds> {
  const owner = "host";
  const delivery = () => ({ kind: "outbox", owner, claimMs: 30 * SECOND }) as const;
  const raw = await openSqliteStore<Settlement>({ path, now: clock.now, delivery });
  const broker = inMemoryBroker(clock, numbered());
  answerOf(broker.configure(entitiesOf(TOPICS, [WEST])));
  const bus = broker.connect("outbox");
  const observe = (): void => {};
  const store = openSplit({ store: raw, bus, observe, clock });
  const relay = startRelay({ store, bus, clock, owner: "relay", observe, everyMs: MINUTE });
  const close = async (): Promise<void> => {
    await relay.stop();
    broker.stop();
    await store.close();
  };
  return { store, connect: broker.connect, ledger: memoryLedger(clock.now), close };
}

const numbered = (): (() => string) => {
  let ids = 0;
  return () => {
    ids += 1;
    return `id-${ids}`;
  };
};

/** Everything that can go on without time has gone on. */
const TURNS = 30;
export async function turns(count = TURNS): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function pass(clock: ManualClock, ms: number): Promise<void> {
  const end = clock.now().getTime() + ms;
  await turns();
  for (let due = clock.next(); due !== null && due.getTime() <= end; due = clock.next()) {
    clock.advance(Math.max(0, due.getTime() - clock.now().getTime()));
    await turns();
  }
  clock.advance(end - clock.now().getTime());
  await turns();
}

const ALARMS_MAX = 20_000;

/** Time goes on from alarm to alarm until it is so. */
async function until(clock: ManualClock, isSo: () => Promise<boolean>): Promise<void> {
  for (let alarms = 0; alarms < ALARMS_MAX; alarms += 1) {
    await turns(12);
    if (await isSo()) return;
    const due = clock.next();
    if (due === null) throw new Error("nobody waits for anything, and it is not so");
    clock.advance(Math.max(0, due.getTime() - clock.now().getTime()));
  }
  throw new Error(`it was not so by ${clock.now().toISOString()}`);
}
