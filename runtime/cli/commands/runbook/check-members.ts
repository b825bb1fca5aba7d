/** `drover runbook validate --members`: whether a CSV file has what the runbooks ask of it
 *  (M-092). Its problems take the shape of runbook problems, so one printer shows both. */
import { LIMITS } from "../../../contract/limits.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { readMembers } from "../../../csv/read-members.ts";
import type { TableProblem, TableProblems } from "../../../csv/table-problem.ts";
import { columnsUsed } from "../../../domain/columns-used.ts";
import type { Runbook } from "../../../domain/runbook.ts";
import type { CheckedFile } from "../../../runbook/print-problems.ts";
import type { Problem } from "../../../runbook/problem.ts";
import type { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { readBytes } from "../input/read-bytes.ts";
import { cellColumn } from "./cell-column.ts";

type TextFile = { readonly file: string; readonly text: string };

/** Each problem once, also when several runbooks would name it. Bytes that are not UTF-8 become
 *  marks, which the table's own check finds and places. */
export async function checkMembersFile(
  context: Pick<Context, "cwd" | "stdin">,
  path: string,
  runbooks: readonly Runbook[],
): Promise<Result<CheckedFile, CliError>> {
  const read = await readBytes(context, path, { bytesMax: LIMITS.csvBytes });
  if (!read.ok) return read;
  const { file, bytes } = read.value;
  const input = { file, text: new TextDecoder().decode(bytes) };
  const problems = new Map<string, Problem>();
  for (const problem of runbooks.flatMap((runbook) => problemsFor(runbook, input)))
    problems.set(JSON.stringify(problem), problem);
  return ok({ ...input, problems: inFileOrder([...problems.values()]) });
}

const inFileOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => a.line - b.line || a.col - b.col);

function problemsFor(runbook: Runbook, input: TextFile): readonly Problem[] {
  const members = readMembers(input.text, {
    primaryKey: runbook.source.primaryKey,
    requiredColumns: columnsUsed(runbook),
  });
  return members.ok ? [] : toProblems(input, members.error);
}

function toProblems({ file, text }: TextFile, { problems, total }: TableProblems) {
  const lines = text.split(/\r\n|\n|\r/);
  const shown = problems.map((problem) => toProblem(file, lines, problem));
  const rest = total - shown.length;
  return rest === 0 ? shown : [...shown, andMore(file, lines.length, rest)];
}

const toProblem = (file: string, lines: readonly string[], found: TableProblem): Problem => ({
  file,
  line: found.line,
  col: cellColumn(lines[found.line - 1] ?? "", found.col),
  code: found.code,
  severity: "error",
  message: found.message,
  hint: found.hint,
});

/** With the code under which the runbook language, too, counts what it does not list. */
const andMore = (file: string, line: number, rest: number): Problem => ({
  file,
  line,
  col: 1,
  code: "E0001",
  severity: "error",
  message: `and ${rest} more`,
  hint: "Mend the ones above first.",
});
