import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  find,
  first,
  insert,
  itemsFrom,
  remove,
  sequenceList,
} from "../../../../../runtime/bus/embedded/core/sequence-list.ts";

const numbers = () => sequenceList<number>((item) => item);

describe("lists by sequence number", () => {
  test("whatever is put in and taken out, the list is the sorted rest", () => {
    const step = fc.record({ add: fc.boolean(), key: fc.nat(2_000) });
    const steps = fc.array(step, { minLength: 500, maxLength: 3_000, size: "max" });
    const law = fc.property(steps, (all) => {
      const list = numbers();
      const model = new Set<number>();
      for (const { add, key } of all) {
        if (add && !model.has(key)) insert(list, key);
        if (!add) expect(remove(list, key)).toBe(model.has(key) ? key : undefined);
        if (add) model.add(key);
        else model.delete(key);
      }
      const sorted = [...model].sort((a, b) => a - b);
      expect([...itemsFrom(list, 0)]).toEqual(sorted);
      expect([...itemsFrom(list, 777)]).toEqual(sorted.filter((key) => key >= 777));
      expect(list.size).toBe(sorted.length);
      expect(first(list)).toBe(sorted[0]);
      expect(find(list, 1_000)).toBe(model.has(1_000) ? 1_000 : undefined);
      expect(list.chunks.every(({ length }) => length > 0 && length <= 256)).toBe(true);
    });
    fc.assert(law, { seed: 20_260_309, numRuns: 40 });
  });

  test("a list filled backwards is split into chunks", () => {
    const list = numbers();
    for (let key = 1_000; key > 0; key -= 1) insert(list, key);
    expect(list.chunks.length).toBeGreaterThan(3);
    expect([...itemsFrom(list, 998)]).toEqual([998, 999, 1_000]);
    expect(find(list, 500)).toBe(500);
  });

  test("an empty list has no first item and finds nothing", () => {
    const list = numbers();
    expect(first(list)).toBeUndefined();
    expect(find(list, 1)).toBeUndefined();
    expect(remove(list, 1)).toBeUndefined();
    expect([...itemsFrom(list, 0)]).toEqual([]);
  });
});
