/** A problem before it has a line and a column: checks speak of character offsets, and only
 *  `check-runbook` turns them into places in a file. The code decides the severity. */
import type { ProblemCode } from "./codes.ts";

export type Finding = {
  readonly code: ProblemCode;
  /** Index into the text, after a byte-order mark was taken off. */
  readonly at: number;
  readonly message: string;
  readonly hint: string | null;
};

export const finding = (
  code: ProblemCode,
  at: number,
  message: string,
  hint: string | null = null,
): Finding => ({ code, at, message, hint });
