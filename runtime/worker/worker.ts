/** The loop of one worker: as many jobs as there are free slots, never more, for as long as
 *  nobody stops it. An idle worker waits; when to end it is for others to say.
 *  It has a bus, a ledger and functions, and no database (M-004). */
import type { Bus } from "../bus/bus.ts";
import type { MessageLock } from "../bus/lock.ts";
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import { hideLooks } from "../contract/secret-patterns.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Clock } from "../time/clock.ts";
import { pause, pauseMs } from "../time/pause.ts";
import { callLimits } from "./call-limits.ts";
import type { Observe } from "./fault.ts";
import { type HeldLocks, heldLocks } from "./held-locks.ts";
import { jobsInHand } from "./in-hand.ts";
import { takingJobs } from "./jobs.ts";
import { jobsOf } from "./jobs-of.ts";
import { pruning } from "./pruning.ts";
import type { Registry } from "./registry.ts";
import type { SendReports } from "./report.ts";
import { reporter } from "./reporter.ts";
import { sendInTurn } from "./send-in-turn.ts";

export type WorkerParts = {
  readonly workerId: WorkerId;
  readonly bus: Bus;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** By which calls are limited, where `clock` may hurry: functions work in real time. */
  readonly real?: Clock;
  readonly functions: Registry;
  /** How many jobs may be in hand at once. */
  readonly concurrency: number;
  readonly observe: Observe;
  /** Takes secrets out of texts that functions answer; without it, what looks like one. */
  readonly scrub?: (text: string) => string;
  /** Where one commit can hold ledger, results and settlements; otherwise one after the other. */
  readonly send?: SendReports;
};

export type Worker = {
  /** Takes nothing more, and lets what runs come to its end for so long. */
  readonly stop: (limitMs: number) => Promise<Drained>;
  /** Rejects on a bug in the worker itself; its host should then end the process. */
  readonly ended: Promise<void>;
};

export type Drained = {
  /** Deliveries that were in hand and not begun, or not reported, and are free again. */
  readonly givenBack: number;
  /** Jobs whose function was still at work at the limit, or that the ledger was asked to begin and
   *  did not answer. Their locks are left to run out, those of deliveries that waited for the same
   *  job too: given back at once, another worker might begin while the function is not yet dead,
   *  or find that it was begun. */
  readonly stillRunning: number;
};

/** Long, as the answer comes with the first message. */
const WAIT_MS = 30_000;
/** At the limit, for the ledger to take back what it was asked to begin. */
const WITHDRAW_MS = 1_000;

export function startWorker(parts: WorkerParts): Worker {
  const { bus, ledger, clock, observe, send = sendInTurn({ bus, ledger, observe }) } = parts;
  const stopping = new AbortController();
  const ending = new AbortController();
  const { promise: ended, resolve, reject: defect } = Promise.withResolvers<void>();
  const locks = heldLocks({ bus, clock, observe, defect });
  const jobs = takingJobs({
    ...parts,
    scrub: parts.scrub ?? hideLooks,
    locks,
    limits: callLimits(parts.real ?? clock, ending.signal),
    inHand: jobsInHand(),
    reporter: reporter({ send, clock, observe, ending: ending.signal, defect }),
    ending: ending.signal,
    defect,
  });
  const receiving = receive(parts, locks, jobs.take, stopping.signal);
  receiving.catch(defect);
  return {
    ended,
    stop: async (limitMs) => {
      stopping.abort();
      const settled = receiving.then(() => locks.fewerThan(1));
      await within(clock, limitMs, settled);
      locks.stopRenewing();
      ending.abort();
      await within(clock, WITHDRAW_MS, jobs.answered());
      const drained = await giveBack(parts, locks);
      resolve();
      return drained;
    },
  };
}

async function receive(
  parts: WorkerParts,
  locks: HeldLocks,
  take: (messages: readonly Received[]) => void,
  stopping: AbortSignal,
): Promise<void> {
  const { workerId, bus, clock, concurrency, observe } = parts;
  const source = jobsOf(workerId);
  const prune = pruning(parts);
  let failures = 0;
  while (!stopping.aborted) {
    await prune();
    await locks.fewerThan(concurrency);
    if (stopping.aborted) return;
    const max = concurrency - locks.count();
    const request = { max, waitMs: WAIT_MS, signal: stopping };
    const received = await bus.receive(source, request);
    if (received.ok) {
      failures = 0;
      if (!stopping.aborted) take(received.value);
      else await abandon(parts, received.value);
      continue;
    }
    failures += 1;
    observe({ kind: "receive-failed", failure: received.error });
    await pause(clock, pauseMs(failures), stopping);
  }
}

async function giveBack(parts: WorkerParts, locks: HeldLocks): Promise<Drained> {
  const left = locks.all();
  const idle = left.filter(({ work }) => !work.isBegun);
  const free = idle.flatMap(({ lock }) => (lock === null ? [] : [{ lock }]));
  const begun = new Set(left.flatMap(({ work }) => (work.isBegun ? [work] : [])));
  return { givenBack: await abandon(parts, free), stillRunning: begun.size };
}

/** Waits for something, and no longer than so long. */
async function within(clock: Clock, ms: number, something: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([something, pause(clock, ms, over.signal)]);
  over.abort();
}

/** How many are free again. */
async function abandon(
  { bus, observe }: WorkerParts,
  deliveries: readonly { readonly lock: MessageLock }[],
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const answers = await bus.settle(deliveries.map(({ lock }) => ({ kind: "abandon", lock })));
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
  for (const failure of failures) observe({ kind: "settle-failed", failure });
  return deliveries.length - failures.length;
}
