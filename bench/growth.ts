/** Does time grow no faster than input? Each shape is read at a quarter of its limit and at the
 *  limit; four times the input may take about four times the time. The best of several runs
 *  counts, because a busy machine only ever adds time. Below a floor the clock itself is what
 *  one measures, so such shapes count as flat. */
import { GROWTH_SHAPES, type GrowthShape } from "./growth-shapes.ts";

const RUNS = 5;
const FLOOR_MS = 2;
/** Four times the input in four times the time is a growth of 1, in sixteen times a growth of 4.
 *  Larger inputs also leave the processor's caches, which costs up to another 2.5. */
const GROWTH_MAX = 3;

export type Growth = {
  readonly reader: string;
  readonly shape: string;
  readonly chars: number;
  readonly ms: number;
  readonly growth: number;
};

export function measureGrowth() {
  const shapes = GROWTH_SHAPES.map(growthOf);
  const worstGrowth = Math.max(...shapes.map(({ growth }) => growth));
  const slowestMs = Math.max(...shapes.map(({ ms }) => ms));
  const withinBudget = worstGrowth <= GROWTH_MAX;
  return { shapes, worstGrowth, slowestMs, withinBudget, table: tableOf(shapes, withinBudget) };
}

function growthOf({ reader, shape, charsMax, make, read }: GrowthShape): Growth {
  const small = bestMs(make(Math.floor(charsMax / 4)), read);
  const text = make(charsMax);
  const large = bestMs(text, read);
  const growth = large < FLOOR_MS ? 0 : large / Math.max(small, FLOOR_MS / 4) / 4;
  return { reader, shape, chars: text.length, ms: round(large), growth: round(growth) };
}

function bestMs(text: string, read: (text: string) => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    read(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

const round = (value: number): number => Math.round(value * 100) / 100;

function tableOf(shapes: readonly Growth[], withinBudget: boolean): string {
  const rows = shapes.map(({ reader, shape, chars, ms, growth }) =>
    [
      reader.padEnd(13),
      shape.padEnd(24),
      String(chars).padStart(9),
      `${ms.toFixed(2).padStart(9)} ms`,
      growth === 0 ? "    flat" : growth.toFixed(2).padStart(8),
    ].join(" "),
  );
  const verdict = withinBudget ? "no reader slows down with size" : "A READER SLOWS DOWN WITH SIZE";
  const heading = `${"reader".padEnd(13)} ${"shape".padEnd(24)}     chars         time   growth`;
  const explained = "growth: 1 is linear, 4 is quadratic";
  return `${[heading, ...rows, `${verdict} (${explained}, at most ${GROWTH_MAX})`].join("\n")}\n`;
}
