/** `drover search`: members and steps across batches. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { SearchHit } from "../../../contract/http/search.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { statusTone } from "../../output/status-tone.ts";
import { instantOf, type Moment } from "../../table/flag-values.ts";

export type SearchOptions = {
  readonly output: ListForm;
  readonly limit: number;
  readonly status?: string;
  readonly errorClass?: string;
  readonly runbook?: string;
  readonly since?: Moment;
};

const COLUMNS: readonly Column<SearchHit>[] = [
  { heading: "BATCH", of: ({ batchId }) => batchId, kind: "number" },
  { heading: "RUNBOOK", of: ({ runbookName }) => runbookName },
  { heading: "MEMBER", of: ({ memberKey }) => memberKey },
  { heading: "STEP", of: ({ stepName, stepId }) => stepName && `${stepName} (${stepId})` },
  { heading: "STATUS", of: ({ status }) => status, tone: ({ status }) => statusTone(status) },
  { heading: "CHANGED", of: ({ at }) => at, kind: "time" },
  { heading: "ERROR", of: ({ errorClass, errorMessage }) => errorMessage ?? errorClass },
];

export function search(
  context: Context,
  member: string | undefined,
  { output, limit, status, errorClass, runbook, since }: SearchOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const nowMs = await api.nowMs();
    const from = since === undefined ? undefined : instantOf(since, nowMs);
    const query = { member, status, errorClass, runbookName: runbook, from };
    const hits = await listed(api, ROUTES.search, { query }, limit);
    if (!hits.ok) return hits;
    const empty = "Nothing fits.";
    printList(context, output, { items: hits.value.items, columns: COLUMNS, nowMs, empty });
    context.note(cutNote(hits.value));
    return ok(EXIT.ok);
  });
}
