import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { formatDuration, parseDurationSec } from "../../../runtime/domain/duration.ts";

describe("durations", () => {
  test.each([
    ["0s", 0],
    ["30s", 30],
    ["15m", 900],
    ["24h", 86_400],
    ["7d", 604_800],
    ["366d", 31_622_400],
    ["007d", 604_800],
  ])("M-025: %s is %i seconds", (text, seconds) => {
    expect(parseDurationSec(text)).toEqual({ ok: true, value: seconds });
  });

  test.each(["", "s", "5", "-5s", "+5s", "1.5h", "5 s", "5S", "5w", "1h30m", "١s", "5s\n", "1e3s"])(
    "R45: %p is malformed",
    (text) => {
      expect(parseDurationSec(text)).toEqual({ ok: false, error: { kind: "malformed", text } });
    },
  );

  test("R45: more than a year is refused with its length, more digits than any use unread", () => {
    expect(parseDurationSec("31622401s")).toEqual({
      ok: false,
      error: { kind: "too-long", seconds: 31_622_401 },
    });
    expect(parseDurationSec("999999999d")).toMatchObject({ error: { kind: "too-long" } });
    expect(parseDurationSec("1000000000d")).toMatchObject({ error: { kind: "malformed" } });
  });

  test.each([
    [0, "0s"],
    [59, "59s"],
    [60, "1m"],
    [90, "90s"],
    [7_200, "2h"],
    [86_400, "1d"],
    [129_600, "36h"],
  ])("%i seconds are written %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test("M-025: what is written is read back as the same length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIMITS.durationSecMax }), (seconds) => {
        expect(parseDurationSec(formatDuration(seconds))).toEqual({ ok: true, value: seconds });
      }),
      { seed: 25 },
    );
  });
});
