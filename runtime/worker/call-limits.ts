/** How long one call of a function may take. A call that takes longer is given up: its signal is
 *  aborted, whoever called is told, and what becomes of its promise later is heard by nobody. A
 *  function that never answers then costs its slot for so long and not for ever.
 *  The signal of a call is aborted too when the worker has to end; that alone gives up no call.
 *  Jobs come by the hundreds, and nearly all of their calls end at once: those that begin in the
 *  same turn share one alarm, and a signal is made for who asks for it. */
import { LIMITS } from "../contract/limits.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { Cancel, Clock } from "../time/clock.ts";

/** Instead of an answer. */
export const OVERRUN = Symbol("overrun");

export type CallLimits = {
  /** `call` is called at once. */
  readonly within: <Answer>(
    sec: number,
    call: (signal: () => AbortSignal) => Promise<Answer>,
  ) => Promise<Answer | typeof OVERRUN>;
};

export const callSecOf = ({ callSec }: Pick<FunctionManifest, "callSec">): number =>
  callSec ?? LIMITS.callSecDefault;

type Call = { readonly giveUp: () => void; aborting: AbortController | null };

/** Calls that began in one turn and may take as long. */
type Cohort = { readonly calls: Set<Call>; readonly cancel: Cancel; isJoined: boolean };

export function callLimits(clock: Clock, ending: AbortSignal): CallLimits {
  const cohorts = openCohorts(clock);
  ending.addEventListener("abort", cohorts.end, { once: true });
  return {
    within: (sec, call) =>
      new Promise((resolve, reject) => {
        let isOver = false;
        const giveUp = (): void => {
          isOver = true;
          resolve(OVERRUN);
        };
        const mine: Call = { giveUp, aborting: null };
        const leave = cohorts.join(sec, mine);
        const signal = (): AbortSignal => {
          mine.aborting ??= new AbortController();
          if (isOver || ending.aborted) mine.aborting.abort();
          return mine.aborting.signal;
        };
        call(signal).then(
          (answer) => {
            leave();
            resolve(answer);
          },
          (thrown: unknown) => {
            leave();
            reject(thrown);
          },
        );
      }),
  };
}

type Cohorts = {
  /** Answers how to leave. */
  readonly join: (sec: number, call: Call) => () => void;
  /** Nothing rings any more; every signal is aborted. */
  readonly end: () => void;
};

function openCohorts(clock: Clock): Cohorts {
  const all = new Set<Cohort>();
  const joined = new Map<number, Cohort>();
  const endIfEmpty = (cohort: Cohort): void => {
    if (cohort.calls.size > 0 || cohort.isJoined) return;
    cohort.cancel();
    all.delete(cohort);
  };
  const close = (): void => {
    for (const cohort of joined.values()) {
      cohort.isJoined = false;
      endIfEmpty(cohort);
    }
    joined.clear();
  };
  const begun = (sec: number): Cohort => {
    if (joined.size === 0) void Promise.resolve().then(close);
    const due = new Date(clock.now().getTime() + sec * 1_000);
    const ring = (): void => {
      all.delete(cohort);
      for (const { giveUp, aborting } of cohort.calls) {
        giveUp();
        aborting?.abort();
      }
    };
    const cohort: Cohort = { calls: new Set(), cancel: clock.at(due, ring), isJoined: true };
    joined.set(sec, cohort);
    all.add(cohort);
    return cohort;
  };
  return {
    join: (sec, call) => {
      const cohort = joined.get(sec) ?? begun(sec);
      cohort.calls.add(call);
      return () => {
        cohort.calls.delete(call);
        endIfEmpty(cohort);
      };
    },
    end: () => {
      for (const { calls, cancel } of all) {
        cancel();
        for (const { aborting } of calls) aborting?.abort();
      }
    },
  };
}
