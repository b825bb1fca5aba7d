/** Durations and offsets. */
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { formatDuration, parseDurationSec } from "../../../runtime/domain/duration.ts";
import { parseOffsetMinutes } from "../../../runtime/domain/offset.ts";
import { nearMisses, noise } from "../near-misses.ts";
import type { FuzzTarget } from "../target.ts";

const duration = fc
  .tuple(fc.nat({ max: 9_999_999 }), fc.constantFrom("s", "m", "h", "d"))
  .map(([amount, unit]) => `${amount}${unit}`);

const mostly = (good: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 4, arbitrary: nearMisses(good, 2) },
    { weight: 1, arbitrary: noise },
  );

export const durations: FuzzTarget = {
  name: "durations",
  inputs: mostly(duration),
  read: (input) => {
    const read = parseDurationSec(input);
    if (!read.ok) return read.error.kind === "malformed" ? "refused" : "past";
    inRange(read.value, LIMITS.durationSecMax);
    const again = parseDurationSec(formatDuration(read.value));
    if (!again.ok || again.value !== read.value) throw new Error("does not read back");
    return "past";
  },
};

export const offsets: FuzzTarget = {
  name: "offsets",
  inputs: mostly(duration.map((text) => `T-${text}`)),
  read: (input) => {
    const read = parseOffsetMinutes(input);
    if (!read.ok) return read.error.kind === "malformed" ? "refused" : "past";
    inRange(read.value, LIMITS.offsetMinutesMax);
    return "past";
  },
};

function inRange(value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) throw new Error(`${value} accepted`);
}
