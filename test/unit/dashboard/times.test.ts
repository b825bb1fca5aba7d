import { describe, expect, test } from "@jest/globals";
import {
  absoluteText,
  durationText,
  relativeText,
  ticks,
  tickText,
} from "../../../runtime/dashboard/app/format/times.ts";

const AT = Date.parse("2026-11-17T19:47:03Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("times on the dashboard", () => {
  test.each([
    [0, "0.0 s"],
    [400, "0.4 s"],
    [9_000, "9 s"],
    [59_000, "59 s"],
    [90_000, "1 min 30 s"],
    [HOUR, "1 h"],
    [5 * DAY + 3 * HOUR, "5 d 3 h"],
  ])("%d ms last %s", (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  test("a time is told from the present on, to both sides", () => {
    expect(relativeText(AT + 3 * HOUR, AT)).toBe("in 3 h");
    expect(relativeText(AT - 5 * MINUTE, AT)).toBe("5 min ago");
    expect(relativeText(AT + 100, AT)).toBe("now");
  });

  test("the whole of it names the zone", () => {
    expect(absoluteText(AT, "UTC")).toBe("Tue, 17 Nov 2026, 19:47:03 UTC");
    expect(absoluteText(AT, "Europe/Berlin")).toMatch(/20:47:03 (?:CET|GMT\+1)$/);
  });

  test("an axis has round instants within its span, never more than asked for", () => {
    for (const span of [5_000, 40 * MINUTE, 7 * HOUR, 5 * DAY, 90 * DAY]) {
      const marks = ticks(AT, AT + span, 6);
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.length).toBeLessThanOrEqual(7);
      for (const mark of marks) {
        expect(mark).toBeGreaterThanOrEqual(AT);
        expect(mark).toBeLessThanOrEqual(AT + span);
      }
    }
    expect(new Date(ticks(AT, AT + HOUR, 6)[0] ?? 0).toISOString()).toBe(
      "2026-11-17T19:50:00.000Z",
    );
  });

  test("a mark is as exact as its axis, and names the day where the axis goes over days", () => {
    expect(tickText(AT, 5 * MINUTE, "UTC")).toBe("19:47:03");
    expect(tickText(AT, HOUR, "UTC")).toBe("19:47");
    expect(tickText(AT, HOUR, "UTC", true)).toMatch(/Tue.* 19:47/);
    expect(tickText(AT, 9 * DAY, "UTC")).toBe("17 Nov");
  });
});
