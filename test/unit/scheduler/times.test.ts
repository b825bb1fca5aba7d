import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { batchesOf } from "./found.ts";
import { PLAIN, publish } from "./runbook-texts.ts";
import { look, openWorld, type World } from "./scheduler-world.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

const row = (Key: string, Start: string | number | null) => ({ Key, Start });
const BERLIN = { top: ["time_zone: Europe/Berlin"] };

const starts = async (): Promise<readonly (string | undefined)[]> =>
  (await batchesOf(world)).map(({ batch }) => batch.start?.toISOString());

test("R44: a time without an offset is read on the runbook's clock", async () => {
  await publish(world, BERLIN);
  world.tables.set(PLAIN, [
    row("winter", "2026-03-28 08:00"),
    row("summer", "2026-03-30T08:00"),
    row("exact", "2026-03-30T08:00+02:00"),
  ]);
  expect((await look(world)).found).toMatchObject({ batchesMade: 2, added: 3 });
  expect(await starts()).toEqual(["2026-03-28T07:00:00.000Z", "2026-03-30T06:00:00.000Z"]);
});

test("R44: a time that a clock change skips or repeats is refused, with both choices", async () => {
  await publish(world, BERLIN);
  world.tables.set(PLAIN, [
    row("gap", "2026-03-29T02:30"),
    row("overlap", "2026-10-25T02:30"),
    row("chosen", "2026-10-25T02:30+01:00"),
  ]);
  const { found, error } = await look(world);
  expect(found).toMatchObject({ added: 1, unreadable: 2 });
  expect(error).toContain("Row 1: its batch time is skipped when the clocks of Europe/Berlin");
  expect(error).toContain("2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z");
  expect(await starts()).toEqual(["2026-10-25T01:30:00.000Z"]);
});

test("R44, R32: a member whose time cannot be read any more stays where it is", async () => {
  await publish(world, BERLIN);
  world.tables.set(PLAIN, [row("ann", "2026-03-28 08:00"), row("bob", "2026-03-28 08:00")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann", "2026-03-29T02:30"), row("bob", null)]);
  const { found } = await look(world);
  expect(found).toMatchObject({ removed: 0, moved: 0, missing: 0, unreadable: 1 });
  expect((await batchesOf(world))[0]?.batch.activeMembers).toBe(2);
});

test("rows that cannot be read are told by number, the others are taken in", async () => {
  await publish(world, {
    source: [
      "  batch_time_column: Start",
      "  multi_valued_columns:",
      "    - {name: Sites, format: json_array}",
    ],
  });
  const at = "2026-03-28T08:00Z";
  world.tables.set(PLAIN, [
    { Key: "ann", Start: at, Sites: '["north", "south"]' },
    { Key: "", Start: at, Sites: "[]" },
    { Key: "bob", Start: at, Sites: "north" },
    { Key: "cy", Start: "tomorrow", Sites: "[]" },
    { Key: "di", Start: null, Sites: null },
    { Key: "ed", Start: 7, Sites: null },
    { Key: "flo", Start: at, Sites: null },
  ]);
  const { found, error } = await look(world);
  expect(found).toMatchObject({ rows: 7, added: 2, unreadable: 4 });
  expect(error).toMatch(/Row 2: .*Row 3: .*"Sites".*Row 4: .*Row 6: /);
  expect(error).not.toContain("tomorrow");
  expect((await look(world)).found).toMatchObject({ unchanged: 2, refreshed: 0 });
});

test.each([
  ["there is no such column", [{ Name: "ann", Start: "2026-03-28" }], '"Key"'],
  ["there is no time", [{ Key: "ann" }], '"Start"'],
  ["a name is reserved", [{ Key: "ann", Start: "2026-03-28", constructor: "x" }], "constructor"],
  ["a name is special", [{ Key: "ann", Start: "2026-03-28", _batch_id: "x" }], "_batch_id"],
])("an answer without the right columns is a failure of the source: %s", async (_, rows, told) => {
  await publish(world);
  world.tables.set(PLAIN, rows as readonly Record<string, string>[]);
  const { outcome, error } = await look(world);
  expect(outcome).toBe("source-failed");
  expect(error).toContain(told);
});
