/** `drover batch retry`: everybody who failed, one member, one step, or the init. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import type { Ordered, Retried } from "../../../contract/http/orders.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { agreed, counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { findPhase } from "./find-phase.ts";
import { watchBatch } from "./watch-batch.ts";

export type RetryOptions = {
  readonly output: ItemForm;
  readonly phase?: string;
  readonly member?: string;
  readonly step?: number;
  readonly init?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly timeout?: number;
};

export function retryBatch(
  context: Context,
  word: string,
  options: RetryOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const order = await orderOf(api, batch.value, options);
    if (!order.ok) return order;
    const { effect, send, text } = order.value;
    if (options.dryRun === true) {
      const shown = await agreed(context, { effects: [effect], question: null }, options);
      return shown.ok ? ok(EXIT.ok) : shown;
    }
    const answer = await send();
    if (!answer.ok) return answer;
    if (options.watch === true) {
      context.note(text(answer.value));
      return watchBatch(context, api, batch.value.id, options);
    }
    printItem(context, options.output, answer.value, text);
    context.note(`Follow it with \`drover batch watch ${batch.value.id}\`\n`);
    return ok(EXIT.ok);
  });
}

type Answer = Ordered | Retried;
type Order = {
  readonly effect: string;
  readonly send: () => Promise<Result<Answer, CliError>>;
  readonly text: (answer: Answer) => string;
};

async function orderOf(
  api: Api,
  batch: BatchDetail,
  { phase, member, step, init }: RetryOptions,
): Promise<Result<Order, CliError>> {
  const { id } = batch;
  if (init === true)
    return ok(
      single(`the init of batch ${id}`, () => api.call(ROUTES.retryInit, { path: { id } })),
    );
  if (step !== undefined) {
    const path = { id, stepId: step };
    return ok(single(`step ${step} of batch ${id}`, () => api.call(ROUTES.retryStep, { path })));
  }
  if (member === undefined) return retryFailed(api, batch, phase);
  const found = await findMember(api, id, member);
  if (!found.ok) return found;
  const path = { id, memberId: found.value.id };
  const name = `${visibleLine(found.value.key)} in batch ${id}`;
  return ok(single(name, () => api.call(ROUTES.retryMember, { path })));
}

const single = (subject: string, send: Order["send"]): Order => ({
  effect: `Tried again from the failed step on: ${subject}.`,
  send,
  text: ({ changed }) =>
    changed ? `Tried again: ${subject}.\n` : `Nothing to do: ${subject} is being tried already.\n`,
});

function retryFailed(
  api: Api,
  batch: BatchDetail,
  phase: string | undefined,
): Result<Order, CliError> {
  const found = phase === undefined ? ok(null) : findPhase(batch, phase);
  if (!found.ok) return found;
  const { id } = batch;
  const failed = found.value?.memberCounts.failed ?? batch.memberCounts.failed;
  const of = found.value === null ? "" : ` of the phase ${visibleLine(found.value.phaseName)}`;
  const body = { phaseId: found.value?.id ?? null };
  return ok({
    effect:
      `${counted(failed, "failed member")}${of} of batch ${id} would be tried again, from the ` +
      "failed step; who was rolled back, from the first step.",
    send: () => api.call(ROUTES.retryFailed, { path: { id }, body }),
    text: retriedText,
  });
}

function retriedText(answer: Answer): string {
  if (!("retried" in answer)) return "";
  const { retried, refused } = answer;
  const rest =
    refused === 0 ? "" : `; ${refused} cannot be yet, because what failed is still being undone`;
  return retried + refused === 0
    ? "Nobody has failed, so nobody is tried again.\n"
    : `${counted(retried, "member")} tried again${rest}.\n`;
}
