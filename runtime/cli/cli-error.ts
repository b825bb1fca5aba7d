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
  E0107: { exit: EXIT.usage, meaning: "The act must be confirmed, and nobody can be asked." },
  E0108: { exit: EXIT.failure, meaning: "The act was not confirmed; nothing was done." },
  E0110: { exit: EXIT.usage, meaning: "A named file or folder does not exist." },
  E0111: { exit: EXIT.usage, meaning: "A file cannot be read." },
  E0114: { exit: EXIT.usage, meaning: "A folder holds no .yaml or .yml file." },
  E0115: { exit: EXIT.failure, meaning: "A runbook has errors, so it cannot be shown." },
  E0120: { exit: EXIT.usage, meaning: "A file exists and --force was not given." },
  E0121: { exit: EXIT.failure, meaning: "A file cannot be written." },
  E0122: { exit: EXIT.failure, meaning: "The output cannot be written." },
  E0130: { exit: EXIT.notFound, meaning: "No key or problem code has this name." },
  E0140: { exit: EXIT.usage, meaning: "The configuration cannot be understood." },
  E0141: { exit: EXIT.usage, meaning: "A configured value is not allowed." },
  E0142: { exit: EXIT.usage, meaning: "A private file can be read or changed by other users." },
  E0143: { exit: EXIT.usage, meaning: "There is no Drover to talk to." },
  E0144: { exit: EXIT.usage, meaning: "There is no folder to keep configuration in." },
  E0150: { exit: EXIT.signIn, meaning: "Signing in is needed, or did not work." },
  E0151: { exit: EXIT.usage, meaning: "What is kept about signing in cannot be understood." },
  E0152: { exit: EXIT.signIn, meaning: "You are signed in, but may not do this." },
  E0160: { exit: EXIT.failure, meaning: "Drover cannot be reached." },
  E0161: { exit: EXIT.failure, meaning: "Drover answered in a way that is not understood." },
  E0162: { exit: EXIT.failure, meaning: "Drover failed while it answered." },
  E0163: { exit: EXIT.usage, meaning: "Drover refused the request as wrong." },
  E0164: { exit: EXIT.notFound, meaning: "Nothing has the name or id that was asked for." },
  E0165: { exit: EXIT.conflict, meaning: "The act does not fit the present state." },
  E0166: {
    exit: EXIT.failure,
    meaning: "Drover is starting or has too much to do, and asks to wait.",
  },
  E0167: { exit: EXIT.usage, meaning: "A short name or id stands for several things." },
  E0170: { exit: EXIT.timedOut, meaning: "Waiting took longer than allowed." },
  E0171: { exit: EXIT.interrupted, meaning: "Stopped by Ctrl-C." },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type CliError = {
  readonly code: ErrorCode;
  readonly what: string;
  readonly where: string | null;
  readonly why: string | null;
  readonly next: string | null;
  /** Under which the logs of Drover tell the rest. */
  readonly correlationId: string | null;
  /** One line each, such as the problems of a refused file. */
  readonly notes: readonly string[];
  /** The exception behind it; its stack is shown with --debug only. */
  readonly cause: unknown;
};

type Details = {
  readonly where?: string;
  readonly why?: string | null;
  readonly next?: string | null;
  readonly correlationId?: string | null;
  readonly notes?: readonly string[];
  readonly cause?: unknown;
};

export const cliError = (code: ErrorCode, what: string, details: Details = {}): CliError => ({
  code,
  what,
  where: details.where ?? null,
  why: details.why ?? null,
  next: details.next ?? null,
  correlationId: details.correlationId ?? null,
  notes: details.notes ?? [],
  cause: details.cause ?? null,
});

export const refuse = (code: ErrorCode, what: string, details: Details = {}) =>
  fail(cliError(code, what, details));
