/** What the embedded broker needs of a clock; `Clock` of runtime/time has it. */

export type TimeSource = {
  readonly now: () => Date;
  readonly at: (instant: Date, callback: () => void) => Cancel;
};

export type Cancel = () => void;
