/** Engine, orchestrator and a real worker on a store file of their own, with a clock that tests
 *  move. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Engine, EngineFault } from "../../../runtime/engine/engine.ts";
import { openEngine } from "../../../runtime/engine/open-engine.ts";
import type { OrchestratorFault } from "../../../runtime/orchestrator/fault.ts";
import {
  type Orchestrator,
  openOrchestrator,
} from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { noOp, REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../runtime/worker/functions/scripted.ts";
import { type Registry, registryOf } from "../../../runtime/worker/registry.ts";
import { startWorker, type Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { type Composition, type Grounds, openGrounds, WEST } from "./grounds.ts";
import { MINUTE, pass, until } from "./times.ts";

export const START = new Date("2026-03-02T06:00:00.000Z");

/** Alarms that find nothing to do cost the test time and show nothing. */
const SELDOM = { sweep: MINUTE, rebalance: MINUTE, deadLetters: 5 * MINUTE };

type Given = {
  readonly composition?: Composition;
  /** What stands between the engine and its store. */
  readonly around?: (store: Store<Settlement>) => Store<Settlement>;
  /** What stands between the outbox and its bus. */
  readonly outgoing?: (bus: Bus) => Bus;
  /** What stands between the orchestrator and its bus. */
  readonly bus?: (bus: Bus) => Bus;
  readonly everyMs?: Parameters<typeof openOrchestrator>[0]["everyMs"];
  /** How the scripted function's repeats are made harmless. */
  readonly effects?: Parameters<typeof scripted>[0]["idempotency"];
};

export type OrchestratorWorld = Awaited<ReturnType<typeof orchestratorWorld>>;

export async function orchestratorWorld(given: Given = {}) {
  const { composition = "fused", around = (store) => store, outgoing = (bus) => bus } = given;
  const folder = mkdtempSync(join(tmpdir(), "drover-orchestrator-"));
  const clock = manualClock(START);
  const path = join(folder, "drover.db");
  const grounds = await openGrounds(composition, path, clock, outgoing);
  const store = around(grounds.store);
  const faults: (OrchestratorFault | EngineFault)[] = [];
  const observe = (fault: OrchestratorFault | EngineFault): void => void faults.push(fault);
  const engine = openEngine({ store, clock, observe });
  const effects: string[] = [];
  const traits = { effect: "write", idempotency: given.effects ?? "natural-key" } as const;
  const perform = (jobId: string): void => void effects.push(jobId);
  const functions = registryOf([noOp(), scripted({ ...traits, clock, perform })], [REHEARSAL]);
  answerOf(await engine.registerWorkers([functions.manifest(WEST, "1.0.0")]));
  const parts = { store, engine, clock, observe };
  return {
    clock,
    /** The store's file, for those who only look. */
    path,
    store,
    engine,
    effects,
    faults,
    ...hosts(given, grounds, parts, functions),
    /** Somebody else's hands on the bus. */
    hands: grounds.connect("hands"),
    ...patience(clock),
    remove: async (): Promise<void> => {
      await grounds.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Parts = Pick<Parameters<typeof openOrchestrator>[0], "store" | "engine" | "clock" | "observe">;

/** Each host that is started has a name of its own. */
function hosts(
  given: Given,
  { connect, ledger, send }: Grounds,
  parts: Parts,
  functions: Registry,
) {
  const { bus = (each) => each } = given;
  let started = 0;
  const next = (): string => {
    started += 1;
    return `host-${started}`;
  };
  return {
    startOrchestrator: (own: Partial<{ engine: Engine }> = {}): Orchestrator => {
      const owner = next();
      const everyMs = { ...SELDOM, ...given.everyMs };
      return openOrchestrator({ ...parts, ...own, bus: bus(connect(owner)), owner, everyMs });
    },
    startWest: (): Worker =>
      startWorker({
        workerId: WEST,
        bus: connect(next()),
        ledger,
        clock: parts.clock,
        functions,
        concurrency: 100,
        observe: () => {},
        ...(send === undefined ? {} : { send }),
      }),
  };
}

const patience = (clock: ManualClock) => ({
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
});
