/** Problems as text for a terminal, as JSON for a program, as annotations for GitHub. Pure: the
 *  caller writes the string and adds its own summary. */
import { excerpt, visible } from "./excerpt.ts";
import type { Problem, Severity } from "./problem.ts";

export type CheckedFile = {
  readonly file: string;
  readonly text: string;
  readonly problems: readonly Problem[];
};
export type ProblemFormat = "text" | "json" | "github";

export function printProblems(
  format: ProblemFormat,
  files: readonly CheckedFile[],
  { color }: { readonly color: boolean },
): string {
  switch (format) {
    case "text":
      return files.map((file) => textOf(file, color)).join("");
    case "json":
      return jsonDocument(files.flatMap(({ problems }) => problems));
    case "github":
      return files.flatMap(({ problems }) => problems.map(annotationOf)).join("");
  }
}

const PAINT: Readonly<Record<Severity | "hint", string>> = {
  error: "\u001b[31m",
  warning: "\u001b[33m",
  hint: "\u001b[36m",
};
const RESET = "\u001b[0m";

function textOf({ text, problems }: CheckedFile, color: boolean): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const paint = (style: Severity | "hint", words: string): string =>
    color ? `${PAINT[style]}${words}${RESET}` : words;
  return problems
    .map((problem) => {
      const { severity, code, hint } = problem;
      const place = `${visible(problem.file)}:${problem.line}:${problem.col}`;
      const head = `${place} ${paint(severity, code)} ${visible(problem.message)}`;
      const source = excerpt(lines[problem.line - 1] ?? "", problem.line, problem.col);
      const caret = `${source.margin}${paint(severity, "^")}`;
      const help = hint === null ? [] : [`  ${paint("hint", "hint:")} ${visible(hint)}`];
      return `${[head, source.line, caret, ...help].join("\n")}\n`;
    })
    .join("");
}

const jsonDocument = (problems: readonly Problem[]): string =>
  `${JSON.stringify({ problems: problems.map(jsonOf) })}\n`;

/** Exactly these keys, in this order, whatever else a Problem may come to hold. */
const jsonOf = ({ file, line, col, code, severity, message, hint }: Problem): Problem => ({
  file,
  line,
  col,
  code,
  severity,
  message,
  hint,
});

function annotationOf({ file, line, col, code, severity, message, hint }: Problem): string {
  const text = hint === null ? message : `${message}\n${hint}`;
  const where = `file=${forProperty(file)},line=${line},col=${col},title=${forProperty(code)}`;
  return `::${severity} ${where}::${forData(text)}\n`;
}

const forData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const forProperty = (text: string): string =>
  forData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
