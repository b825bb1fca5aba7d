/** Member tables as CSV: good tables, edited; what is read is written and read again. */
import fc from "fast-check";
import { readMembers } from "../../../runtime/csv/read-members.ts";
import { writeTable } from "../../../runtime/csv/write-table.ts";
import { nearMisses, noise } from "../near-misses.ts";
import type { FuzzTarget } from "../target.ts";

const WANTED = { primaryKey: "key", requiredColumns: ["name"] };
/** Problems by which the file as a whole was refused, before any row was looked at. */
const FILE_CODES = new Set<string>([
  "csv-empty",
  "csv-too-large",
  "csv-nul",
  "csv-encoding",
  "csv-quotes",
]);

const cell = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/["\r\n,]/g, "")),
  fc.constantFrom('"a, b"', '"say ""hi"""', '"two\nlines"', "=1+1", "-5", "＋1", "é"),
);
const goodTable = fc
  .tuple(fc.uniqueArray(fc.nat({ max: 999 }), { maxLength: 6 }), fc.array(cell, { minLength: 6 }))
  .map(([keys, cells]) =>
    ["key,name", ...keys.map((key, index) => `m${key},${cells[index] ?? ""}`)].join("\n"),
  );

export const memberTables: FuzzTarget = {
  name: "member tables",
  inputs: fc.oneof(
    { weight: 4, arbitrary: goodTable },
    { weight: 5, arbitrary: nearMisses(goodTable, 3) },
    { weight: 1, arbitrary: noise },
  ),
  read: (text) => {
    const read = readMembers(text, WANTED);
    if (!read.ok) {
      if (read.error.total === 0) throw new Error("refused without a reason");
      return read.error.problems.some(({ code }) => FILE_CODES.has(code)) ? "refused" : "past";
    }
    const { columns, rows } = read.value;
    const again = readMembers(
      writeTable(
        columns,
        rows.map(({ cells }) => cells),
      ),
      WANTED,
    );
    const same = again.ok && JSON.stringify(bare(again.value)) === JSON.stringify(bare(read.value));
    if (!same) throw new Error("does not read back");
    return "past";
  },
};

type Table = { readonly columns: readonly string[]; readonly rows: readonly { cells: unknown }[] };
const bare = ({ columns, rows }: Table) => ({ columns, rows: rows.map(({ cells }) => cells) });
