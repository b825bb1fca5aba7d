/** `drover query preview`: what a runbook's source shows now and which batches that would make.
 *  Nothing is changed. */
import type { QueryPreview } from "../../../contract/http/query-preview.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import { problemLine } from "../../client/problem.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted } from "../../output/agree.ts";
import { type Column, type Look, listTable } from "../../output/columns.ts";
import { timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export type PreviewOptions = { readonly output: ItemForm; readonly rows: number };

export function previewQuery(
  context: Context,
  word: string,
  { output, rows }: PreviewOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const name = await findRunbook(api, word);
    if (!name.ok) return name;
    const path = { name: name.value };
    const preview = await api.call(ROUTES.previewQuery, { path, body: { rows } });
    if (!preview.ok) return preview;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, preview.value, (shown) => previewText(shown, look));
    return ok(EXIT.ok);
  });
}

type Row = QueryPreview["rows"][number];

function previewText(preview: QueryPreview, look: Look): string {
  const { rowCount, columns, rows, batchGroups, problems } = preview;
  const table = listTable(
    rows,
    columns.map((name): Column<Row> => ({ heading: name, of: (row) => cellOf(row[name]) })),
    look,
  );
  const groups = batchGroups.map(({ batchStartTime, memberCount }) => {
    const when =
      batchStartTime === null ? "without a time" : `at ${timeFact(batchStartTime, look)}`;
    return `A batch ${when}: ${counted(memberCount, "member")}.`;
  });
  const cut = rows.length < rowCount ? ` The first ${rows.length}:` : "";
  const lines = [
    `${counted(rowCount, "row")} from the source.${cut}`,
    ...(rows.length === 0 ? [] : [table.trimEnd()]),
    ...groups,
    ...problems.map((problem) => visibleLine(problemLine(problem))),
  ];
  return `${lines.join("\n")}\n`;
}

const cellOf = (value: unknown): string | number | boolean | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? value : JSON.stringify(value);
};
