/** How a limit is dealt: by examples, and against batches that send whatever they may. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { BatchId } from "../../../runtime/contract/ids.ts";
import {
  fairShares,
  type Grant,
  lowered,
  raised,
  type Share,
} from "../../../runtime/orchestrator/deal.ts";

const share = (id: number, granted: number | null, inUse: number, waiting: boolean): Share => ({
  batchId: BatchId.parse(id),
  granted,
  inUse,
  waiting,
});

const NOBODY = new Map();
const fair = (most: number, shares: readonly Share[], turns = NOBODY) =>
  shares.map(({ batchId }) => fairShares(most, shares, turns).get(batchId));

describe("fair shares", () => {
  test("whoever waits gets the same, and nobody who does not wait keeps more than it uses", () => {
    const shares = [share(1, 10, 10, true), share(2, 0, 0, true), share(3, 0, 0, false)];
    expect(fair(10, shares)).toEqual([5, 5, 0]);
  });
  test("nothing moves while nobody waits and the limit holds", () => {
    expect(fair(10, [share(1, 7, 2, false), share(2, 3, 3, false)])).toEqual([7, 3]);
  });
  test("what does not divide stays where it is", () => {
    expect(fair(10, [share(1, 3, 3, true), share(2, 4, 4, true), share(3, 3, 3, true)])).toEqual([
      3, 4, 3,
    ]);
  });
  test("a limit that was just set is dealt also among those who had none", () => {
    expect(fair(4, [share(1, null, 9, false), share(2, null, 0, false)])).toEqual([2, 2]);
  });
  test("with less than one for each, it goes to whoever has waited longest", () => {
    const shares = [share(1, 1, 1, true), share(2, 0, 0, true), share(3, 0, 0, true)];
    const turns = new Map([
      [BatchId.parse(1), 7],
      [BatchId.parse(2), 9],
    ]);
    expect(fair(1, shares, turns)).toEqual([0, 0, 1]);
  });
  test("a share that was given and not used yet is not moved on", () => {
    const shares = [share(1, 1, 0, true), share(2, 0, 0, true)];
    expect(fair(1, shares, new Map([[BatchId.parse(1), 5]]))).toEqual([1, 0]);
  });
});

test("D4: nobody is raised while others still hold what was taken from them", () => {
  const shares = [share(1, 5, 9, true), share(2, 0, 0, true)];
  expect(raised(10, shares, NOBODY)).toEqual([{ batchId: 2, granted: 1 }]);
  expect(raised(9, shares, NOBODY)).toEqual([]);
});

test("D4: nobody is raised, not even below what it has out itself, while too many are out", () => {
  const shares = [share(1, 0, 3, true), share(2, 0, 4, true)];
  expect(raised(3, shares, NOBODY)).toEqual([]);
  expect(raised(7, shares, NOBODY)).toEqual([
    { batchId: 1, granted: 3 },
    { batchId: 2, granted: 3 },
  ]);
});

type Batch = { granted: number | null; inUse: number; wants: number };
const seen = (batches: readonly Batch[]): readonly Share[] =>
  batches.map(({ granted, inUse, wants }, index) =>
    share(index + 1, granted, inUse, wants > 0 && (granted ?? Infinity) <= inUse),
  );
const give = (batches: readonly Batch[], grants: readonly Grant[]): void => {
  for (const { batchId, granted } of grants) {
    const batch = batches[batchId - 1];
    if (batch !== undefined) batch.granted = granted;
  }
};
/** Sends what it may, as the core would: at any moment, also in between. */
const send = (batch: Batch): void => {
  const room = (batch.granted ?? Infinity) - batch.inUse;
  const sent = Math.max(0, Math.min(room, batch.wants));
  batch.inUse += sent;
  batch.wants -= sent;
};

const usedBy = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { inUse }) => sum + inUse, 0);

test("D4: R30: nobody is raised while more is out than a lowered limit allows", () => {
  const draining = [share(1, 0, 1, true), share(2, 0, 1, true)];
  expect(raised(1, draining, NOBODY)).toEqual([]);
  const drained = [share(1, 0, 1, true), share(2, 0, 0, true)];
  expect(raised(1, drained, NOBODY).length).toBe(1);
});

test("whatever batches send and finish meanwhile, a limit is never exceeded", () => {
  const moves = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 12 }),
      fc.array(fc.nat(30)),
      moves,
      (most, wants, all) => {
        const batches: Batch[] = wants.slice(0, 5).map((each) => ({
          granted: 0,
          inUse: 0,
          wants: each,
        }));
        const turns = new Map<Share["batchId"], number>();
        for (const [turn, [at, done, isLate]] of all.entries()) {
          const batch = batches[at];
          if (batch !== undefined) batch.inUse -= Math.min(batch.inUse, done);
          const before = seen(batches);
          // The picture is old by now.
          for (const each of batches) if (isLate) send(each);
          give(batches, lowered(most, before, turns));
          const after = seen(batches);
          for (const each of batches) send(each);
          const more = raised(most, after, turns);
          give(batches, more);
          for (const { batchId } of more) turns.set(batchId, turn);
          for (const each of batches) send(each);
          expect(usedBy(batches)).toBeLessThanOrEqual(most);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("D4: a limit that was just set is dealt beside jobs sent since the dealer looked", () => {
  const batches = [
    { granted: null, inUse: 0, wants: 1 },
    { granted: null, inUse: 0, wants: 1 },
  ];
  const before = seen(batches);
  // Not limited yet, and the picture is old by now.
  for (const each of batches.slice(1)) send(each);
  give(batches, lowered(1, before, NOBODY));
  const more = raised(1, seen(batches), NOBODY);
  give(batches, more);
  for (const each of batches) send(each);
  expect(batches.map(({ inUse }) => inUse)).toEqual([0, 1]);
});

test("D4: whatever was out when a limit was set, nothing is sent beyond it", () => {
  const wanted = fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.boolean()), { maxLength: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), wanted, (most, all) => {
      const batches: Batch[] = all.map(([inUse, wants]) => ({ granted: null, inUse, wants }));
      const before = seen(batches);
      for (const [at, each] of batches.entries()) if (all[at]?.[2]) send(each);
      give(batches, lowered(most, before, NOBODY));
      const out = usedBy(batches);
      give(batches, raised(most, seen(batches), NOBODY));
      for (const each of batches) send(each);
      expect(usedBy(batches)).toBeLessThanOrEqual(Math.max(most, out));
    }),
    { numRuns: 2_000 },
  );
});

test("everybody comes to an end, however small the limit is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
      (most, wants) => {
        const batches: Batch[] = wants.map((each) => ({ granted: 0, inUse: 0, wants: each }));
        const turns = new Map<Share["batchId"], number>();
        for (let turn = 1; turn < 2_000; turn += 1) {
          give(batches, lowered(most, seen(batches), turns));
          const more = raised(most, seen(batches), turns);
          give(batches, more);
          for (const { batchId } of more) turns.set(batchId, turn);
          for (const each of batches) send(each);
          if (batches.every((each) => each.wants === 0 && each.inUse === 0)) return;
          for (const each of batches) each.inUse = 0;
        }
        throw new Error("somebody was left waiting");
      },
    ),
    { numRuns: 300 },
  );
});
