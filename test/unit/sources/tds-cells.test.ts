import { describe, expect, test } from "@jest/globals";
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
