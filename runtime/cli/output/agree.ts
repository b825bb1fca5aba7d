/** Before a change: says what it would do, and asks where it cannot be taken back. With
 *  `--dry-run` the same words are the whole output. */
import { ok, type Result } from "../../contract/result.ts";
import type { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { confirmed } from "./confirm.ts";
import { jsonText } from "./json.ts";
import { visibleLine } from "./visible.ts";

export type Plan = {
  /** What would happen, one sentence each. */
  readonly effects: readonly string[];
  /** Null where there is nothing to regret. */
  readonly question: string | null;
};

export type AgreeOptions = {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly output?: string;
};

/** Whether to go on. */
export async function agreed(
  context: Context,
  { effects, question }: Plan,
  { yes, dryRun, output }: AgreeOptions,
): Promise<Result<boolean, CliError>> {
  const lines = effects.map((effect) => `${visibleLine(effect)}\n`).join("");
  if (dryRun === true) {
    const isData = output !== undefined && output !== "text";
    context.out(isData ? jsonText({ dryRun: true, effects }) : lines);
    context.note("Nothing was changed: this was a dry run.\n");
    return ok(false);
  }
  if (question === null) return ok(true);
  if (yes !== true) context.note(lines);
  const sure = await confirmed(context, { yes: yes === true, question });
  return sure.ok ? ok(true) : sure;
}

export const counted = (count: number, thing: string): string =>
  `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
