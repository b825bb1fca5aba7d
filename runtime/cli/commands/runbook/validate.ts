/** `drover runbook validate`: every problem of every named runbook, as data on stdout, and one
 *  line that sums up on stderr. Invalid is exit code 1; warnings alone are valid. A file that
 *  cannot be read is told on stderr and makes the exit code 2; the others are checked and
 *  printed all the same. */
import { LIMITS } from "../../../contract/limits.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { Runbook } from "../../../domain/runbook.ts";
import { checkRunbookBytes } from "../../../runbook/check-bytes.ts";
import { polledInLibrary } from "../../../runbook/check-polls.ts";
import type { CheckedFile } from "../../../runbook/print-problems.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { readLibrary } from "../function/library.ts";
import { readBytes, STDIN } from "../input/read-bytes.ts";
import { runbookPaths } from "../input/runbook-paths.ts";
import { type ProblemForm, problemsText } from "./problems-text.ts";
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
  if (options.members === STDIN && named.includes(STDIN))
    return refuse("E0106", "runbook and members cannot both come from stdin", {
      next: "name a file for one of them",
    });
  const all = await checkAll(context, named, options);
  if (!all.ok) return all;
  const { checked, unread } = all.value;
  const [unreadCode] = unread.map(context.report);
  if (checked.length > 0) {
    context.out(problemsText(options.format ?? options.output, checked, context));
    context.note(summaryLine(checked, context.paintNote));
  }
  const isInvalid = checked.some(({ problems }) =>
    problems.some(({ severity }) => severity === "error"),
  );
  return ok(unreadCode ?? (isInvalid ? EXIT.failure : EXIT.ok));
}

type Checks = { readonly checked: readonly CheckedFile[]; readonly unread: readonly CliError[] };

async function checkAll(
  context: Context,
  named: readonly string[],
  { strict, members }: ValidateOptions,
): Promise<Result<Checks, CliError>> {
  const library = await readLibrary(context);
  if (!library.ok) return library;
  const how = { strict: strict === true, isPolled: polledInLibrary(library.value) };
  const { paths, errors } = await runbookPaths(context.cwd, named);
  const checked: CheckedFile[] = [];
  const unread = [...errors];
  const runbooks: Runbook[] = [];
  for (const path of paths) {
    const input = await readBytes(context, path, { bytesMax: LIMITS.runbookBytes });
    if (!input.ok) {
      unread.push(input.error);
      continue;
    }
    const { text, problems, runbook } = checkRunbookBytes(input.value, how);
    checked.push({ file: input.value.file, text, problems });
    if (runbook !== null) runbooks.push(runbook);
  }
  if (members === undefined) return ok({ checked, unread });
  const table = await checkMembers(context, members, runbooks);
  return ok({ checked: [...checked, ...table.checked], unread: [...unread, ...table.unread] });
}

async function checkMembers(
  context: Context,
  members: string,
  runbooks: readonly Runbook[],
): Promise<Checks> {
  if (runbooks.length === 0) {
    context.note("The members were not checked: no runbook is valid.\n");
    return { checked: [], unread: [] };
  }
  // Lazy, because most checks read no CSV.
  const { checkMembersFile } = await import("./check-members.ts");
  const table = await checkMembersFile(context, members, runbooks);
  return table.ok ? { checked: [table.value], unread: [] } : { checked: [], unread: [table.error] };
}
