import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { emptyTally, runSeed } from "./run-many.ts";
import { runPlan } from "./run-seed.ts";
import { type Case, invariantOf, replay } from "./shrink.ts";
import { SITUATIONS } from "./situations.ts";
import { drawPlan } from "./world/draw-plan.ts";

/** The share of the simulation that every test run has; the command takes new seeds each time. */
const FIRST = 1;
const SEEDS = 60;

const REGRESSIONS = join(import.meta.dirname, "regress");

const HAZARD = /^(?:R\d{2}|[MOX]-\d+)$/;

/** One checker for each of these; the parts are those that need an API or a log to show. */
describe("I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18", () => {
  describe("I19, I20, I21, I22, I23, I24, I25, I26, I27, I28, I29, I31, I32, I35, I36", () => {
    test("I30 (part), I33 (part), I34 (part): a share of seeds breaks nothing", async () => {
      const tally = emptyTally();
      for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) await runSeed(tally, seed);
      expect(tally.failures).toEqual([]);
      expect(tally).toMatchObject({ seeds: SEEDS, violations: 0, stuck: 0 });
      expect(tally.faults).toBeGreaterThan(SEEDS);
    });
  });
});

describe("the platform under simulation", () => {
  test.each([7, 8, 9, 10])("I37: seed %d leaves the same trace again", async (seed) => {
    const plan = drawPlan(seed);
    const one = await runPlan(plan);
    const other = await runPlan(plan);
    expect(other.traceHash).toBe(one.traceHash);
    expect(other.events).toBe(one.events);
  });

  test("I37: another seed leaves another trace", async () => {
    const one = await runPlan(drawPlan(11));
    const other = await runPlan(drawPlan(12));
    expect(other.traceHash).not.toBe(one.traceHash);
  });

  test("at least eighty situations are named, each once and with its hazards", () => {
    const names = SITUATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
    // A hundred times in 20,000 seeds.
    const often = SITUATIONS.filter(({ perThousand }) => perThousand >= 5);
    expect(often.length).toBeGreaterThanOrEqual(80);
    for (const { hazards } of SITUATIONS) {
      for (const hazard of hazards) expect(hazard).toMatch(HAZARD);
    }
  });

  const files = readdirSync(REGRESSIONS).filter((name) => name.endsWith(".json"));
  for (const name of files) {
    test(`a run that once failed goes well: ${name}`, async () => {
      const found = JSON.parse(readFileSync(join(REGRESSIONS, name), "utf8")) as Case;
      expect(invariantOf(await replay(found))).toBeNull();
    });
  }
});
