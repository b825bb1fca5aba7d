import { expect, test } from "@jest/globals";
import { z } from "zod";
import { knownTexts } from "../../../runtime/contract/known-texts.ts";

test("a text is taken if its schema takes it as it stands, also when it comes again", () => {
  const isKnown = knownTexts(z.string().trim().min(1));
  expect(["a", "a", " a", "", 7].map(isKnown)).toEqual([true, true, false, false, false]);
});

test("more texts than can be kept are still told apart", () => {
  const isKnown = knownTexts(z.string().max(5));
  for (let each = 0; each < 3_000; each += 1) expect(isKnown(`t${each}`)).toBe(true);
  expect([isKnown("t0"), isKnown("t99999")]).toEqual([true, false]);
});
