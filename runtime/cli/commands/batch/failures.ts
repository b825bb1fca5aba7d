/** `drover batch failures`: what failed, those alike in one line. */
import type { FailureGroup } from "../../../contract/http/failures.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted } from "../../output/agree.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";

const COLUMNS: readonly Column<FailureGroup>[] = [
  { heading: "COUNT", of: ({ count }) => count, kind: "number" },
  { heading: "PHASE", of: ({ phaseName, kind }) => phaseName ?? kind },
  { heading: "STEP", of: ({ stepName }) => stepName },
  { heading: "CLASS", of: ({ errorClass }) => errorClass, tone: () => "bad" },
  { heading: "LAST", of: ({ lastAt }) => lastAt, kind: "time" },
  { heading: "SUCH AS", of: ({ samples }) => samples[0]?.memberKey ?? null },
  { heading: "MESSAGE", of: ({ message }) => message },
];

export function listFailures(
  context: Context,
  word: string,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const failures = await api.call(ROUTES.listFailures, { path: { id: id.value } });
    if (!failures.ok) return failures;
    const { groups, total } = failures.value;
    printList(context, output, {
      items: groups,
      columns: COLUMNS,
      nowMs: await api.nowMs(),
      empty: "Nothing has failed.",
    });
    if (total > 0)
      context.note(
        `${counted(total, "failed step")} in ${counted(groups.length, "group")}; ` +
          `try again with \`drover batch retry ${id.value}\`\n`,
      );
    return ok(EXIT.ok);
  });
}
