/** What becomes of received messages: read, looked up, asked for or begun in the ledger where that
 *  is needed, run, answered.
 *  J1. A job in hand is not begun a second time here.
 *  J2. A function that may not repeat runs only if this delivery was the first to begin it.
 *  J3. The ledger is written before a function runs only for J2; otherwise it is asked, and only
 *      about a message that comes again. A job sent in two messages may then run twice, which its
 *      function allows; the first result is still the one that counts. */
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerError } from "../contract/messages/worker-result.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Ledger, LedgerFailure, LedgerState } from "../ledger/ledger.ts";
import { type AnsweringParts, answering } from "./answering.ts";
import { type Delivery, ledgerJob } from "./delivery.ts";
import type { FunctionCall } from "./function.ts";
import type { HeldLocks } from "./held-locks.ts";
import { keepTrying } from "./keep-trying.ts";
import { readJob } from "./read-job.ts";
import type { Registry } from "./registry.ts";
import { mayNotRepeat, needsLedger } from "./repeating.ts";
import { failed, runFunction } from "./run-function.ts";
import { errorOfLookup, errorOfLostEnd, errorOfParameters } from "./worker-error.ts";

type Parts = AnsweringParts & {
  readonly workerId: WorkerId;
  readonly ledger: Pick<Ledger, "begin" | "recall">;
  readonly functions: Registry;
  readonly locks: HeldLocks;
  /** Nothing is begun or answered any more. */
  readonly ending: AbortSignal;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

type Ready = Delivery & { readonly manifest: FunctionManifest; readonly call: FunctionCall };

export function takingJobs(parts: Parts): (messages: readonly Received[]) => void {
  const { workerId, functions, locks, inHand, defect, clock, ending, observe } = parts;
  const { answer, repeat, refuse } = answering(parts);

  const run = async (ready: Ready): Promise<void> => {
    const { job, held, manifest, call } = ready;
    const { jobId, batchId, attempt, poll } = job;
    const beganAt = clock.now().getTime();
    held.setRunning(true);
    const context = { jobId, batchId, attempt, poll, signal: ending };
    const outcome = await runFunction(manifest, call, context, observe);
    held.setRunning(false);
    const durationMs = Math.max(0, clock.now().getTime() - beganAt);
    await answer(ready, outcome, { manifest, durationMs });
  };
  const goOn = async (ready: Ready, state: LedgerState): Promise<void> => {
    if (state.kind === "done") await repeat(ready, state.result);
    else if (state.kind === "started" && mayNotRepeat(ready.manifest)) {
      await answer(ready, failed(errorOfLostEnd(ready.manifest)), null);
    } else await run(ready);
  };
  const after = async (all: readonly Ready[], ask: Ask): Promise<void> => {
    const states = await askLedger(parts, all, ask);
    await Promise.all(states.map(({ ready, state }) => goOn(ready, state)));
  };
  const take = (message: Received): readonly Ready[] => {
    const held = locks.hold(message.lock);
    const job = readJob(workerId, message);
    if (!job.ok) {
      refuse(message, held, job.error).catch(defect);
      return [];
    }
    if (!inHand.take(job.value.jobId, held)) return [];
    const delivery = { job: job.value, message, held };
    const ready = prepare(functions, delivery);
    if (ready.ok) return [ready.value];
    answer(delivery, failed(ready.error), null).catch(defect);
    return [];
  };
  return (messages) => {
    const ready = messages.flatMap(take);
    const once = ready.filter(({ manifest }) => mayNotRepeat(manifest));
    if (once.length > 0) after(once, begin).catch(defect);
    const rest = ready.filter(({ manifest }) => !mayNotRepeat(manifest));
    const asked = rest.filter(mayBeDone);
    if (asked.length > 0) after(asked, recall).catch(defect);
    for (const each of rest) if (!mayBeDone(each)) run(each).catch(defect);
  };
}

function prepare(functions: Registry, delivery: Delivery): Result<Ready, WorkerError> {
  const { functionName, parameters } = delivery.job;
  const found = functions.find(functionName);
  if (!found.ok) return fail(errorOfLookup(functionName, found.error));
  const call = found.value.prepare(parameters);
  if (!call.ok) return fail(errorOfParameters(functionName, call.error));
  return ok({ ...delivery, manifest: found.value.manifest, call: call.value });
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

/** Nothing when the worker had to end before the ledger answered. */
async function askLedger(
  { ledger, clock, observe, ending }: Parts,
  all: readonly Ready[],
  ask: Ask,
) {
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
