import { describe, expect, test } from "@jest/globals";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { isPolled } from "../../fixtures/shipped-library.ts";
import { type Fixture, fixtures } from "./fixture-files.ts";

const check = ({ file, text, strict }: Fixture) => {
  const { problems, runbook } = checkRunbook({ file, text }, { strict, isPolled });
  return { places: problems.map(({ line, col, code }) => `${line}:${col} ${code}`), runbook };
};

describe("runbook fixtures", () => {
  test("there are at least 12 valid and 45 broken ones", () => {
    expect(fixtures("valid").length).toBeGreaterThanOrEqual(12);
    expect(fixtures("broken").length).toBeGreaterThanOrEqual(45);
  });

  test.each(fixtures("valid").map((one) => [one.file, one] as const))(
    "M-017 (part), M-020, X-79: %s is accepted, with exactly the warnings it states",
    (_file, fixture) => {
      const { places, runbook } = check(fixture);
      expect(places).toEqual(fixture.expected);
      expect(runbook).not.toBeNull();
    },
  );

  test.each(fixtures("broken").map((one) => [one.file, one] as const))(
    "R53, X-79: %s is rejected with exactly the problems it states",
    (_file, fixture) => {
      const { places, runbook } = check(fixture);
      expect(places).toEqual(fixture.expected);
      expect(places.length).toBeGreaterThan(0);
      expect(runbook).toBeNull();
    },
  );
});
