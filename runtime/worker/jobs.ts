/** What becomes of received messages: read, looked up, asked for or begun in the ledger where that
 *  is needed, run, answered.
 *  J1. A job in hand is not begun a second time here.
 *  J2. A function that may not repeat runs only if this delivery was the first to begin it.
 *  J3. The ledger is written before a function runs only for J2; otherwise it is asked, and only
 *      about a message that comes again. A job sent in two messages may then run twice, which its
 *      function allows; the first result is still the one that counts.
 *  J4. Nothing is begun once the worker has to end (asking-ledger.ts). */
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerError } from "../contract/messages/worker-result.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { LedgerState } from "../ledger/ledger.ts";
import { type AnsweringParts, answering } from "./answering.ts";
import { type AskingParts, askingLedger } from "./asking-ledger.ts";
import type { CallLimits } from "./call-limits.ts";
import { errorOfSchema } from "./defect-error.ts";
import type { Delivery } from "./delivery.ts";
import { type Observe, scrubbed } from "./fault.ts";
import type { FunctionCall } from "./function.ts";
import type { HeldLocks } from "./held-locks.ts";
import { withoutGiven } from "./marked-job.ts";
import { readJob } from "./read-job.ts";
import type { Registry } from "./registry.ts";
import { mayNotRepeat, needsLedger } from "./repeating.ts";
import { failed, runFunction } from "./run-function.ts";
import { errorOfLookup, errorOfLostEnd, errorOfParameters } from "./worker-error.ts";

type Parts = AnsweringParts &
  AskingParts & {
    readonly workerId: WorkerId;
    readonly functions: Registry;
    readonly locks: HeldLocks;
    readonly limits: CallLimits;
  };

type Ready = Delivery & { readonly manifest: FunctionManifest; readonly call: FunctionCall };

export type TakingJobs = {
  readonly take: (messages: readonly Received[]) => void;
  /** Resolves when the ledger has answered everything it was asked so far. */
  readonly answered: () => Promise<void>;
};

export function takingJobs(parts: Parts): TakingJobs {
  const { workerId, functions, locks, limits, inHand, defect, clock, observe } = parts;
  const { answer, repeat, refuse } = answering(parts);

  const run = (ready: Ready): void => {
    const { job, held, manifest, call } = ready;
    const { jobId, batchId, attempt, poll } = job;
    const beganAt = clock.now().getTime();
    held.work.isBegun = true;
    const context = { jobId, batchId, attempt, poll };
    const running = { manifest, call, context, limits, observe: withoutGiven(job, observe) };
    runFunction(running, (outcome) => {
      held.work.isBegun = false;
      const durationMs = Math.max(0, clock.now().getTime() - beganAt);
      answer(ready, outcome, { manifest, durationMs });
    }).catch(defect);
  };
  const goOn = (ready: Ready, state: LedgerState): void => {
    if (state.kind === "done") repeat(ready, state.result);
    else if (state.kind === "started" && mayNotRepeat(ready.manifest)) {
      answer(ready, failed(errorOfLostEnd(ready.manifest)), null);
    } else run(ready);
  };
  const asking = askingLedger(parts, goOn);
  const take = (message: Received): Ready | null => {
    const held = locks.hold(message.lock);
    const job = readJob(workerId, message);
    if (!job.ok) {
      refuse(message, held, job.error);
      return null;
    }
    if (!inHand.take(job.value.jobId, held)) return null;
    const delivery = { job: job.value, message, held };
    const ready = prepare(functions, delivery, withoutGiven(job.value, observe));
    if (ready.ok) return ready.value;
    answer(delivery, failed(ready.error), null);
    return null;
  };
  return {
    take: (messages) => {
      const { once, asked, free } = sorted(messages, take);
      if (once.length > 0) asking.begin(once);
      if (asked.length > 0) asking.recall(asked);
      for (const ready of free) run(ready);
    },
    answered: asking.answered,
  };
}

/** Those that must be begun in the ledger, those it must be asked about, and all others. */
function sorted(messages: readonly Received[], take: (message: Received) => Ready | null) {
  const once: Ready[] = [];
  const asked: Ready[] = [];
  const free: Ready[] = [];
  for (const message of messages) {
    const ready = take(message);
    if (ready === null) continue;
    if (mayNotRepeat(ready.manifest)) once.push(ready);
    else if (mayBeDone(ready)) asked.push(ready);
    else free.push(ready);
  }
  return { once, asked, free };
}

function prepare(
  functions: Registry,
  delivery: Delivery,
  observe: Observe,
): Result<Ready, WorkerError> {
  const { functionName, parameters, jobId } = delivery.job;
  const found = functions.find(functionName);
  if (!found.ok) return fail(errorOfLookup(delivery.job, found.error));
  try {
    const call = found.value.prepare(parameters);
    if (!call.ok) return fail(errorOfParameters(functionName, call.error));
    const { job, message, held } = delivery;
    return ok({ job, message, held, manifest: found.value.manifest, call: call.value });
  } catch (thrown) {
    // A schema is its author's code, and a job that ended the worker would come again for ever.
    const error = scrubbed(thrown);
    observe({ kind: "function-threw", jobId, functionName, error });
    return fail(errorOfSchema(functionName, error.name));
  }
}

const mayBeDone = ({ manifest, message }: Ready): boolean =>
  needsLedger(manifest) && message.deliveryCount > 1;
