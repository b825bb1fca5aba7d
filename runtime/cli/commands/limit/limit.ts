/** `drover limit list|set`: how many jobs of a worker or function may be out at once. */
import type { LimitList } from "../../../contract/http/job-limits.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { refuse } from "../../cli-error.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ItemForm, ListForm } from "../../output/forms.ts";
import { printItem, printList } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

type Limit = LimitList["items"][number];

const COLUMNS: readonly Column<Limit>[] = [
  { heading: "KEY", of: ({ key }) => key },
  { heading: "AT MOST", of: ({ most }) => most, kind: "number" },
];

export function listLimits(
  context: Context,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const limits = await api.call(ROUTES.listLimits);
    if (!limits.ok) return limits;
    const { items } = limits.value;
    printList(context, output, { items, columns: COLUMNS, nowMs: 0, empty: "No limit is set." });
    return ok(EXIT.ok);
  });
}

const LIFTED = "none";

export async function setLimit(
  context: Context,
  key: string,
  most: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  if (most !== LIFTED && !/^\d{1,6}$/.test(most))
    return refuse("E0105", `'${most}' is no limit`, { next: `give a number, or ${LIFTED}` });
  return connected(context, async (api) => {
    const body = { most: most === LIFTED ? null : Number(most) };
    const answer = await api.call(ROUTES.setLimit, { path: { key }, body });
    if (!answer.ok) return answer;
    const now = most === LIFTED ? "has no limit" : `has at most ${most} jobs out at once`;
    printItem(context, output, answer.value, () => `${visibleLine(key)} ${now}.\n`);
    return ok(EXIT.ok);
  });
}
