/** Chance that can be told again: everything random in a run follows from its seed. Two forms:
 *  - `chanceOf(seed, key)`: one number for one key, whatever was asked before. Faults are drawn
 *    so: taking one away leaves all others as they were, which is what shrinking needs.
 *  - `stream(seed, name)`: a sequence, for generators that draw many. */

const SCALE = 4_294_967_296;

/** Mixes a text into 32 bits (FNV-1a with a final avalanche). */
export function hash32(seed: number, text: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Another number for the same key: hashing the key once is enough for several. */
export function chanceAfter(hash: number, salt: number): number {
  let mixed = Math.imul(hash ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / SCALE;
}

/** From 0 up to, not including, 1. */
export const chanceOf = (seed: number, key: string): number => hash32(seed, key) / SCALE;

export type Stream = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** A whole number from `least` to `most`, both included. */
  readonly int: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

export function stream(seed: number, name: string): Stream {
  let state = hash32(seed, name);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SCALE;
  };
  return {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
