import { describe, expect, test } from "@jest/globals";
import { dueAt, parseOffsetMinutes } from "../../../runtime/domain/offset.ts";

describe("phase offsets", () => {
  test.each([
    ["T-5d", 7200],
    ["T-4h", 240],
    ["T-30m", 30],
    ["T-90s", 2],
    ["T-0", 0],
    ["T-0s", 0],
    ["T-366d", 527_040],
  ])("M-024: %s is stored as %i minutes", (text, minutes) => {
    expect(parseOffsetMinutes(text)).toEqual({ ok: true, value: minutes });
  });

  test.each([
    "",
    "T",
    "T-",
    "T-5",
    "T--5d",
    "T- 5d",
    "t-5d",
    "5d",
    "T-5D",
    "T-1.5h",
    "T-1h30m",
    "T-5d ",
  ])("an offset written %p is malformed", (text) => {
    expect(parseOffsetMinutes(text)).toEqual({ ok: false, error: { kind: "malformed", text } });
  });

  test("an offset after the start is told apart from a typing error", () => {
    const text = "T+2h";
    expect(parseOffsetMinutes(text)).toEqual({ ok: false, error: { kind: "after-start", text } });
  });

  test("R45: an offset of more than a year is refused", () => {
    expect(parseOffsetMinutes("T-367d")).toEqual({
      ok: false,
      error: { kind: "too-long", minutes: 528_480 },
    });
    expect(parseOffsetMinutes("T-99999999999999999999d").ok).toBe(false);
  });

  test("M-024, R44: a phase is due so many elapsed minutes before the start", () => {
    const start = new Date("2026-03-29T06:00:00Z");
    expect(dueAt(start, 1440).toISOString()).toBe("2026-03-28T06:00:00.000Z");
  });
});
