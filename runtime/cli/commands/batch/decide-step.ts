/** `drover batch skip` and `drover batch fail-step`: a person decides how a step ended. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export type DecideOptions = AgreeOptions & { readonly output: ItemForm; readonly reason: string };

type Decision = {
  readonly route: typeof ROUTES.skipStep | typeof ROUTES.failStep;
  readonly verb: string;
  readonly effect: string;
  readonly done: string;
};

const SKIP: Decision = {
  route: ROUTES.skipStep,
  verb: "Skip",
  effect: "It is passed over; the steps after it go on as if it had succeeded.",
  done: "is skipped",
};
const FAIL: Decision = {
  route: ROUTES.failStep,
  verb: "Fail",
  effect: "It counts as failed; its rollback runs if it has one, and its member fails.",
  done: "counts as failed",
};

export const skipStep = (context: Context, batch: string, step: string, options: DecideOptions) =>
  decided(context, batch, step, options, SKIP);

export const failStep = (context: Context, batch: string, step: string, options: DecideOptions) =>
  decided(context, batch, step, options, FAIL);

function decided(
  context: Context,
  batchWord: string,
  stepWord: string,
  options: DecideOptions,
  { route, verb, effect, done }: Decision,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, batchWord);
    if (!id.ok) return id;
    const path = { id: id.value, stepId: stepWord };
    const step = await api.call(ROUTES.getStep, { path });
    if (!step.ok) return step;
    const { stepName, memberKey, status } = step.value;
    const name = `${stepName} of ${memberKey ?? `batch ${id.value}`}`;
    const effects = [`Step ${stepWord}, ${name}, is ${status}.`, effect];
    const sure = await agreed(context, { effects, question: `${verb} ${name}?` }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    const answer = await api.call(route, { path, body: { reason: options.reason } });
    if (!answer.ok) return answer;
    printItem(context, options.output, answer.value, () => `${visibleLine(name)} ${done}.\n`);
    return ok(EXIT.ok);
  });
}
