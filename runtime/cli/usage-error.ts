/** Turns what commander says about a wrong command line into a CliError: same words, our form. */
import type { CommanderError } from "commander";
import { type CliError, cliError, type ErrorCode } from "./cli-error.ts";

const CODES: Readonly<Record<string, ErrorCode>> = {
  "commander.unknownCommand": "E0101",
  "commander.unknownOption": "E0102",
  "commander.missingArgument": "E0103",
  "commander.optionMissingArgument": "E0103",
  "commander.missingMandatoryOptionValue": "E0103",
  "commander.excessArguments": "E0104",
  "commander.invalidArgument": "E0105",
  "commander.conflictingOption": "E0106",
};

const FALLBACK_NEXT = "add --help to the command to see what it takes";

export function usageError(error: Pick<CommanderError, "code" | "message">): CliError {
  const code = CODES[error.code];
  // A code commander gains later is a bug of ours until it is placed in the table.
  if (code === undefined) return cliError("E0100", error.message, { cause: error });
  const [what = "", suggestion] = error.message.replace(/^error: /, "").split(/\n\((.*)\)$/s);
  const next = suggestion === undefined ? FALLBACK_NEXT : lowerFirst(suggestion);
  return cliError(code, what, { next, cause: error });
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
