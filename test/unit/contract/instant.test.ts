import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Instant } from "../../../runtime/contract/instant.ts";

describe("instants", () => {
  test.each([
    ["2025-03-15T10:30:00Z", "2025-03-15T10:30:00.000Z"],
    ["2025-03-15T10:30:00+02:00", "2025-03-15T08:30:00.000Z"],
    ["2025-03-15T00:00:00.0000000Z", "2025-03-15T00:00:00.000Z"],
    ["2025-03-15T00:00:00.1234567-11:30", "2025-03-15T11:30:00.123Z"],
  ])("M-031: %s is read as %s", (text, expected) => {
    expect(Instant.parse(text)).toBe(expected);
  });

  test.each([
    ["2025-03-15T10:30:00", "2025-03-15T10:30:00.000Z"],
    ["2025-03-15T00:00:00.0000000", "2025-03-15T00:00:00.000Z"],
    ["2025-03-15T23:59:59.1234567", "2025-03-15T23:59:59.123Z"],
    ["2025-03-15T10:30:00.1234", "2025-03-15T10:30:00.123Z"],
    ["2025-07-01T10:30:00.12", "2025-07-01T10:30:00.120Z"],
  ])("X-12: %s, which states no offset, is UTC", (text, expected) => {
    expect(Instant.parse(text)).toBe(expected);
  });

  test.each([
    "2025-03-15T10:30:00 ",
    "2025-03-15T24:00:00",
    "2025-02-30T00:00:00",
    "2025-03-15",
    "2025-02-30T00:00:00Z",
    "2025-03-15T25:00:00Z",
    "9999-12-31T23:59:59-01:00",
    "15 March 2025",
    "",
    1_742_034_600_000,
    null,
  ])("%p is not an instant", (value) => {
    expect(Instant.safeParse(value).success).toBe(false);
  });

  test("the order of texts is the order of moments", () => {
    const date = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, date, (a, b) => {
        expect(Instant.parse(a.toISOString()) < Instant.parse(b.toISOString())).toBe(a < b);
      }),
      { seed: 6 },
    );
  });
});
