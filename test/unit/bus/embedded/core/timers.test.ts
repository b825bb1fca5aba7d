import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  addTimer,
  cancelTimer,
  nextDue,
  takeDue,
  timers,
} from "../../../../../runtime/bus/embedded/core/timers.ts";

describe("timers", () => {
  test("timers come up by time, then in the order they were added, without the cancelled", () => {
    const wish = fc.record({ due: fc.nat(50), cancelled: fc.boolean() });
    const law = fc.property(fc.array(wish, { maxLength: 400, size: "max" }), (wishes) => {
      const all = timers<number>();
      const added = wishes.map(({ due }, index) => addTimer(all, due, index));
      for (const [index, timer] of added.entries()) {
        if (wishes[index]?.cancelled) cancelTimer(all, timer);
      }
      const expected = wishes
        .map(({ due, cancelled }, index) => ({ due, cancelled, index }))
        .filter(({ cancelled }) => !cancelled)
        .sort((a, b) => a.due - b.due || a.index - b.index);
      expect(nextDue(all)).toBe(expected[0]?.due ?? null);
      for (const { due, index } of expected) {
        expect(takeDue(all, due - 1)).toBeNull();
        expect(takeDue(all, due)?.event).toBe(index);
      }
      expect(takeDue(all, 1_000)).toBeNull();
    });
    fc.assert(law, { seed: 20_260_310, numRuns: 200 });
  });

  test("cancelled timers are swept out before they outnumber the rest", () => {
    const all = timers<number>();
    for (let index = 0; index < 10_000; index += 1) {
      cancelTimer(all, addTimer(all, 1_000_000 + index, index));
    }
    expect(all.heap.length).toBeLessThan(200);
  });

  test("cancelling twice, or after a timer came up, changes nothing", () => {
    const all = timers<string>();
    const first = addTimer(all, 1, "first");
    addTimer(all, 2, "second");
    expect(takeDue(all, 1)?.event).toBe("first");
    cancelTimer(all, first);
    cancelTimer(all, first);
    expect(all.cancelled).toBe(0);
    expect(takeDue(all, 2)?.event).toBe("second");
    expect(nextDue(all)).toBeNull();
  });
});
