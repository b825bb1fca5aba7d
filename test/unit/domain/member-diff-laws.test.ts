import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffMembers, type MemberDiff } from "../../../runtime/domain/member-diff.ts";
import type { DiffInput, KnownBatch, Membership } from "../../../runtime/domain/membership.ts";
import { answer, BATCHES, member } from "./membership-fixtures.ts";

/** The engine's part, as a model: carries a diff out on a list of memberships. */
function carryOut(diff: MemberDiff, { members, answer: found }: DiffInput): readonly Membership[] {
  const same = (key: string, batchKey: string) => (known: Membership) =>
    known.key === key && known.batchKey === batchKey;
  const rows = new Map((found.kind === "rows" ? found.rows : []).map((one) => [one.key, one]));
  let after = [...members];
  const set = (key: string, batchKey: string, change: Partial<Membership>) => {
    after = after.map((known) => (same(key, batchKey)(known) ? { ...known, ...change } : known));
  };
  const arrive = ({ key, batchKey, generation }: MemberDiff["added"][number]) => {
    const { dataHash = "" } = rows.get(key) ?? {};
    const fresh = member(key, batchKey, { generation, dataHash });
    after = [...after.filter((known) => !same(key, batchKey)(known)), fresh];
  };
  for (const { key, from } of diff.moved) set(key, from, { status: "removed" });
  for (const placed of [...diff.added, ...diff.returned, ...diff.moved]) arrive(placed);
  for (const { key, batchKey } of diff.removed) set(key, batchKey, { status: "removed" });
  for (const { key, batchKey, misses } of diff.misses) set(key, batchKey, { misses });
  for (const { key, batchKey } of diff.refreshed) {
    set(key, batchKey, { dataHash: rows.get(key)?.dataHash ?? "" });
  }
  return after;
}

/** The batches a tick leaves behind: those there were, and those its rows made. */
function batchesAfter({ batches, mode, answer: found }: DiffInput): DiffInput["batches"] {
  const rows = found.kind === "rows" ? found.rows : [];
  const made = rows.map(({ batchKey }): [string, KnownBatch] => [
    batchKey,
    { batchKey, kind: mode, live: true },
  ]);
  return new Map([...made, ...batches]);
}

const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const hash = fc.constantFrom("1", "2");
const arbitraryRow = fc.record({
  key: fc.constantFrom(...KEYS),
  batchKey: fc.constantFrom("mon", "tue", "old", "wed"),
  dataHash: hash,
});
const arbitraryMember = fc.record({
  key: fc.constantFrom(...KEYS),
  batchKey: fc.constantFrom(...BATCHES.keys()),
  status: fc.constantFrom("active" as const, "removed" as const, "failed" as const),
  generation: fc.integer({ min: 1, max: 3 }),
  dataHash: hash,
  keptOut: fc.constant(false),
  started: fc.boolean(),
  through: fc.boolean(),
  misses: fc.constantFrom(0, 1),
  among: fc.constantFrom(null, 1, 30),
  held: fc.boolean(),
});
const isLive = (known: Membership): boolean => BATCHES.get(known.batchKey)?.live ?? true;
const activeNow = (members: readonly Membership[]): readonly Membership[] =>
  members.filter((known) => known.status === "active" && isLive(known));

/** Legal states only: one membership per key and batch, one active live membership per key. */
function legal(members: readonly Membership[]): readonly Membership[] {
  const seen = new Set<string>();
  return members.filter((known) => {
    const marks = [`${known.key} ${known.batchKey}`];
    if (known.status === "active" && isLive(known)) marks.push(known.key);
    const isNew = marks.every((mark) => !seen.has(mark));
    if (isNew) for (const mark of marks) seen.add(mark);
    return isNew;
  });
}

const arbitraryInput = fc.record({
  mode: fc.constantFrom("scheduled" as const, "immediate" as const),
  batches: fc.constant(BATCHES),
  members: fc.array(arbitraryMember, { maxLength: 24 }).map(legal),
  answer: fc.oneof(
    { weight: 9, arbitrary: fc.array(arbitraryRow, { maxLength: 12 }).map((rows) => answer(rows)) },
    { weight: 1, arbitrary: fc.constant({ kind: "failed" as const }) },
  ),
  onReschedule: fc.constantFrom("move" as const, "remove_add" as const),
  removalConfirmations: fc.constant(1),
  approvedRemovals: fc.subarray(KEYS).map((keys) => new Set(keys)),
}) satisfies fc.Arbitrary<DiffInput>;

const isHeldBack = (key: string, { held }: MemberDiff): boolean =>
  [...(held?.removed ?? []), ...(held?.moved ?? [])].some((one) => one.key === key);

describe("whatever the source answers", () => {
  const check = (property: (given: DiffInput) => void): void =>
    fc.assert(fc.property(arbitraryInput, property), { seed: 20_260_329, numRuns: 2_000 });

  test("I2 (part), R35 (part): nobody is active in two live batches afterwards", () => {
    check((given) => {
      const keys = activeNow(carryOut(diffMembers(given), given)).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  test("the same answer once more changes nothing", () => {
    check((given) => {
      const members = carryOut(diffMembers(given), given);
      const again = diffMembers({ ...given, members, batches: batchesAfter(given) });
      const { added, returned, moved, removed, refreshed, misses } = again;
      const changes = [added, returned, moved, removed, refreshed, misses].flat();
      expect(changes.filter(({ key }) => !isHeldBack(key, diffMembers(given)))).toEqual([]);
    });
  });

  test("M-009 (part): in scheduled mode just those with one row follow it, those held stay", () => {
    check((given) => {
      if (given.mode !== "scheduled" || given.answer.kind === "failed") return;
      const diff = diffMembers(given);
      const counts = Map.groupBy(given.answer.rows, ({ key }) => key);
      const after = new Map(activeNow(carryOut(diff, given)).map((known) => [known.key, known]));
      const refused = new Set(diff.refused.map(({ key }) => key));
      for (const key of KEYS) {
        const rows = counts.get(key) ?? [];
        const before = activeNow(given.members).find((known) => known.key === key);
        const closed = before !== undefined && ["now", "hand"].includes(before.batchKey);
        const now = after.get(key)?.batchKey;
        if (closed || rows.length > 1 || refused.has(key) || isHeldBack(key, diff)) {
          expect(now).toBe(before?.batchKey);
        } else if (rows[0] === undefined) {
          expect(now).toBeUndefined();
        } else {
          const [{ batchKey }] = [rows[0]];
          const there = given.members.find((k) => k.key === key && k.batchKey === batchKey);
          const barred = there !== undefined && (there.status === "failed" || batchKey === "old");
          expect(now).toBe(barred ? undefined : batchKey);
        }
      }
    });
  });

  test("R32 (part), R33 (part), I24 (part): on error, and in immediate mode, nobody leaves", () => {
    check((given) => {
      if (given.mode === "scheduled" && given.answer.kind === "rows") return;
      const diff = diffMembers(given);
      expect([diff.removed, diff.moved, diff.held, diff.misses]).toEqual([[], [], null, []]);
    });
  });

  test("I24 (part): without approval no tick removes more than the breaker allows", () => {
    check((given) => {
      const diff = diffMembers({ ...given, approvedRemovals: new Set() });
      const compensated = diff.moved.filter(({ how }) => how === "remove_add");
      expect(diff.removed.length + compensated.length).toBeLessThanOrEqual(5);
    });
  });
});
