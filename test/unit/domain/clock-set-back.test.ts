import { expect, test } from "@jest/globals";
import { CLOCK_SET_BACK, sentenceOf, setBackIn } from "../../../runtime/domain/clock-set-back.ts";

const at = new Date("2026-03-02T08:00:00Z");
const after = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
const event = (was: Date) => ({ type: CLOCK_SET_BACK, at, detail: { was: was.toISOString() } });

test.each([
  [90, "by about 90 min: it had been 2026-03-02 09:30:00 UTC"],
  [200, "by about 3 h 20 min: it had been 2026-03-02 11:20:00 UTC"],
])("R43 (part): a clock that was set back by %i minutes is told so", (minutes, words) => {
  expect(sentenceOf({ was: after(minutes), at })).toContain(words);
});

test("the one that reaches furthest counts, until the clock is past it", () => {
  const log = [event(after(10)), event(after(30)), { ...event(after(60)), type: "other" }];
  expect(setBackIn(log, after(5))?.was).toEqual(after(30));
  expect(setBackIn(log, after(31))).toBeNull();
  expect(setBackIn([{ type: CLOCK_SET_BACK, at, detail: null }], at)).toBeNull();
});
