/** The members of a batch as a table for people and spreadsheets, written page by page: as many
 *  members as there are never sit in memory at once. Texts that a spreadsheet would run are guarded
 *  (R55). */
import type { Member } from "../../contract/http/members.ts";
import type { BatchId } from "../../contract/ids.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { type Cell, writeRows } from "../../csv/write-table.ts";
import type { Place } from "../../store/reports.ts";
import type { Backend } from "../backend.ts";
import { storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";
import { markedIn, withoutSecrets } from "./members.ts";

type Parts = Pick<Backend, "engine" | "reports">;

const OWN = ["member", "status", "added_at", "failed_at", "removed_at"] as const;

export const exportHandlers = (parts: Parts): HandlersOf<"exportMembers"> => ({
  exportMembers: async ({ params: { id } }) => {
    const exists = await batchExists(parts, id);
    if (!exists.ok) return exists;
    const marked = await markedIn(parts, exists.value);
    if (!marked.ok) return marked;
    const first = await pageOf(parts, id, null);
    if (!first.ok) return storeAway(first.error);
    const [sample] = first.value.rows;
    const columns = Object.keys(sample?.data ?? {});
    const chunks = tableOf(parts, id, columns, marked.value);
    return ok({ fileName: `batch-${id}-members.csv`, chunks });
  },
});

const pageOf = ({ reports }: Parts, id: BatchId, after: Place | null) =>
  reports.members(id, { filters: {}, after, most: LIMITS.pageSizeMax });

async function* tableOf(
  parts: Parts,
  id: BatchId,
  columns: readonly string[],
  marked: ReadonlySet<string>,
): AsyncGenerator<string> {
  yield writeRows([[...OWN, ...columns]]);
  let after: Place | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(parts, id, after);
    // Headers have gone out: a table that breaks off is better than one that seems whole.
    if (!page.ok)
      throw new Error(`the store went away in the middle of a table: ${page.error.kind}`);
    if (page.value.rows.length > 0)
      yield writeRows(page.value.rows.map((row) => cells(withoutSecrets(row, marked), columns)));
    after = page.value.next;
  } while (after !== null);
}

const cells = (member: Member, columns: readonly string[]): readonly Cell[] => [
  member.memberKey,
  member.status,
  member.addedAt,
  member.failedAt,
  member.removedAt,
  ...columns.map((column) => cellOf(member.data[column])),
];

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  return JSON.stringify(value);
}
