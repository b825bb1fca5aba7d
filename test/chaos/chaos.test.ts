import { describe, expect, test } from "@jest/globals";
import { killed, startPlatform } from "./processes.ts";
import { runChaos } from "./run-chaos.ts";
import { judge } from "./tenant/effects.ts";

describe("a platform that is killed", () => {
  test("M-089, I1, R43, I6 (part): loses and doubles nothing, however disturbed", async () => {
    const result = await runChaos({ kills: 4, people: 25, seed: 7, say: () => undefined });
    expect(result).toMatchObject({
      lost: 0,
      doubled: 0,
      attention: [],
      incidents: 0,
      examples: [],
    });
    expect(result.effects).toBeGreaterThanOrEqual(25 * 3 + 2);
    expect(result.moments).toMatchObject({ pause: 1, clock: 1, full: 1 });
    expect(result.moments["first-start"]).toBeGreaterThan(0);
    expect(result.kills).toBeGreaterThanOrEqual(4);
    const lives = Object.values(result.moments).reduce((sum, count) => sum + count, 0);
    expect(result.kills + result.ended).toBe(lives);
  });

  test("a process that has ended by itself counts as none that was killed", async () => {
    const settings = { path: "", members: "", tenantUrl: "", shiftMs: 0, speed: 1, pagesMax: null };
    const nowhere = startPlatform({ ...settings, path: "/nowhere/drover.db" });
    await nowhere.ended;
    expect(await killed(nowhere)).toBe(false);
    expect(nowhere.complaint()).toContain("The database /nowhere/drover.db cannot be opened");
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
