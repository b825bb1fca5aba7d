/** Tables already read, by the digest of their bytes: a file that did not change is not parsed
 *  again at every tick. What is kept is bounded; the tables asked for longest ago go first. */
import { hash } from "node:crypto";
import { LIMITS } from "../../contract/limits.ts";
import { ok, type Result } from "../../contract/result.ts";
import { readMembers } from "../../csv/read-members.ts";
import type { TableProblems } from "../../csv/table-problem.ts";
import type { SourceRow } from "../source.ts";

export type Wanted = Parameters<typeof readMembers>[1];

export type ReadTable = {
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
};

type Kept = ReadTable & { readonly digest: string };

const KEPT_ROWS_MAX = LIMITS.membersPerBatch;

export type KeptTables = {
  readonly read: (name: string, bytes: Buffer, wanted: Wanted) => Result<ReadTable, TableProblems>;
};

export function keepTables(): KeptTables {
  const kept = new Map<string, Kept>();
  const keep = (name: string, table: Kept): void => {
    kept.delete(name);
    kept.set(name, table);
    let rows = [...kept.values()].reduce((sum, each) => sum + each.rows.length, 0);
    for (const [oldest, each] of kept) {
      if (rows <= KEPT_ROWS_MAX) break;
      kept.delete(oldest);
      rows -= each.rows.length;
    }
  };
  return {
    read: (name, bytes, wanted) => {
      const digest = `${hash("sha256", bytes)} ${JSON.stringify(wanted)}`;
      const before = kept.get(name);
      if (before?.digest === digest) {
        keep(name, before);
        return ok(before);
      }
      kept.delete(name);
      const table = readMembers(bytes.toString("utf8"), wanted);
      if (!table.ok) return table;
      const { columns, rows } = table.value;
      const read = { digest, columns, rows: rows.map(({ cells }) => cells) };
      keep(name, read);
      return ok(read);
    },
  };
}
