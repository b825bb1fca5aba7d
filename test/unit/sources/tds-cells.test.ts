import { describe, expect, test } from "@jest/globals";
import { cellReader } from "../../../runtime/sources/tds/tds-cells.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import type { Cell, Column } from "./tds-rows.ts";
import { asked, table, world } from "./tds-world.ts";

describe("cells of a database", () => {
  test("values keep their kinds, and times say whose clock they are on", async () => {
    const columns: readonly Column[] = [
      { name: "text", type: "text" },
      { name: "big", type: "bigint" },
      { name: "yes", type: "bit" },
      { name: "at", type: "datetime2" },
      { name: "day", type: "date" },
    ];
    const at = new Date("2026-05-04T20:30:00Z");
    const rows = [
      ["Ærø 漢", "42", true, at, at],
      [null, "9007199254740993", null, null, null],
    ] as const;
    const database = answerOf(await asked(() => table(columns, rows)));
    expect(database.rows).toEqual([
      ["Ærø 漢", 42, true, "2026-05-04T20:30:00.000", "2026-05-04"],
      [null, "9007199254740993", null, null, null],
    ]);
    await world.server.close();
    const script = () => table(columns, rows);
    const dataverse = answerOf(await asked(script, undefined, { dialect: "dataverse" }));
    expect(dataverse.rows[0]?.[3]).toBe("2026-05-04T20:30:00.000Z");
  });

  test("times have all their digits, so that no two of them become one", async () => {
    const columns: readonly Column[] = [
      { name: "at", type: "moment" },
      { name: "time", type: "time" },
    ];
    const rows = [
      ["2026-01-01T00:00:00.1234567", "10:00:00.9000000"],
      ["2026-01-01T00:00:00.1239999", "10:00:00.0000001"],
      ["1969-12-31T23:59:59.1234000", "10:00:00.0000000"],
      ["2026-01-01T00:00:00.0000000", "00:00:00.0100000"],
    ];
    const script = () => table(columns, rows);
    expect(answerOf(await asked(script)).rows).toEqual([
      ["2026-01-01T00:00:00.1234567", "10:00:00.9"],
      ["2026-01-01T00:00:00.1239999", "10:00:00.0000001"],
      ["1969-12-31T23:59:59.1234", "10:00:00"],
      ["2026-01-01T00:00:00.000", "00:00:00.01"],
    ]);
    await world.server.close();
    const dataverse = answerOf(await asked(script, undefined, { dialect: "dataverse" }));
    expect(dataverse.rows[0]?.[0]).toBe("2026-01-01T00:00:00.1234567Z");
  });

  test("an amount of money is exact, or told by its column", async () => {
    const columns: readonly Column[] = [{ name: "pay", type: "money" }];
    const some = ["999999999999999", "-12345", null];
    const rows = answerOf(
      await asked(() =>
        table(
          columns,
          some.map((each) => [each]),
        ),
      ),
    ).rows;
    expect(rows).toEqual([[99_999_999_999.9999], [-1.2345], [null]]);
    for (const large of ["1000000000000000", "9223372036854775807", "-9223372036854775808"]) {
      await world.server.close();
      expect(failureOf(await asked(() => table(columns, [[large]])))).toEqual({
        kind: "refused",
        reason: expect.stringMatching(/column "pay" .* no exact number; cast it to text/),
      });
    }
  });

  test.each([
    ["Variant", "text", "text"],
    ["Variant", 922_337_203_685_477.6, undefined],
    ["SmallMoney", 1.5, 1.5],
    ["DateTimeOffset", new Date("2026-01-01T00:00:00Z"), "2026-01-01T00:00:00.000Z"],
    ["Time", new Date(Number.NaN), undefined],
    ["DateTime", "2026", undefined],
  ])("of the type %s, %p is given as %p", (type, value, given) => {
    const read = cellReader({ name: "odd", type, precision: undefined }, "azure-sql");
    expect(read(value)).toBe(given);
  });

  test("cells that are no short text or no exact number are told by their column", async () => {
    const odd = async (type: Column["type"], cell: Cell) => {
      const failure = failureOf(await asked(() => table([{ name: "odd", type }], [[cell]])));
      await world.server.close();
      return failure;
    };
    const told = { kind: "refused", reason: expect.stringContaining('column "odd"') };
    expect(await odd("decimal", 12)).toEqual(told);
    expect(await odd("binary", Buffer.from("x"))).toEqual(told);
  });
});
