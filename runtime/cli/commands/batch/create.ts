/** `drover batch create`: a manual batch from a CSV of members. A dry run checks the file here,
 *  against the runbook as it is published, and asks who would be left out. */
import type { CreatedBatch } from "../../../contract/http/batch-actions.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import { problemLine } from "../../client/problem.ts";
import { batchLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { readBytes } from "../input/read-bytes.ts";
import { checkTable } from "./check-table.ts";

export type CreateOptions = {
  readonly output: ItemForm;
  readonly members: string;
  readonly dryRun?: boolean;
};

export function createBatch(
  context: Context,
  word: string,
  { output, members, dryRun }: CreateOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const runbookName = await findRunbook(api, word);
    if (!runbookName.ok) return runbookName;
    const file = await readBytes(context, members, { bytesMax: LIMITS.csvBytes });
    if (!file.ok) return file;
    const asked = { query: { runbookName: runbookName.value }, body: file.value.bytes };
    if (dryRun === true)
      return checkTable(context, api, runbookName.value, file.value, async () => {
        const preview = await api.call(ROUTES.previewBatch, asked);
        if (!preview.ok) return preview;
        context.note(linesOf(preview.value.problems));
        return ok(preview.value.memberCount);
      });
    const created = await api.call(ROUTES.createBatch, asked);
    if (!created.ok) return created;
    printItem(context, output, created.value, createdText);
    const { id } = created.value;
    context.note(`Start it with \`drover batch advance ${id}\`; open ${batchLink(api.url, id)}\n`);
    return ok(EXIT.ok);
  });
}

const createdText = ({ id, memberCount, problems }: CreatedBatch): string =>
  `Batch ${id} is made, with ${counted(memberCount, "member")}.\n${linesOf(problems)}`;

const linesOf = (problems: CreatedBatch["problems"]): string =>
  problems.map((problem) => `${visibleLine(problemLine(problem))}\n`).join("");
