/** Findings in runbooks and member tables, in the shape in which the API tells them. */
import type { InputProblem } from "../../contract/http/problem-details.ts";
import type { TableProblem } from "../../csv/table-problem.ts";
import type { Problem } from "../../runbook/problem.ts";

export const runbookProblem = (problem: Problem): InputProblem => {
  const { code, severity, message, hint, line, col } = problem;
  return { code, severity, message, hint, field: null, line, col };
};

export const tableProblem = ({ code, message, hint, line, col }: TableProblem): InputProblem => ({
  code,
  severity: "error",
  message,
  hint,
  field: null,
  line,
  col,
});

export const warning = (code: string, message: string, hint: string | null): InputProblem => ({
  code,
  severity: "warning",
  message,
  hint,
  field: null,
  line: null,
  col: null,
});
