/** `drover batch list`: batches, the newest first. */
import type { BatchSummary } from "../../../contract/http/batches.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import type { BatchStatus } from "../../../contract/statuses.ts";
import { connected } from "../../client/connected.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { batchState, batchTone } from "../../output/batch-state.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { instantOf, type Moment } from "../../table/flag-values.ts";

export type ListOptions = {
  readonly output: ListForm;
  readonly limit: number;
  readonly runbook?: string;
  readonly status?: BatchStatus;
  readonly manual?: boolean;
  readonly since?: Moment;
};

const COLUMNS: readonly Column<BatchSummary>[] = [
  { heading: "ID", of: ({ id }) => id, kind: "number" },
  {
    heading: "RUNBOOK",
    of: ({ runbookName, runbookVersion }) => `${runbookName} v${runbookVersion}`,
  },
  { heading: "STATUS", of: batchState, tone: batchTone },
  { heading: "PHASE", of: ({ currentPhase }) => currentPhase },
  {
    heading: "MEMBERS",
    of: ({ memberCounts: { active, failed } }) => active + failed,
    kind: "number",
  },
  { heading: "FAILED", of: ({ memberCounts }) => memberCounts.failed, kind: "number" },
  {
    heading: "STARTS",
    of: ({ isManual, batchStartTime }) => (isManual ? null : batchStartTime),
    kind: "time",
  },
  { heading: "SEEN", of: ({ detectedAt }) => detectedAt, kind: "time" },
];

export function listBatches(context: Context, options: ListOptions): Promise<CommandResult> {
  return connected(context, async (api) => {
    const { runbook, status, manual, since, limit, output } = options;
    const nowMs = await api.nowMs();
    const from = since === undefined ? null : instantOf(since, nowMs);
    const query = { runbookName: runbook, status, isManual: manual };
    const goesOn = from === null ? undefined : ({ detectedAt }: BatchSummary) => detectedAt >= from;
    const batches = await listed(api, ROUTES.listBatches, { query }, limit, goesOn);
    if (!batches.ok) return batches;
    const empty = "There is no such batch. `drover batch create` makes one.";
    printList(context, output, { items: batches.value.items, columns: COLUMNS, nowMs, empty });
    context.note(cutNote(batches.value));
    return ok(EXIT.ok);
  });
}
