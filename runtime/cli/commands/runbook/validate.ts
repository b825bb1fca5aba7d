/** `drover runbook validate`: every problem of every named runbook, as data on stdout, and one
 *  line that sums up on stderr. Invalid is exit code 1; warnings alone are valid. */
import { ok, type Result } from "../../../contract/result.ts";
import type { Runbook } from "../../../domain/runbook.ts";
import { checkRunbook } from "../../../runbook/check-runbook.ts";
import type { CheckedFile } from "../../../runbook/print-problems.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { STDIN } from "../input/read-text.ts";
import { runbookPaths } from "../input/runbook-paths.ts";
import { type ProblemForm, problemsText } from "./problems-text.ts";
import { readRunbook } from "./read-runbook.ts";
import { summaryLine } from "./summary-line.ts";

export type ValidateOptions = {
  readonly strict?: boolean;
  readonly members?: string;
  readonly output: Exclude<ProblemForm, "github">;
  readonly format?: "text" | "json" | "github";
};

export async function validateRunbooks(
  context: Context,
  named: readonly string[],
  options: ValidateOptions,
): Promise<CommandResult> {
  const checked = await checkAll(context, named, options);
  if (!checked.ok) return checked;
  const form = options.format ?? options.output;
  context.out(problemsText(form, checked.value, context));
  context.note(summaryLine(checked.value, context.paintNote));
  const isInvalid = checked.value.some(({ problems }) =>
    problems.some(({ severity }) => severity === "error"),
  );
  return ok(isInvalid ? EXIT.failure : EXIT.ok);
}

async function checkAll(
  context: Context,
  named: readonly string[],
  options: ValidateOptions,
): Promise<Result<readonly CheckedFile[], CliError>> {
  if (options.members === STDIN && named.includes(STDIN))
    return refuse("E0106", "runbook and members cannot both come from stdin", {
      next: "name a file for one of them",
    });
  const paths = await runbookPaths(context.cwd, named);
  if (!paths.ok) return paths;
  const checked: CheckedFile[] = [];
  const runbooks: Runbook[] = [];
  for (const path of paths.value) {
    const input = await readRunbook(context, path);
    if (!input.ok) return input;
    const { problems, runbook } = checkRunbook(input.value, { strict: options.strict === true });
    checked.push({ ...input.value, problems });
    if (runbook !== null) runbooks.push(runbook);
  }
  if (options.members === undefined) return ok(checked);
  if (runbooks.length === 0) {
    context.note("The members were not checked: no runbook is valid.\n");
    return ok(checked);
  }
  // Lazy, because most checks read no CSV.
  const { checkMembers } = await import("./check-members.ts");
  const members = await checkMembers(context, options.members, runbooks);
  return members.ok ? ok([...checked, members.value]) : members;
}
