/** An answer that is no success, as an error for people: what the API said, and what to do. */
import { type InputProblem, ProblemDetails } from "../../contract/http/problem-details.ts";
import { type CliError, cliError, type ErrorCode } from "../cli-error.ts";
import { jsonIn } from "../json-in.ts";
import { NEXT_STEPS } from "./next-steps.ts";

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "E0150",
  403: "E0152",
  404: "E0164",
  409: "E0165",
  412: "E0165",
  429: "E0166",
  502: "E0166",
  503: "E0166",
  504: "E0166",
};

const codeOf = (status: number): ErrorCode =>
  CODES[status] ?? (status >= 500 ? "E0162" : status >= 400 ? "E0163" : "E0161");

export function problemError(status: number, text: string, where: string): CliError {
  const problem = ProblemDetails.safeParse(jsonIn(text));
  if (!problem.success)
    return cliError(codeOf(status), `the answer was ${status}, without a word why`, {
      where,
      why: "something between here and Drover may have answered in its place",
      next: "check the address with `drover doctor`",
    });
  const { title, detail, code, correlationId, problems = [] } = problem.data;
  return cliError(codeOf(status), `${lowerFirst(title)} (${code})`, {
    where,
    why: detail ?? null,
    next: NEXT_STEPS[code] ?? null,
    correlationId,
    notes: problems.map(problemLine),
  });
}

/** Titles are sentences; our `what` goes on after a code. */
const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

export function problemLine(problem: InputProblem): string {
  const { severity, code, message, hint, field, line, col } = problem;
  const place = line === null ? (field ?? "") : `line ${line}${col === null ? "" : `:${col}`}`;
  const before = place === "" ? "" : `${place} `;
  return `${before}${severity} ${code} ${message}${hint === null ? "" : ` (${hint})`}`;
}
