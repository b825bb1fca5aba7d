import { describe, expect, test } from "@jest/globals";
import { runChaos } from "./run-chaos.ts";
import { judge } from "./tenant/effects.ts";

describe("a platform that is killed", () => {
  test("M-089, I1, R43, I6 (part): loses and doubles nothing, however disturbed", async () => {
    const result = await runChaos({ kills: 4, people: 25, seed: 7, say: () => undefined });
    expect(result).toMatchObject({
      kills: 4,
      lost: 0,
      doubled: 0,
      attention: [],
      incidents: 0,
      examples: [],
    });
    expect(result.effects).toBeGreaterThanOrEqual(25 * 3 + 2);
    expect(result.moments).toMatchObject({ pause: 1, clock: 1, full: 1 });
    expect(result.moments["first-start"]).toBeGreaterThan(0);
  });

  test("the judge sees what is missing, what is there twice and what nobody asked for", () => {
    const effects = new Map([
      ["a", 1],
      ["b", 2],
      ["stray", 1],
    ]);
    expect(judge(new Set(["a", "b", "c"]), effects)).toEqual({
      lost: ["c"],
      doubled: ["b", "stray"],
    });
  });
});
