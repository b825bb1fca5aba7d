/** `drover batch steps`: the steps of a batch, of every kind. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { StepExecution } from "../../../contract/http/steps.ts";
import type { ExecutionKind } from "../../../contract/job-id.ts";
import { ok } from "../../../contract/result.ts";
import type { StepStatus } from "../../../contract/statuses.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { statusTone } from "../../output/status-tone.ts";

export type StepsOptions = {
  readonly output: ListForm;
  readonly limit: number;
  readonly status?: StepStatus;
  readonly kind?: ExecutionKind;
  readonly phase?: string;
  readonly member?: string;
};

const COLUMNS: readonly Column<StepExecution>[] = [
  { heading: "ID", of: ({ id }) => id, kind: "number" },
  { heading: "PHASE", of: ({ kind, phaseName }) => phaseName ?? kind },
  { heading: "STEP", of: ({ stepName }) => stepName },
  { heading: "MEMBER", of: ({ memberKey }) => memberKey },
  { heading: "STATUS", of: ({ status }) => status, tone: ({ status }) => statusTone(status) },
  { heading: "RETRIES", of: ({ retryCount, maxRetries }) => `${retryCount}/${maxRetries}` },
  { heading: "ENDED", of: ({ completedAt }) => completedAt, kind: "time" },
  { heading: "ERROR", of: ({ errorMessage }) => errorMessage },
];

export function listSteps(
  context: Context,
  word: string,
  { output, limit, status, kind, phase, member }: StepsOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const found = member === undefined ? ok(null) : await findMember(api, id.value, member);
    if (!found.ok) return found;
    const query = { status, kind, phaseName: phase, memberId: found.value?.id };
    const steps = await listed(api, ROUTES.listSteps, { path: { id: id.value }, query }, limit);
    if (!steps.ok) return steps;
    const nowMs = await api.nowMs();
    const empty = "The batch has no such step yet.";
    printList(context, output, { items: steps.value.items, columns: COLUMNS, nowMs, empty });
    context.note(cutNote(steps.value));
    return ok(EXIT.ok);
  });
}
