/** `drover doctor`: looks at everything that must be right for the other commands to work, and
 *  says for each thing that is not what to do. Exit code 1 when something is wrong. */
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type Column, listTable } from "../../output/columns.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { type Check, checksOf } from "./checks.ts";

const TONES = { ok: "good", warning: "accent", wrong: "bad", skipped: "faint" } as const;

const ALL_WELL = "Everything is as it should be.";

const COLUMNS: readonly Column<Check>[] = [
  { heading: "CHECK", of: ({ name }) => name },
  { heading: "RESULT", of: ({ result }) => result, tone: ({ result }) => TONES[result] },
  { heading: "DETAIL", of: ({ detail }) => detail },
];

export async function doctor(
  context: Context,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  const checks = await checksOf(context);
  // Advice must not be cut to the terminal's width.
  const look = { ...lookOf(context, context.world.nowMs()), columns: null };
  printItem(context, output, checks, (shown) => listTable(shown, COLUMNS, look));
  const has = (wanted: Check["result"]) => checks.some(({ result }) => result === wanted);
  const isWrong = has("wrong");
  const verdict = has("warning") ? "Drover itself is sound; see the warnings above." : ALL_WELL;
  context.note(`${isWrong ? "Something is wrong; see above." : verdict}\n`);
  return ok(isWrong ? EXIT.failure : EXIT.ok);
}
