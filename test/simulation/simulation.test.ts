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

describe("the platform under simulation", () => {
  test("I1 to I36: in a share of seeds nothing is broken and nothing is stuck", async () => {
    const tally = emptyTally();
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) await runSeed(tally, seed);
    expect(tally.failures).toEqual([]);
    expect(tally).toMatchObject({ seeds: SEEDS, violations: 0, stuck: 0 });
    expect(tally.faults).toBeGreaterThan(SEEDS);
  });

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
