/** Named situations a run of many seeds must have been in, with the hazards they belong to and in
 *  how many of 1,000 seeds they are met. A simulation that no longer meets one of them proves
 *  nothing about it any more, so the run fails. */
import { SITUATION_RATES } from "./situation-rates.ts";

export type Situation = {
  readonly name: string;
  readonly hazards: readonly string[];
  /** Seeds of 1,000 in which it was met when this was last measured. */
  readonly perThousand: number;
};

export const SITUATIONS: readonly Situation[] = SITUATION_RATES.map(
  ([name, hazards, perThousand]) => ({ name, hazards: hazards.split(" "), perThousand }),
);

/** Where fewer than this are expected, chance alone may bring none. */
const EXPECTED_MIN = 14;
const EXPECTED_MANY = 40;

/** In how many seeds at least it must have been met; a third of what is expected. */
function needed({ perThousand }: Situation, seeds: number): number {
  const expected = (seeds * perThousand) / 1_000;
  if (expected < EXPECTED_MIN) return 0;
  return expected < EXPECTED_MANY ? 1 : Math.floor(expected / 3);
}

export type Missed = { readonly name: string; readonly met: number; readonly needed: number };

export const missedSituations = (
  met: ReadonlyMap<string, number>,
  seeds: number,
): readonly Missed[] =>
  SITUATIONS.flatMap((situation) => {
    const { name } = situation;
    const least = needed(situation, seeds);
    const count = met.get(name) ?? 0;
    return count < least ? [{ name, met: count, needed: least }] : [];
  });

/** How many of the committed ones were met. */
export const metSituations = (met: ReadonlyMap<string, number>): number =>
  SITUATIONS.filter(({ name }) => met.has(name)).length;
