/** Chance that can be repeated: the same seed gives the same numbers (mulberry32). */

export type Chance = {
  /** At least 0, less than `below`. */
  readonly whole: (below: number) => number;
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value;
};

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    oneOf: (values) => values[whole(values.length)] ?? values[0],
  };
}
