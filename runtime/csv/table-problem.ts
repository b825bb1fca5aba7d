/** What is wrong with a table of members, in the order a person would mend it. Problems are
 *  gathered, not thrown: a file is checked to its end and all of it is told at once, up to a
 *  limit; the rest is counted. */
import { LIMITS } from "../contract/limits.ts";

export type TableProblemCode =
  | "csv-empty"
  | "csv-too-large"
  | "csv-nul"
  | "csv-encoding"
  | "csv-quotes"
  | "csv-too-many-columns"
  | "csv-too-many-rows"
  | "csv-header-empty"
  | "csv-header-too-long"
  | "csv-header-duplicate"
  | "csv-header-reserved"
  | "csv-key-column-missing"
  | "csv-column-missing"
  | "csv-ragged-row"
  | "csv-cell-too-long"
  | "csv-key-empty"
  | "csv-key-invalid"
  | "csv-key-duplicate"
  | "csv-list-invalid";

export type TableProblem = {
  /** 1-based, as editors count; a row that spans lines is at its first. */
  readonly line: number;
  /** 1-based number of the cell in its row. */
  readonly col: number;
  readonly code: TableProblemCode;
  readonly message: string;
  readonly hint: string | null;
};

export type TableProblems = {
  readonly problems: readonly TableProblem[];
  /** All there are, listed or not. */
  readonly total: number;
};

export type ProblemList = {
  readonly add: (problem: TableProblem) => void;
  readonly found: () => TableProblems;
};

export function problemList(): ProblemList {
  const problems: TableProblem[] = [];
  let total = 0;
  return {
    add: (problem) => {
      total += 1;
      if (problems.length < LIMITS.problemsPerFile) problems.push(problem);
    },
    found: () => ({ problems, total }),
  };
}
