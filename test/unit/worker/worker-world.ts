/** A worker on a real broker in memory, with a clock that the test moves. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import type { Peeked, Received } from "../../../runtime/bus/message.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import {
  type WorkerResult,
  workerResult,
} from "../../../runtime/contract/messages/worker-result.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { memoryLedger } from "../../../runtime/ledger/memory/memory-ledger.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { Fault } from "../../../runtime/worker/fault.ts";
import type { WorkerFunction } from "../../../runtime/worker/function.ts";
import { noOp, REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../runtime/worker/functions/scripted.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import { startWorker, type Worker, type WorkerParts } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { type JobDraft, jobMessage } from "./job-message.ts";
import { ONCE_ONLY, type Traits } from "./traits.ts";

export const WEST = WorkerId.parse("west");
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;
const RESULTS = { topic: "worker-results", subscription: "orchestrator" } as const;

/** Every promise that can go on has gone on. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Options = Partial<Pick<WorkerParts, "concurrency" | "real" | "send">> & {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly bus?: (bus: Bus) => Bus;
  readonly functions?: readonly WorkerFunction[];
};

export function workerWorld(traits: Traits = ONCE_ONLY) {
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const effects: string[] = [];
  const faults: Fault[] = [];
  let ids = 0;
  const broker = inMemoryBroker(clock, () => {
    ids += 1;
    return `id-${ids}`;
  });
  answerOf(broker.configure(entitiesOf(TOPICS, ["west"])));
  const engine = broker.connect("engine");
  const rows = memoryLedger(clock.now);
  const perform = (jobId: string): void => void effects.push(jobId);
  const standard = [noOp(), scripted({ ...traits, clock, perform })];

  const start = (name: string, options: Options = {}): Worker =>
    startWorker({
      workerId: WEST,
      bus: (options.bus ?? ((bus) => bus))(broker.connect(name)),
      ledger: (options.ledger ?? ((ledger) => ledger))(rows),
      clock,
      functions: registryOf(options.functions ?? standard, [REHEARSAL]),
      concurrency: options.concurrency ?? 10,
      observe: (fault) => faults.push(fault),
      ...(options.send ? { send: options.send } : {}),
      ...(options.real ? { real: options.real } : {}),
    });
  const pass = async (ms: number): Promise<void> => {
    const end = clock.now().getTime() + ms;
    await turn();
    for (let due = clock.next(); due !== null && due.getTime() <= end; due = clock.next()) {
      clock.advance(due.getTime() - clock.now().getTime());
      await turn();
    }
    clock.advance(end - clock.now().getTime());
    await turn();
  };
  return {
    ...mailbox(engine),
    broker,
    clock,
    effects,
    engine,
    faults,
    pass,
    rows,
    start,
    left: () => countsOf(broker),
  };
}

/** The engine's side of the bus. */
function mailbox(engine: Bus) {
  const receiveAll = async (): Promise<readonly Received[]> => {
    await turn();
    const received = answerOf(await engine.receive(RESULTS, { max: 1_000, waitMs: 0 }));
    await engine.settle(received.map(({ lock }) => ({ kind: "complete", lock })));
    return received;
  };
  return {
    give: async (...jobs: readonly JobDraft[]): Promise<void> => {
      answerOf(await engine.publish("worker-jobs", jobs.map(jobMessage)));
      await turn();
    },
    /** Results as messages. */
    letters: receiveAll,
    results: async (): Promise<readonly WorkerResult[]> =>
      (await receiveAll()).map(({ body }) => answerOf(workerResult.read(body))),
    /** Jobs on the bus that were never handed out. */
    untouched: async (): Promise<number> => {
      const peeked = answerOf(await engine.peek(JOBS, { from: 0, max: 100 }));
      return peeked.filter(({ deliveryCount }) => deliveryCount === 0).length;
    },
    deadLetters: async (): Promise<readonly Peeked[]> => {
      await turn();
      const source = { ...JOBS, queue: "dead-letter" } as const;
      return answerOf(await engine.peek(source, { from: 0, max: 100 }));
    },
  };
}

/** What is left of the jobs on the bus. */
function countsOf(broker: ReturnType<typeof inMemoryBroker>) {
  const jobs = broker.statistics().find(({ topic }) => topic === JOBS.topic);
  const counts = jobs?.subscriptions[JOBS.subscription];
  if (counts === undefined) throw new Error("the worker has no subscription");
  const { ready, locked, dead } = counts;
  return { ready, locked, dead };
}
