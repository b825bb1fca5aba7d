/** How long one call of a function may take. A call that takes longer is given up: its signal is
 *  aborted, whoever called is told, and what becomes of its promise later is heard by nobody. A
 *  function that never answers then costs its slot for so long and not for ever.
 *  The signal of a call is aborted too when the worker has to end; that alone gives up no call. */
import { LIMITS } from "../contract/limits.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { Clock } from "../time/clock.ts";

/** Instead of an answer. */
export const OVERRUN = Symbol("overrun");

export type CallLimits = {
  /** `call` is called at once. */
  readonly within: <Answer>(
    sec: number,
    call: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer | typeof OVERRUN>;
};

export const callSecOf = ({ callSec }: Pick<FunctionManifest, "callSec">): number =>
  callSec ?? LIMITS.callSecDefault;

export function callLimits(clock: Clock, ending: AbortSignal): CallLimits {
  /** What to do with each when the worker has to end: one listener for all of them. */
  const calls = new Set<() => void>();
  const endAll = (): void => {
    for (const end of calls) end();
  };
  ending.addEventListener("abort", endAll, { once: true });
  return {
    within: (sec, call) => {
      const { promise: overrun, resolve } = Promise.withResolvers<typeof OVERRUN>();
      const aborting = new AbortController();
      const cancel = clock.at(new Date(clock.now().getTime() + sec * 1_000), () => {
        resolve(OVERRUN);
        aborting.abort();
      });
      const end = (): void => {
        cancel();
        aborting.abort();
      };
      calls.add(end);
      return Promise.race([call(aborting.signal), overrun]).finally(() => {
        cancel();
        calls.delete(end);
      });
    },
  };
}
