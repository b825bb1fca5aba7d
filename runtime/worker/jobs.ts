/** What becomes of received messages: read, looked up, asked for or begun in the ledger where that
 *  is needed, run, answered.
 *  J1. A job in hand is not begun a second time here.
 *  J2. A function that may not repeat runs only if this delivery was the first to begin it.
 *  J3. The ledger is written before a function runs only for J2; otherwise it is asked, and only
 *      about a message that comes again. A job sent in two messages may then run twice, which its
 *      function allows; the first result is still the one that counts.
 *  J4. Nothing is begun once the worker has to end. What the ledger was asked to begin by then is
 *      withdrawn, and counts as begun until it is: a crash before that leaves it to a person. */
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerError } from "../contract/messages/worker-result.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Ledger, LedgerFailure, LedgerState } from "../ledger/ledger.ts";
import { type AnsweringParts, answering } from "./answering.ts";
import type { CallLimits } from "./call-limits.ts";
import { errorOfSchema } from "./defect-error.ts";
import { type Delivery, ledgerJob } from "./delivery.ts";
import { type Observe, scrubbed } from "./fault.ts";
import type { FunctionCall } from "./function.ts";
import type { HeldLocks } from "./held-locks.ts";
import { keepTrying } from "./keep-trying.ts";
import { withoutMarked } from "./marked-job.ts";
import { readJob } from "./read-job.ts";
import type { Registry } from "./registry.ts";
import { mayNotRepeat, needsLedger } from "./repeating.ts";
import { failed, runFunction } from "./run-function.ts";
import { errorOfLookup, errorOfLostEnd, errorOfParameters } from "./worker-error.ts";

type Parts = AnsweringParts & {
  readonly workerId: WorkerId;
  readonly ledger: Pick<Ledger, "begin" | "withdraw" | "recall">;
  readonly functions: Registry;
  readonly locks: HeldLocks;
  readonly limits: CallLimits;
  /** Nothing is begun or answered any more. */
  readonly ending: AbortSignal;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

type Ready = Delivery & { readonly manifest: FunctionManifest; readonly call: FunctionCall };

export type TakingJobs = {
  readonly take: (messages: readonly Received[]) => void;
  /** Resolves when the ledger has answered everything it was asked so far. */
  readonly asked: () => Promise<void>;
};

export function takingJobs(parts: Parts): TakingJobs {
  const { workerId, functions, locks, limits, inHand, defect, clock, ending } = parts;
  const { observe } = parts;
  const { answer, repeat, refuse } = answering(parts);

  const run = (ready: Ready): void => {
    const { job, held, manifest, call } = ready;
    const { jobId, batchId, attempt, poll } = job;
    const beganAt = clock.now().getTime();
    held.work.isBegun = true;
    const context = { jobId, batchId, attempt, poll };
    const running = { manifest, call, context, limits, observe: withoutMarked(job, observe) };
    runFunction(running, (outcome) => {
      held.work.isBegun = false;
      const durationMs = Math.max(0, clock.now().getTime() - beganAt);
      answer(ready, outcome, { manifest, durationMs });
    }).catch(defect);
  };
  const goOn = ({ ready, state }: Asked): void => {
    if (state.kind === "done") repeat(ready, state.result);
    else if (state.kind === "started" && mayNotRepeat(ready.manifest)) {
      answer(ready, failed(errorOfLostEnd(ready.manifest)), null);
    } else run(ready);
  };
  const afterRecall = async (all: readonly Ready[]): Promise<void> => {
    const answers = await askLedger(parts, all, recall);
    if (!ending.aborted) answers.forEach(goOn);
  };
  const afterBegin = async (all: readonly Ready[]): Promise<void> => {
    for (const { held } of all) held.work.isBegun = true;
    const answers = await askLedger(parts, all, begin);
    if (ending.aborted && !(await isWithdrawn(parts, all))) return;
    for (const { held } of all) held.work.isBegun = false;
    if (!ending.aborted) answers.forEach(goOn);
  };
  const asking = new Set<Promise<void>>();
  const track = (asked: Promise<void>): void => {
    const answered = asked.catch(defect).finally(() => asking.delete(answered));
    asking.add(answered);
  };
  const take = (message: Received): Ready | null => {
    const held = locks.hold(message.lock);
    const job = readJob(workerId, message);
    if (!job.ok) {
      refuse(message, held, job.error);
      return null;
    }
    if (!inHand.take(job.value.jobId, held)) return null;
    const delivery = { job: job.value, message, held };
    const ready = prepare(functions, delivery, withoutMarked(job.value, observe));
    if (ready.ok) return ready.value;
    answer(delivery, failed(ready.error), null);
    return null;
  };
  return {
    take: (messages) => {
      const { once, asked, free } = sorted(messages, take);
      if (once.length > 0) track(afterBegin(once));
      if (asked.length > 0) track(afterRecall(asked));
      for (const ready of free) run(ready);
    },
    asked: async () => void (await Promise.all(asking)),
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

type Ask = (
  ledger: Parts["ledger"],
  all: readonly Ready[],
) => Promise<Result<readonly LedgerState[], LedgerFailure>>;

const begin: Ask = (ledger, all) => ledger.begin(all.map(ledgerJob));

/** What is not done counts as new: such a function may run again. */
const recall: Ask = async (ledger, all) => {
  const known = await ledger.recall(all.map(({ job }) => job.jobId));
  if (!known.ok) return known;
  return ok(
    known.value.map((result) => (result === null ? { kind: "new" } : { kind: "done", result })),
  );
};

type Asked = { readonly ready: Ready; readonly state: LedgerState };

/** Their functions were not called. Asked once: who cannot wait does not try again. */
async function isWithdrawn({ ledger, observe }: Parts, all: readonly Ready[]): Promise<boolean> {
  const withdrawn = await ledger.withdraw(all.map(ledgerJob));
  if (!withdrawn.ok) observe({ kind: "ledger-failed", failure: withdrawn.error });
  return withdrawn.ok;
}

/** Nothing when the worker had to end before the ledger answered. */
async function askLedger(
  { ledger, clock, observe, ending }: Parts,
  all: readonly Ready[],
  ask: Ask,
): Promise<readonly Asked[]> {
  const states = await keepTrying(() => ask(ledger, all), {
    clock,
    signal: ending,
    failed: (failure) => observe({ kind: "ledger-failed", failure }),
  });
  return (states ?? []).flatMap((state, index) => {
    const ready = all[index];
    return ready === undefined ? [] : [{ ready, state }];
  });
}
