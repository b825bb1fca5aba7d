/** Name, hazards, seeds of 1,000 in which it was met. Measured over 2,000 seeds. */
export const SITUATION_RATES: readonly (readonly [string, string, number])[] = [];
