import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  ceilToMinute,
  ceilToSecond,
  earlier,
  floorToMinutes,
  plusSec,
} from "../../../runtime/domain/instant.ts";

const at = (clock: string): Date => new Date(`2026-06-01T${clock}Z`);

describe("instants", () => {
  test("seconds are added as elapsed time", () => {
    expect(plusSec(at("23:59:59.500"), 1)).toEqual(new Date("2026-06-02T00:00:00.500Z"));
  });

  test.each([
    [ceilToSecond, "12:00:00.001", "12:00:01.000"],
    [ceilToSecond, "12:00:01.000", "12:00:01.000"],
    [ceilToMinute, "12:00:00.001", "12:01:00.000"],
    [ceilToMinute, "12:01:00.000", "12:01:00.000"],
  ])("timers round up and only up", (round, before, after) => {
    expect(round(at(before))).toEqual(at(after));
  });

  test("the earlier of two is found on either side", () => {
    const [first, second] = [at("10:00:00"), at("11:00:00")];
    expect([earlier(first, second), earlier(second, first)]).toEqual([first, first]);
  });

  test("rounding never moves an instant further than its step", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, max: at("00:00:00") }), (date) => {
        const ms = date.getTime();
        const up = ceilToMinute(date).getTime() - ms;
        const down = ms - floorToMinutes(date, 5).getTime();
        expect(up >= 0 && up < 60_000 && down >= 0 && down < 300_000).toBe(true);
      }),
      { seed: 4 },
    );
  });
});
