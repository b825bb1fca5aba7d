/** `drover batch why`: the one reason something is not moving, what is behind it, what would move
 *  it, and when it may end. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { whyText } from "./why-text.ts";

export type WhyOptions = {
  readonly output: ItemForm;
  readonly phase?: string;
  readonly member?: string;
  readonly step?: number;
};

export function why(context: Context, word: string, options: WhyOptions): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const query = await queryOf(api, id.value, options);
    if (!query.ok) return query;
    const answer = await api.call(ROUTES.getWhy, { path: { id: id.value }, query: query.value });
    if (!answer.ok) return answer;
    const look = lookOf(context, await api.nowMs());
    printItem(context, options.output, answer.value, (shown) => whyText(shown, look));
    return ok(EXIT.ok);
  });
}

type Query = { readonly phase?: string; readonly memberId?: number; readonly stepId?: number };

async function queryOf(
  api: Api,
  id: number,
  { phase, member, step }: WhyOptions,
): Promise<Result<Query, CliError>> {
  if (step !== undefined) return ok({ stepId: step });
  if (phase !== undefined) return ok({ phase });
  if (member === undefined) return ok({});
  const found = await findMember(api, id, member);
  return found.ok ? ok({ memberId: found.value.id }) : found;
}
