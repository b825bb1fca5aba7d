/** `drover batch add-members`: more members for a batch, from a CSV. */
import type { MembersAdded } from "../../../contract/http/members.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { problemLine } from "../../client/problem.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { readBytes } from "../input/read-bytes.ts";
import { checkTable } from "./check-table.ts";

export type AddOptions = {
  readonly output: ItemForm;
  readonly members: string;
  readonly dryRun?: boolean;
};

export function addMembers(
  context: Context,
  word: string,
  { output, members, dryRun }: AddOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const file = await readBytes(context, members, { bytesMax: LIMITS.csvBytes });
    if (!file.ok) return file;
    const { id, runbookName } = batch.value;
    if (dryRun === true) return checkTable(context, api, runbookName, file.value);
    const added = await api.call(ROUTES.addMembers, { path: { id }, body: file.value.bytes });
    if (!added.ok) return added;
    printItem(context, output, added.value, addedText);
    return ok(EXIT.ok);
  });
}

const addedText = ({ batchId, added, skipped, problems }: MembersAdded): string =>
  [
    `Batch ${batchId} has ${counted(added, "member")} more` +
      `${skipped === 0 ? "" : `; ${skipped} were in it already`}.`,
    ...problems.map((problem) => visibleLine(problemLine(problem))),
  ]
    .map((line) => `${line}\n`)
    .join("");
