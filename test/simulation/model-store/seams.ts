/** A step function under the hand of a test: each transaction waits at its seams until it is let
 *  on, so that any order of two can be tried. */
import type { Fault, Seam, Step } from "./database.ts";

export type Seams = {
  readonly step: Step;
  /** Lets whoever waits at this seam go on, then lets everything that follows happen. */
  readonly pass: (seam: Seam, fault?: Fault) => Promise<void>;
  readonly waitingAt: () => Seam | null;
};

/** Waits at the seams that are named; passes all others. */
export function openSeams(...stops: readonly Seam[]): Seams {
  let waiting: { readonly seam: Seam; readonly go: (fault?: Fault) => void } | null = null;
  return {
    step: (seam) => {
      if (!stops.includes(seam)) return undefined;
      return new Promise((resolve) => {
        waiting = { seam, go: resolve };
      });
    },
    pass: async (seam, fault) => {
      await settled();
      if (waiting?.seam !== seam) throw new Error(`nobody waits ${seam}`);
      const { go } = waiting;
      waiting = null;
      go(fault);
      await settled();
    },
    waitingAt: () => waiting?.seam ?? null,
  };
}

export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
