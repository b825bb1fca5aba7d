/** I37: the same seed leaves the same trace, word for word: two runs of one plan are compared. */
import type { SeedResult } from "../run-seed.ts";

/** What is wrong; null when nothing is. */
export const otherTrace = (one: SeedResult, other: SeedResult): string | null =>
  one.traceHash === other.traceHash ? null : `traces ${one.traceHash} and ${other.traceHash}`;
