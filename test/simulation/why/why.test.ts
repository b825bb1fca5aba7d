import { describe, expect, test } from "@jest/globals";
import { REASON_KINDS } from "../../../runtime/contract/reasons.ts";
import { drawPlan } from "../world/draw-plan.ts";
import { nothingTold, tellEtas } from "./etas.ts";
import { runStates } from "./run-states.ts";

/** The share that every test run has; `npm run -s simulate -- --why 1000` takes more. */
const STATES = 100;
const RUNS = 30;
const FIRST = 1;

describe("why, in simulated states", () => {
  test("whatever has not ended has one reason, and doing what it says moves it", async () => {
    const { wrong, states, open, kinds } = await runStates(STATES, FIRST);
    expect(wrong).toEqual([]);
    expect(states).toBe(STATES);
    expect(open).toBeGreaterThan(STATES);
    expect(REASON_KINDS).toEqual(expect.arrayContaining([...kinds.keys()]));
    expect(kinds.size).toBeGreaterThanOrEqual(15);
  });

  test("more than nine in ten ends lie within their interval, and none in the past", async () => {
    const told = nothingTold();
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) await tellEtas(told, drawPlan(seed));
    expect(told.wrong).toEqual([]);
    expect(told.cases).toBeGreaterThan(RUNS);
    expect(told.within / told.cases).toBeGreaterThanOrEqual(0.95);
  });
});
