import { describe, expect, test } from "@jest/globals";
import { diffMembers, type MemberDiff } from "../../../runtime/domain/member-diff.ts";
import { answer, crowd, input, member, row, rowsOf } from "./membership-fixtures.ts";

/** What a diff says changes, without its empty lists. */
const said = ({ followers: _, ...changes }: MemberDiff): object =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== 0,
    ),
  );
const diffed = (...args: Parameters<typeof input>): object => said(diffMembers(input(...args)));

describe("who comes into a scheduled batch", () => {
  test("M-009 (part): a row nobody knows is added to its batch", () => {
    expect(diffed([], [row("a", "mon"), row("b", "new")])).toEqual({
      added: [
        { key: "a", batchKey: "mon", generation: 1, waitsFor: null },
        { key: "b", batchKey: "new", generation: 1, waitsFor: null },
      ],
    });
  });

  test("M-011 (part): an active member's changed data is refreshed, equal data is left", () => {
    const members = [member("a", "mon"), member("b", "mon")];
    expect(diffed(members, [row("a", "mon", { dataHash: "new" }), row("b", "mon")])).toEqual({
      refreshed: [{ key: "a", batchKey: "mon" }],
      unchanged: 1,
    });
  });

  test("M-011 (part), X-57 (part): a failed member is neither refreshed nor brought back", () => {
    const members = [member("a", "mon", { status: "failed" })];
    expect(diffed(members, [row("a", "mon", { dataHash: "new" })])).toEqual({ unchanged: 1 });
  });

  test("X-57 (part), X-71 (part): a removed member that returns gets the next generation", () => {
    const members = [member("a", "mon", { status: "removed", generation: 3 })];
    expect(diffed(members, [row("a", "mon")])).toEqual({
      returned: [{ key: "a", batchKey: "mon", generation: 4, waitsFor: null }],
    });
  });

  test("R26 (part): a batch that ended takes nobody in and lets its own members be", () => {
    expect(diffed([member("a", "old")], [row("a", "old"), row("b", "old")])).toEqual({
      refused: [{ key: "b", batchKey: "old", why: "batch-ended" }],
      unchanged: 1,
    });
  });

  test("a member of an ended batch with a new time joins that batch", () => {
    expect(diffed([member("a", "old")], [row("a", "tue")])).toEqual({
      added: [{ key: "a", batchKey: "tue", generation: 1, waitsFor: null }],
    });
  });

  test.each(["failed", "removed"] as const)(
    "R36 (part): a member %s in one live batch may join another, which waits for the first",
    (status) => {
      expect(diffed([member("a", "mon", { status })], [row("a", "tue")])).toEqual({
        added: [{ key: "a", batchKey: "tue", generation: 1, waitsFor: "mon" }],
      });
    },
  );

  test("X-69 (part): a member of a closed batch is refreshed there and not batched again", () => {
    const members = [member("a", "now"), member("b", "now")];
    expect(diffed(members, [row("a", "mon", { dataHash: "new" }), row("b", "mon")])).toEqual({
      refreshed: [{ key: "a", batchKey: "now" }],
      unchanged: 1,
    });
  });

  test("I2 (part): a member of a manual batch keeps its batch and its uploaded data", () => {
    expect(diffed([member("a", "hand")], [row("a", "mon", { dataHash: "new" })])).toEqual({
      unchanged: 1,
    });
  });
});

describe("a changed batch time", () => {
  const moved = { key: "a", batchKey: "tue", from: "mon", generation: 1 };

  test("X-55 (part): moves a member that has not started", () => {
    expect(diffed([member("a", "mon")], [row("a", "tue")])).toEqual({
      moved: [{ ...moved, how: "move", waitsFor: null }],
    });
  });

  test("X-55 (part), R36 (part): removes and adds one that has, and the new batch waits", () => {
    const members = [member("a", "mon", { started: true }), ...crowd(3)];
    expect(diffed(members, [row("a", "tue"), ...rowsOf(crowd(3))])).toEqual({
      moved: [{ ...moved, how: "remove_add", waitsFor: "mon" }],
      unchanged: 3,
    });
  });

  test("X-55 (part): on_reschedule remove_add never moves", () => {
    const diff = diffed([member("a", "mon")], [row("a", "tue")], { onReschedule: "remove_add" });
    expect(diff).toEqual({ moved: [{ ...moved, how: "remove_add", waitsFor: "mon" }] });
  });

  test("X-57 (part): back in a batch it was removed from, it is the next generation", () => {
    const members = [member("a", "tue", { status: "removed", generation: 2 }), member("a", "mon")];
    expect(diffed(members, [row("a", "tue")])).toEqual({
      moved: [{ ...moved, how: "move", generation: 3, waitsFor: null }],
    });
  });

  test("R36 (part): a move waits for a third batch that still undoes its work", () => {
    const members = [member("a", "now", { status: "removed" }), member("a", "mon")];
    expect(diffed(members, [row("a", "tue")])).toEqual({
      moved: [{ ...moved, how: "move", waitsFor: "now" }],
    });
  });

  test("X-57 (part): to a batch it failed in, or one that ended, it stays where it is", () => {
    const failed = [member("a", "tue", { status: "failed" }), member("a", "mon")];
    expect(diffed(failed, [row("a", "tue")])).toEqual({
      refused: [{ key: "a", batchKey: "tue", why: "member-failed" }],
    });
    expect(diffed([member("a", "mon")], [row("a", "old")])).toEqual({
      refused: [{ key: "a", batchKey: "old", why: "batch-ended" }],
    });
  });
});

