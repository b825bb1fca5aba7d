/** For calls to the bus and the ledger that fail and may pass when tried again: a fault of the
 *  infrastructure costs time, and no job is given up for it. */
import type { Result } from "../contract/result.ts";
import type { Clock } from "../time/clock.ts";
import { pause, pauseMs } from "../time/pause.ts";

export type Trying<Failure> = {
  readonly clock: Clock;
  /** Ends the trying. */
  readonly signal: AbortSignal;
  readonly failed: (failure: Failure) => void;
};

/** The first answer that is ok; null when the signal came first. */
export async function keepTrying<Value extends object, Failure>(
  call: () => Promise<Result<Value, Failure>>,
  { clock, signal, failed }: Trying<Failure>,
): Promise<Value | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    const answer = await call();
    if (answer.ok) return answer.value;
    failed(answer.error);
    await pause(clock, pauseMs(failures), signal);
  }
  return null;
}
