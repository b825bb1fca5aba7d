/** `drover batch pause` and `drover batch resume`: of a batch, or of one of its phases. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { findPhase } from "./find-phase.ts";

export type HoldOptions = { readonly output: ItemForm; readonly phase?: string };

type Order = {
  readonly route: typeof ROUTES.pauseBatch | typeof ROUTES.resumeBatch;
  readonly done: string;
  readonly already: string;
};

const PAUSE: Order = {
  route: ROUTES.pauseBatch,
  done: "is paused: nothing more is sent; what is under way goes on to its end",
  already: "was paused already",
};
const RESUME: Order = {
  route: ROUTES.resumeBatch,
  done: "goes on",
  already: "was not paused",
};

export const pauseBatch = (context: Context, word: string, options: HoldOptions) =>
  ordered(context, word, options, PAUSE);

export const resumeBatch = (context: Context, word: string, options: HoldOptions) =>
  ordered(context, word, options, RESUME);

function ordered(
  context: Context,
  word: string,
  { output, phase }: HoldOptions,
  { route, done, already }: Order,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const found = phase === undefined ? ok(null) : findPhase(batch.value, phase);
    if (!found.ok) return found;
    const { id } = batch.value;
    const body = { phaseId: found.value?.id ?? null };
    const answer = await api.call(route, { path: { id }, body });
    if (!answer.ok) return answer;
    const subject =
      found.value === null
        ? `Batch ${id}`
        : `The phase ${visibleLine(found.value.phaseName)} of batch ${id}`;
    printItem(
      context,
      output,
      answer.value,
      ({ changed }) => `${subject} ${changed ? done : already}.\n`,
    );
    return ok(EXIT.ok);
  });
}
