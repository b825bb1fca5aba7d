import { describe, expect, test } from "@jest/globals";
import { diffMembers } from "../../../runtime/domain/member-diff.ts";
import type { DiffInput } from "../../../runtime/domain/membership.ts";
import { crowd, input, row, rowsOf } from "./membership-fixtures.ts";

describe("the removal breaker", () => {
  const losing = (lost: number, of: number, rest: Partial<DiffInput> = {}) => {
    const members = crowd(of);
    return diffMembers(input(members, rowsOf(members.slice(lost)), rest));
  };

  test.each([
    [5, 20, null],
    [6, 20, "too-many"],
    [5, 6, null],
    [10, 100, null],
    [11, 100, "too-many"],
    [10, 109, null],
    [11, 110, null],
    [1, 1, "to-zero"],
    [5, 5, "to-zero"],
    [100, 100, "to-zero"],
  ])(
    "X-70 (part), R32 (part), I24 (part): losing %i of %i is judged as it should",
    (lost, of, why) => {
      const diff = losing(lost, of);
      expect(diff.held?.why ?? null).toBe(why);
      expect(diff.removed).toHaveLength(why === null ? lost : 0);
      expect(diff.held?.removed ?? []).toHaveLength(why === null ? 0 : lost);
    },
  );

  test("X-70 (part): what was held says what the limit is", () => {
    expect(losing(30, 200).held?.limit).toBe(20);
    expect(losing(8, 10).held?.limit).toBe(5);
  });

  test("X-70 (part): approved removals happen, later ones are judged anew", () => {
    const approvedRemovals = new Set(["m0", "m1", "m2", "m3", "m4", "m5"]);
    const diff = losing(12, 20, { approvedRemovals });
    expect(diff.removed.map(({ key }) => key)).toEqual([...approvedRemovals]);
    expect(diff.held).toMatchObject({ why: "too-many", removed: { length: 6 } });
    expect(losing(6, 20, { approvedRemovals })).toMatchObject({
      held: null,
      removed: { length: 6 },
    });
    expect(losing(6, 6, { approvedRemovals })).toMatchObject({
      held: null,
      removed: { length: 6 },
    });
  });

  test("X-70 (part), I24 (part): what is held goes when approved or back, not otherwise", () => {
    const held = { held: true, among: 20, misses: 1 };
    const members = crowd(200).map((known, index) => (index < 3 ? { ...known, ...held } : known));
    const [, , third] = members;
    const shown = rowsOf(members.slice(3));
    expect(diffMembers(input(members, shown)).held).toMatchObject({
      why: "held-before",
      removed: [{ key: "m0" }, { key: "m1" }, { key: "m2" }],
    });
    const approvedRemovals = new Set(["m0"]);
    const back = third === undefined ? shown : [...shown, ...rowsOf([third])];
    const diff = diffMembers(input(members, back, { approvedRemovals }));
    expect(diff.removed.map(({ key }) => key)).toEqual(["m0"]);
    expect(diff.held?.removed.map(({ key }) => key)).toEqual(["m1"]);
  });

  test("X-70 (part), I24 (part): who came after an absence began does not count for it", () => {
    const missed = { misses: 1, among: 40 };
    const members = crowd(500).map((known, index) => (index < 6 ? { ...known, ...missed } : known));
    const shown = rowsOf(members.slice(6));
    const diff = diffMembers(input(members, shown, { removalConfirmations: 2 }));
    expect(diff.held).toMatchObject({ why: "too-many", limit: 5, removed: { length: 6 } });
  });

  test("X-55 (part), X-70 (part): moving many started members needs approval as well", () => {
    const members = crowd(20).map((known) => ({ ...known, started: true }));
    const rows = members.map(({ key }, index) => row(key, index < 6 ? "tue" : "mon"));
    const diff = diffMembers(input(members, rows));
    expect(diff.moved).toEqual([]);
    expect(diff.held).toMatchObject({ why: "too-many", moved: { length: 6 }, removed: [] });
    const approvedRemovals = new Set(members.map(({ key }) => key));
    expect(diffMembers(input(members, rows, { approvedRemovals })).moved).toHaveLength(6);
  });

  test("X-55 (part), X-70 (part): members that merely move do not count, however many", () => {
    const members = crowd(20);
    const diff = diffMembers(
      input(
        members,
        members.map(({ key }) => row(key, "tue")),
      ),
    );
    expect(diff).toMatchObject({ held: null, moved: { length: 20 } });
  });

  test("X-70 (part): while started members are held, others still move", () => {
    const members = crowd(20).map((known, index) => ({ ...known, started: index > 0 }));
    const diff = diffMembers(
      input(
        members,
        members.map(({ key }) => row(key, "tue")),
      ),
    );
    expect(diff.moved).toMatchObject([{ key: "m0", how: "move" }]);
    expect(diff.held?.moved).toHaveLength(19);
  });
});
