import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TimelineBar } from "../../../runtime/contract/http/timeline.ts";
import { packRows } from "../../../runtime/dashboard/app/gantt/rows.ts";
import { makeScale, union, zoomed } from "../../../runtime/dashboard/app/gantt/scale.ts";

const NOW = Date.parse("2026-11-17T12:00:00Z");
const HOUR = 3_600_000;

const bar = (stepId: number, memberId: number, from: number, to: number | null) =>
  TimelineBar.parse({
    stepId,
    memberId,
    memberKey: `member ${memberId}`,
    stepName: "step",
    attempt: 1,
    state: "running",
    from: new Date(NOW + from).toISOString(),
    to: to === null ? null : new Date(NOW + to).toISOString(),
    note: null,
  });

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.nat(500))
    .map(([from, length]) => ({ from, to: from + length })),
);

describe("the timeline's scale", () => {
  test("goes from edge to edge, and never back, wherever quiet time is folded", () => {
    fc.assert(
      fc.property(spans, (busy) => {
        const scale = makeScale({ from: -2_000, to: 2_000 }, 800, busy);
        const places = Array.from({ length: 81 }, (_, at) => scale.x(-2_000 + at * 50));
        expect(places[0]).toBe(0);
        expect(places.at(-1)).toBeCloseTo(800, 6);
        for (const [at, x] of places.entries()) {
          expect(x).toBeGreaterThanOrEqual((places[at - 1] ?? 0) - 1e-9);
        }
      }),
    );
  });

  test("folds days of quiet, so that minutes of work can be seen", () => {
    const busy = [
      { from: 0, to: 60_000 },
      { from: 120 * HOUR, to: 120 * HOUR + 60_000 },
    ];
    const domain = { from: 0, to: 120 * HOUR + 60_000 };
    const folded = makeScale(domain, 800, busy);
    const plain = makeScale(domain, 800, null);
    expect(plain.x(60_000)).toBeLessThan(1);
    expect(folded.x(60_000)).toBeGreaterThan(300);
    expect(folded.segments.map(({ isFolded }) => isFolded)).toEqual([false, true, false]);
  });

  test("spans that touch are one", () => {
    expect(
      union([
        { from: 5, to: 9 },
        { from: 0, to: 5 },
        { from: 20, to: 30 },
      ]),
    ).toEqual([
      { from: 0, to: 9 },
      { from: 20, to: 30 },
    ]);
  });

  test("zooming in and out stays within what there is", () => {
    const whole = { from: 0, to: 100_000 };
    expect(zoomed(whole, whole, 0.5, 50_000)).toEqual({ from: 25_000, to: 75_000 });
    expect(zoomed({ from: 25_000, to: 75_000 }, whole, 8, 30_000)).toEqual(whole);
  });
});

describe("the timeline's rows", () => {
  test("no bar lies on another one", () => {
    fc.assert(
      fc.property(spans, (all) => {
        const bars = all.map(({ from, to }, at) => bar(at + 1, (at % 5) + 1, from, to));
        const { placed, rows } = packRows(bars, NOW);
        expect(placed).toHaveLength(bars.length);
        for (const one of placed) {
          expect(one.row).toBeLessThan(rows);
          for (const other of placed) {
            if (one === other || one.row !== other.row) continue;
            expect(one.to <= other.from || other.to <= one.from).toBe(true);
          }
        }
      }),
    );
  });

  test("attempts of one member stand in one row, and what lasts reaches to the present", () => {
    const bars = [bar(1, 1, -9_000, -8_000), bar(2, 2, -9_000, -8_000), bar(3, 2, -7_000, null)];
    const { placed } = packRows(bars, NOW);
    const rowOf = (stepId: number) => placed.find((each) => each.bar.stepId === stepId)?.row;
    expect(rowOf(3)).toBe(rowOf(2));
    expect(placed.find((each) => each.bar.stepId === 3)?.to).toBe(NOW);
  });
});
