/** Waiting for a permit, with an end. A service that asks everybody to stay away longer than this
 *  call can wait is not waited for: the caller hands the wait to the engine, which shows it and
 *  gives the slot to others.
 *  W1. A permit that was given is handed on, however late: it is used up. */
import type { BatchId } from "../../../contract/ids.ts";
import type { Budget, Permit } from "../../../throttle/budget.ts";
import type { Clock } from "../../../time/clock.ts";

/** Nothing was asked: come back after so long. */
export type PutOff = { readonly why: "pause" | "queue"; readonly retryAfterMs: number };

export type PermitRequest = {
  readonly batchId: BatchId;
  readonly calls: number;
  readonly signal: AbortSignal;
  /** The longest pause of the service that is waited for. */
  readonly patienceMs: number;
};

/** Others begin a pause while this one stands in the queue. */
const LOOK_MS = 15_000;
/** A queue that moves is waited in longer than a pause: leaving it costs the step a retry. */
const QUEUE_MS_MAX = 10 * 60_000;
/** For who stood in a queue to its end, and is told of no pause. */
const QUEUE_AGAIN_MS = 60_000;

/** Null when the signal came first. */
export async function permitWithin(
  budget: Budget,
  clock: Clock,
  { batchId, calls, signal, patienceMs }: PermitRequest,
): Promise<Permit | PutOff | null> {
  const nowMs = (): number => clock.now().getTime();
  const sinceMs = nowMs();
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  if (signal.aborted) return null;
  signal.addEventListener("abort", leave, { once: true });
  let putOff: PutOff | null = null;
  let isOver = false;
  let cancel = (): void => undefined;
  const look = async (): Promise<void> => {
    const pausedMs = await budget.pausedMs();
    if (isOver) return;
    if (pausedMs <= patienceMs && nowMs() - sinceMs < QUEUE_MS_MAX) {
      cancel = clock.at(new Date(nowMs() + LOOK_MS), () => void look());
      return;
    }
    putOff =
      pausedMs > 0
        ? { why: "pause", retryAfterMs: pausedMs }
        : { why: "queue", retryAfterMs: QUEUE_AGAIN_MS };
    leave();
  };
  const asked = budget.permit({ batchId, calls, signal: leaving.signal });
  void look();
  const permit = await asked;
  isOver = true;
  cancel();
  signal.removeEventListener("abort", leave);
  return permit ?? (signal.aborted ? null : putOff);
}
