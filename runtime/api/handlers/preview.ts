/** What a runbook's source shows now, and which batches that would make (M-098). Rows are read by
 *  the same code as at a tick; nothing is written. */
import type { QueryPreview } from "../../contract/http/query-preview.ts";
import type { ROUTES } from "../../contract/http/routes.ts";
import { Instant } from "../../contract/instant.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { immediateBatchTime } from "../../domain/batch-time.ts";
import { countRows } from "../../domain/member-diff.ts";
import type { Runbook } from "../../domain/runbook.ts";
import { readRows, sharedKeys } from "../../scheduler/read-rows.ts";
import { rowColumns } from "../../scheduler/row-columns.ts";
import { explainSourceFailure } from "../../sources/failure.ts";
import { type Answer as Reading, readAll } from "../../sources/read-all.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";
import { shownData } from "./members.ts";
import { planOf } from "./plan-of.ts";
import { unknownRunbook } from "./runbooks.ts";
import { warning } from "./shown-problems.ts";

type Parts = Pick<Backend, "clock" | "engine" | "sources" | "store">;

export const previewHandlers = (parts: Parts): HandlersOf<"previewQuery"> => ({
  previewQuery: (inquiry) => preview(parts, inquiry),
});

async function preview(
  { clock, engine, sources, store }: Parts,
  { params: { name }, body }: Inquiry<typeof ROUTES.previewQuery>,
): Promise<Answer<QueryPreview>> {
  const active = await store.runbooks.active(name);
  if (!active.ok) return storeAway(active.error);
  if (active.value === null) return unknownRunbook(name);
  const plan = await planOf(engine, name, active.value.version);
  if (!plan.ok) return plan;
  const question = { runbookName: name, source: plan.value.source };
  const answer = await readAll(sources, question, LIMITS.membersPerBatch);
  if (!answer.ok) return refuse("query-failed", explainSourceFailure(answer.error));
  return shown(plan.value, answer.value, body.rows, clock.now());
}

function shown(
  { source, timeZone, sensitive }: Runbook,
  { columns: names, rows, end }: Reading,
  most: number,
  now: Date,
): Answer<QueryPreview> {
  const columns = rowColumns(names, source);
  if (!columns.ok) return refuse("query-failed", columns.error);
  const marked = new Set(sensitive);
  const start = immediateBatchTime(now);
  const read = readRows(rows, columns.value, timeZone, { batchKey: "now", start });
  const counts = countRows(read);
  const shared = sharedKeys([...counts.values()].filter((count) => count > 1).length);
  const single = read.rows.filter(({ key }) => counts.get(key) === 1);
  const groups = Map.groupBy(single, (row) => row.start.toISOString());
  const unplaced = rows.length - read.rows.length;
  return ok({
    rowCount: rows.length,
    columns: [...names],
    rows: rows
      .slice(0, most)
      .map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])))
      .map((row) => shownData(row, marked)),
    batchGroups: [
      ...[...groups.entries()]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([time, members]) => ({
          batchStartTime: Instant.parse(time),
          memberCount: members.length,
        })),
      ...(unplaced === 0 ? [] : [{ batchStartTime: null, memberCount: unplaced }]),
    ],
    problems: [
      ...read.problems.map((problem) => warning("row-unplaced", problem, null)),
      ...(shared === null ? [] : [warning("key-shared", shared, "Leave one row for each key.")]),
      ...(end.complete ? [] : [warning("incomplete", end.why, null)]),
    ],
  });
}
