/** The clock of the database, which alone decides (I36). It goes with virtual time until somebody
 *  sets it, back or ahead. */
import type { Kernel } from "../kernel/kernel.ts";

export type StoreClock = {
  readonly now: () => Date;
  readonly setBy: (ms: number) => void;
};

export function storeClock(kernel: Pick<Kernel, "now">): StoreClock {
  let offMs = 0;
  return {
    now: () => new Date(kernel.now() + offMs),
    setBy: (ms) => {
      offMs += ms;
    },
  };
}