describe("who is missing", () => {
  const some = crowd(20);
  const most = rowsOf(some.slice(1));
  const gone = { key: "m0", batchKey: "mon" };

  test("M-009 (part): is removed when one tick is enough", () => {
    expect(diffed(some, most)).toEqual({ removed: [gone], unchanged: 19 });
  });

  test("X-70 (part): is counted until enough ticks agree", () => {
    const confirm = { removalConfirmations: 3 };
    expect(diffed(some, most, confirm)).toEqual({
      misses: [{ ...gone, misses: 1 }],
      unchanged: 19,
    });
    const twice = [member("m0", "mon", { misses: 2 }), ...some.slice(1)];
    expect(diffed(twice, most, confirm)).toEqual({ removed: [gone], unchanged: 19 });
  });

  test("X-70 (part): starts from nothing once the row is there again", () => {
    const once = [member("m0", "mon", { misses: 1 }), ...some.slice(1)];
    expect(diffed(once, rowsOf(some), { removalConfirmations: 3 })).toEqual({
      misses: [{ ...gone, misses: 0 }],
      unchanged: 20,
    });
  });

  test("X-70 (part), R32 (part), I24 (part): a failed query changes nothing at all", () => {
    expect(diffed(some, [], { answer: { kind: "failed" } })).toEqual({});
  });

  test("R32 (part): an incomplete answer adds and refreshes but makes nobody missing", () => {
    const rows = [row("m1", "mon", { dataHash: "new" }), row("x", "mon")];
    expect(diffed(some, rows, { answer: answer(rows, false) })).toEqual({
      added: [{ key: "x", batchKey: "mon", generation: 1, waitsFor: null }],
      refreshed: [{ key: "m1", batchKey: "mon" }],
    });
  });

  test("R44: whose row could not be placed is not missing", () => {
    expect(diffed(some, most, { answer: answer(most, true, ["m0"]) })).toEqual({ unchanged: 19 });
  });

  test(
    "X-57 (part), X-69 (part), R26 (part): " +
      "only active members of live scheduled batches can be missing",
    () => {
      const members = [
        member("a", "mon", { status: "failed" }),
        member("b", "mon", { status: "removed" }),
        member("c", "now"),
        member("d", "hand"),
        member("e", "old"),
        member("f", "nowhere"),
      ];
      expect(diffed(members, [])).toEqual({});
    },
  );
});

describe("several rows for one key", () => {
  test("are reported and the member is left as it is", () => {
    const rows = [row("a", "mon", { dataHash: "1" }), row("a", "tue", { dataHash: "2" })];
    expect(diffed([member("a", "mon")], rows)).toEqual({ duplicates: [{ key: "a", rows: 2 }] });
    expect(diffed([], rows)).toEqual({ duplicates: [{ key: "a", rows: 2 }] });
  });

  test("include one that could not be placed", () => {
    const rest = { answer: answer([row("a", "mon")], true, ["a"]) };
    expect(diffed([], [], rest)).toEqual({ duplicates: [{ key: "a", rows: 2 }] });
  });
});

describe("immediate mode", () => {
  const immediate = { mode: "immediate" } as const;

  test(
    "M-022 (part), X-69 (part): " + "members of a live batch are not batched again, only refreshed",
    () => {
      const members = [
        member("a", "now"),
        member("b", "mon"),
        member("c", "now", { status: "failed" }),
        member("d", "now", { status: "removed" }),
      ];
      const rows = ["a", "b", "c", "d"].map((key) => row(key, "tick", { dataHash: "new" }));
      expect(diffed(members, rows, immediate)).toEqual({
        refreshed: [
          { key: "a", batchKey: "now" },
          { key: "b", batchKey: "mon" },
        ],
        unchanged: 2,
      });
    },
  );

  test("X-54 (part), X-69 (part), R33 (part): nobody is removed, whoever stops matching", () => {
    expect(diffed([...crowd(20, "now"), member("x", "mon")], [], immediate)).toEqual({});
  });

  test("X-69 (part), R34 (part), I25 (part): who was batched is not batched again", () => {
    const members = [
      member("a", "done"),
      member("b", "done", { status: "failed" }),
      member("c", "done", { status: "removed" }),
    ];
    const rows = [row("a", "tick", { dataHash: "new" }), row("b", "tick"), row("c", "tick")];
    expect(diffed(members, rows, immediate)).toEqual({ unchanged: 3 });
  });

  test("a row nobody knows is added", () => {
    expect(diffed([], [row("a", "tick")], immediate)).toEqual({
      added: [{ key: "a", batchKey: "tick", generation: 1, waitsFor: null }],
    });
  });
});
