/** Problems in each form that `validate` prints. The forms of the runbook language (text with
 *  the lines concerned, JSON, annotations for pull requests) are its own; the rest are ours. */
import { type CheckedFile, printProblems } from "../../../runbook/print-problems.ts";
import type { Problem } from "../../../runbook/problem.ts";
import type { Context } from "../../context.ts";
import { jsonLines } from "../../output/json.ts";
import { alignedTable, type Table, tabSeparated } from "../../output/table.ts";
import { visibleJson, visibleText } from "../../output/visible.ts";
import { yamlText } from "../../output/yaml.ts";

export type ProblemForm = "text" | "github" | "table" | "tsv" | "json" | "jsonl" | "yaml";

type Look = Pick<Context, "colour" | "columns">;

export function problemsText(
  form: ProblemForm,
  files: readonly CheckedFile[],
  { colour, columns }: Look,
): string {
  const problems = files.flatMap((file) => file.problems);
  switch (form) {
    case "text":
      return printProblems("text", files, { color: colour });
    case "github":
      return visibleText(printProblems("github", files, { color: false }));
    case "table":
      return columns === null
        ? tabSeparated(table(problems))
        : alignedTable(table(problems), columns);
    case "tsv":
      return tabSeparated(table(problems));
    case "json":
      return visibleJson(printProblems("json", files, { color: false }));
    case "jsonl":
      return jsonLines(problems);
    case "yaml":
      return yamlText({ problems });
  }
}

const table = (problems: readonly Problem[]): Table => ({
  headings: ["FILE", "LINE", "COL", "SEVERITY", "CODE", "MESSAGE"],
  rows: problems.map(({ file, line, col, severity, code, message }) => [
    file,
    String(line),
    String(col),
    severity,
    code,
    message,
  ]),
});
