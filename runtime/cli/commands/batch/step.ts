/** `drover batch step`: one step with its parameters, its result and its last error. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { StepExecution } from "../../../contract/http/steps.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Look } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";

export function getStep(
  context: Context,
  batchWord: string,
  stepId: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, batchWord);
    if (!id.ok) return id;
    const step = await api.call(ROUTES.getStep, { path: { id: id.value, stepId } });
    if (!step.ok) return step;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, step.value, (shown) => stepText(shown, look));
    return ok(EXIT.ok);
  });
}

const stepText = (step: StepExecution, look: Look): string =>
  factLines(
    [
      ["Step", `${step.stepName} (${step.id})`],
      ["Of", step.memberKey ?? `batch ${step.batchId}`],
      ["Phase", step.phaseName ?? step.kind],
      ["Status", step.status],
      ["Function", `${step.workerId}/${step.functionName}`],
      ["Params", jsonOf(step.params)],
      ["Sent", timeFact(step.dispatchedAt, look)],
      ["Ended", timeFact(step.completedAt, look)],
      ["Retries", `${step.retryCount} of ${step.maxRetries}`],
      ["Next try", timeFact(step.retryAfter, look)],
      ["Polled", step.isPollStep ? `${step.pollCount} times` : null],
      ["On failure", step.onFailure],
      ["Result", jsonOf(step.result)],
      ["Error", step.errorMessage],
      ["Job", step.jobId],
    ],
    look,
  );

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
