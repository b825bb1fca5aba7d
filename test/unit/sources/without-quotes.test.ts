import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { withoutQuotes } from "../../../runtime/sources/without-quotes.ts";

test.each([
  ["The value 'ada@contoso.com' cannot be cast.", "The value '…' cannot be cast."],
  ["The value 'O\\'Brien' cannot be cast.", "The value '…' cannot be cast."],
  ["The value 'O''Brien' cannot be cast.", "The value '…' cannot be cast."],
  ['It can\'t read "Ada".', "It can'…'."],
  ["No column `upn` in [people].", "No column `upn` in [people]."],
  ["It was 'cut off", "It was '…'"],
])("L3: what a server quotes is not told on: %s", (message, told) => {
  expect(withoutQuotes(message)).toBe(told);
});

test("L3: nothing of a quoted value shows, whatever it has in it and however long it is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("ada", "'", '"', "\\", " ", "x".repeat(400)), { maxLength: 9 }),
      (value) => {
        const told = withoutQuotes(`Cannot cast '${value.join("")}' to int, nor "${value}".`);
        expect(told).toBe("Cannot cast '…'.");
      },
    ),
  );
});
