/** What is wrong with a file, in the one shape that CLI, API, dashboard and tests share. */

export type Severity = "error" | "warning";

export type Problem = {
  readonly file: string;
  /** 1-based, as editors count. */
  readonly line: number;
  readonly col: number;
  /** Stable: scripts may match it, `drover runbook explain` describes it. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do next; null when the message says it all. */
  readonly hint: string | null;
};
