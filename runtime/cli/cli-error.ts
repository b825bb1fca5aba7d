/** What went wrong on the command line, as a value: what, where, why, what next, and a code that
 *  scripts and searches can rely on. Codes of runbook problems are the runbook language's own;
 *  the numbers below E0200 belong to the command line. */
import { fail } from "../contract/result.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

type CodeMeaning = { readonly exit: ExitCode; readonly meaning: string };

export const ERROR_CODES = {
  E0100: { exit: EXIT.failure, meaning: "Something in drover itself broke." },
  E0101: { exit: EXIT.usage, meaning: "There is no such command or help topic." },
  E0102: { exit: EXIT.usage, meaning: "There is no such flag on this command." },
  E0103: { exit: EXIT.usage, meaning: "An argument, or the value of a flag, is missing." },
  E0104: { exit: EXIT.usage, meaning: "There are more arguments than the command takes." },
  E0105: { exit: EXIT.usage, meaning: "An argument or flag has a value that is not allowed." },
  E0106: { exit: EXIT.usage, meaning: "Two flags contradict each other." },
  E0110: { exit: EXIT.usage, meaning: "A named file or folder does not exist." },
  E0111: { exit: EXIT.usage, meaning: "A file cannot be read." },
  E0114: { exit: EXIT.usage, meaning: "A folder holds no .yaml or .yml file." },
  E0115: { exit: EXIT.failure, meaning: "A runbook has errors, so it cannot be shown." },
  E0120: { exit: EXIT.usage, meaning: "A file exists and --force was not given." },
  E0121: { exit: EXIT.failure, meaning: "A file cannot be written." },
  E0122: { exit: EXIT.failure, meaning: "The output cannot be written." },
  E0130: { exit: EXIT.notFound, meaning: "No key or problem code has this name." },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type CliError = {
  readonly code: ErrorCode;
  readonly what: string;
  readonly where: string | null;
  readonly why: string | null;
  readonly next: string | null;
  /** The exception behind it; its stack is shown with --debug only. */
  readonly cause: unknown;
};

type Details = {
  readonly where?: string;
  readonly why?: string | null;
  readonly next?: string | null;
  readonly cause?: unknown;
};

export const cliError = (code: ErrorCode, what: string, details: Details = {}): CliError => ({
  code,
  what,
  where: details.where ?? null,
  why: details.why ?? null,
  next: details.next ?? null,
  cause: details.cause ?? null,
});

export const refuse = (code: ErrorCode, what: string, details: Details = {}) =>
  fail(cliError(code, what, details));
