/** The line under the problems: how many files, how many of them valid, and how much is wrong. */
import type { CheckedFile } from "../../../runbook/print-problems.ts";
import type { Severity } from "../../../runbook/problem.ts";
import type { Paint } from "../../output/colour.ts";

export function summaryLine(files: readonly CheckedFile[], paint: Paint): string {
  const errors = count(files, "error");
  const warnings = count(files, "warning");
  const invalid = files.filter(({ problems }) =>
    problems.some(({ severity }) => severity === "error"),
  ).length;
  const valid = files.length - invalid;
  const validText = `${valid} valid`;
  const warned = warnings === 0 ? "" : amount(warnings, "warning");
  const head = `${amount(files.length, "file")}: `;
  if (invalid === 0) return `${head}${paint.good(validText)}${warned && `, ${warned}`}\n`;
  const wrong = `${invalid} with ${amount(errors, "error")}`;
  return `${head}${validText}, ${paint.bad(wrong)}${warned && ` and ${warned}`}\n`;
}

const count = (files: readonly CheckedFile[], wanted: Severity): number =>
  files.flatMap(({ problems }) => problems).filter(({ severity }) => severity === wanted).length;

const amount = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;
