/** The patches fit the sources as they are: whoever changes a mechanism changes its mutant. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { MUTANTS } from "./list/all.ts";
import { WITHOUT_MUTANT } from "./list/without.ts";
import { mutated, unitTestsOf } from "./mutant.ts";
import { chosenMutants } from "./options.ts";
import { summed, type Tried } from "./run-mutants.ts";

const ROOT = join(import.meta.dirname, "../../..");

describe("mutants", () => {
  test("there are at least forty, each with a name of its own", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
  });

  test.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))(
    "%s: its text is in its file once, and the patch changes it",
    (_id, mutant) => {
      const source = readFileSync(join(ROOT, mutant.file), "utf8");
      expect(mutated(source, mutant)).not.toBe(source);
      expect(mutant.proves.length).toBeGreaterThan(0);
    },
  );

  test.each(MUTANTS.map(({ file }) => file))("the unit tests of %s are found", (file) => {
    const folder = unitTestsOf(file, (name) => existsSync(join(ROOT, name)));
    expect(folder).not.toBe("test/unit/");
  });

  test("every hazard of the engine and every decision has one", () => {
    const proven = new Set(MUTANTS.flatMap(({ proves }) => proves));
    // R45 is a matter of the grammar, which nothing that happens can change.
    const hazards = Array.from({ length: 44 }, (_, at) => `R${String(at + 1).padStart(2, "0")}`);
    const decisions = Array.from({ length: 8 }, (_, at) => `decision ${at + 1}`);
    expect([...hazards, ...decisions].filter((id) => !proven.has(id))).toEqual([]);
  });

  test.each(WITHOUT_MUTANT)("$mechanism: shown elsewhere", ({ hazards, shownBy }) => {
    const source = readFileSync(join(ROOT, shownBy), "utf8");
    expect(source).toMatch(/\b(?:test|storeCase)\b/);
    expect(hazards.length).toBeGreaterThan(0);
  });

  test("parts of ids choose those that have one of them, and no part chooses all", () => {
    const chosen = chosenMutants(["budget", "absences-noted-last"]);
    const ids = chosen.ok ? chosen.value.map(({ id }) => id) : [];
    const isMeant = (id: string): boolean =>
      id.includes("budget") || id.includes("absences-noted-last");
    expect(ids).toEqual(MUTANTS.map(({ id }) => id).filter(isMeant));
    expect(ids).toContain("absences-noted-last");
    expect(ids).toContain("spent-budget-does-not-pause");
    expect(chosenMutants([])).toEqual({ ok: true, value: MUTANTS });
  });

  test("a part that is in no id is named, also beside others that are", () => {
    const error = "no mutant is called bugdet or nobody";
    expect(chosenMutants(["bugdet", "budget", "nobody"])).toEqual({ ok: false, error });
  });

  test("the last line says of control and unit tests whether they were run", () => {
    const hunted = { seeds: 3, killed: true, seed: 3, by: "I1: x", small: null };
    const told = (objections: Tried["objections"], unit: boolean) => {
      const { line, isSound } = summed([{ id: "x", hunted, objections }], { first: 1, unit });
      return { ...line, isSound };
    };
    expect(told(null, false)).toMatchObject({ unit: "not run", control: "not run", isSound: true });
    expect(told([], true)).toMatchObject({ unit: "passed", isSound: true });
    expect(told(["a test"], true)).toMatchObject({ unit: "1 fail", isSound: false });
  });

  test("a patch whose text is gone, or there twice, is named", () => {
    const mutant = { id: "x", file: "a.ts", find: "b", replace: "c", breaks: "d", proves: ["I1"] };
    expect(() => mutated("a", mutant)).toThrow("mutant x: its text is no longer in a.ts");
    expect(() => mutated("bb", mutant)).toThrow("mutant x: its text is 2 times in a.ts");
    expect(mutated("abe", mutant)).toBe("ace");
  });
});
