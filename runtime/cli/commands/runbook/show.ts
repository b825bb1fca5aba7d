/** `drover runbook show`: a runbook as a picture for people, or as data for programs. */

import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import { checkRunbookBytes } from "../../../runbook/check-bytes.ts";
import type { Problem } from "../../../runbook/problem.ts";
import { refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonText } from "../../output/json.ts";
import { shellWord } from "../../output/shell-word.ts";
import { drawTree } from "../../output/tree.ts";
import { yamlText } from "../../output/yaml.ts";
import { readBytes, STDIN } from "../input/read-bytes.ts";
import { runbookTree } from "./runbook-tree.ts";

export type ShowOptions = { readonly output: "tree" | "json" | "yaml" };

export async function showRunbook(
  context: Context,
  path: string,
  options: ShowOptions,
): Promise<CommandResult> {
  const input = await readBytes(context, path, { bytesMax: LIMITS.runbookBytes });
  if (!input.ok) return input;
  const { runbook, problems } = checkRunbookBytes(input.value, { strict: false });
  if (runbook === null) return hasErrors(path, problems);
  const forms = { json: jsonText, yaml: yamlText };
  context.out(
    options.output === "tree"
      ? drawTree(runbookTree(runbook, context.paint))
      : forms[options.output](runbook),
  );
  return ok(EXIT.ok);
}

function hasErrors(path: string, problems: readonly Problem[]): CommandResult {
  const errors = problems.filter(({ severity }) => severity === "error");
  const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
  return refuse("E0115", "the runbook has errors and cannot be shown", {
    where: path === STDIN ? "<stdin>" : path,
    why: `${count}; the first: ${errors[0]?.message}`,
    next: `see them all with \`drover runbook validate ${shellWord(path)}\``,
  });
}
