/** Time as a port: what the time is, and a call at a later time. Nobody but an adapter reads the
 *  machine's clock, so that a rehearsal can run two weeks in a minute.
 *  C1. A callback is called once, when as much time has passed as lay before its instant when it
 *      was asked for, never sooner, and never after it was cancelled. A clock that is set meanwhile
 *      moves it neither way: whoever means the instant and not the wait looks at the clock again,
 *      and waits no longer than it may be late (`everyMs` of the sweep and of the ticks).
 *  C2. Callbacks of the same instant are called in the order in which they were asked for. */

export type Clock = {
  readonly now: () => Date;
  /** An instant in the past is called as soon as possible, but not within this call. */
  readonly at: (instant: Date, callback: () => void) => Cancel;
};

/** Calling it twice, or after the callback, does nothing. */
export type Cancel = () => void;

export const sleep = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.at(new Date(clock.now().getTime() + ms), resolve);
  });
