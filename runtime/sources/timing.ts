/** As much of a clock as a time limit needs. */
export type Timing = {
  readonly now: () => Date;
  readonly at: (instant: Date, ring: () => void) => () => void;
};

/** What comes of a promise, or null once the instant has come. */
export const before = <Value>(
  clock: Timing,
  instant: Date,
  promise: Promise<Value>,
): Promise<Value | null> =>
  new Promise((resolve, reject) => {
    const cancel = clock.at(instant, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
