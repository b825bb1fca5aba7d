/** As much of a clock as a time limit needs. */
export type Timing = {
  readonly now: () => Date;
  readonly at: (instant: Date, ring: () => void) => () => void;
};
