/** Services with a limit each, made from their seeds: every shape, small and large, told in
 *  whole seconds or not at all, near and far; every other one changes its height twice. */
import { type Height, heightAt, type Shape } from "./limits.ts";

export type Profile = {
  readonly seed: number;
  readonly shape: Shape;
  readonly heights: readonly Height[];
  /** Whether a refusal says how long to wait. */
  readonly tells: boolean;
  readonly latencyMs: number;
  readonly endSec: number;
};

/** After the start and after each change nothing is steady yet. */
const SETTLING_SEC = 30;
const STEADY_SEC = 180;
const CHANGES_SEC = [90, 190] as const;
const CHANGING_SEC = 290;
const FACTORS = [0.4, 0.5, 0.7, 1.5, 2, 2.5] as const;

export const profilesFrom = (seed: number, count: number): readonly Profile[] =>
  Array.from({ length: count }, (_, index) => profileOf(seed + index));

function profileOf(seed: number): Profile {
  const next = chanceFrom(seed);
  const between = (least: number, most: number): number => least + (most - least) * next();
  const callsPerSec = Math.round(between(15, 40));
  const shape = shapeOf(seed, between);
  const changes = Math.floor(seed / 3) % 2 === 0;
  const heights = changes ? changing(callsPerSec, next) : [{ atSec: 0, callsPerSec }];
  return {
    seed,
    shape,
    heights,
    tells: seed % 5 !== 0,
    latencyMs: Math.round(between(20, 200)),
    endSec: changes ? CHANGING_SEC : STEADY_SEC,
  };
}

function shapeOf(seed: number, between: (least: number, most: number) => number): Shape {
  switch (seed % 3) {
    case 0:
      return { kind: "bucket", burstSec: between(0.2, 3) };
    case 1:
      return { kind: "fixed-window", windowSec: Math.round(between(1, 10)) };
    default:
      return { kind: "sliding-window", windowSec: Math.round(between(1, 10)) };
  }
}

/** Up and then down, or down and then up. */
function changing(callsPerSec: number, next: () => number): readonly Height[] {
  const first = FACTORS[Math.floor(next() * FACTORS.length)] ?? 1;
  return [
    { atSec: 0, callsPerSec },
    { atSec: CHANGES_SEC[0], callsPerSec: callsPerSec * first },
    { atSec: CHANGES_SEC[1], callsPerSec },
  ];
}

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const changesOf = ({ heights }: Profile): readonly number[] =>
  heights.slice(1).map(({ atSec }) => atSec);

export const isSteady = (profile: Profile, sec: number): boolean =>
  [0, ...changesOf(profile)].every((at) => sec < at || sec >= at + SETTLING_SEC);

export const limitIn = ({ heights }: Profile, sec: number): number =>
  heightAt(heights, sec * 1_000);
