/** The YAML reader's complaints in our words. The reader's own code chooses the sentence; its
 *  position is kept. */
import type { ErrorCode, YAMLError } from "yaml";
import type { ProblemCode } from "./codes.ts";
import { type Finding, finding } from "./finding.ts";

type Wording = { readonly code: ProblemCode; readonly message: string; readonly hint?: string };

const INDENT = "Indent with spaces, the same number for all keys of one mapping.";
const QUOTE = "Put the whole text in double quotes.";

const WORDINGS: Partial<Readonly<Record<ErrorCode, Wording>>> = {
  BAD_INDENT: { code: "E1102", message: "the indentation does not fit", hint: INDENT },
  TAB_AS_INDENT: { code: "E1102", message: "a tab stands where spaces must", hint: INDENT },
  MULTILINE_IMPLICIT_KEY: {
    code: "E1102",
    message: "a key reaches over more than one line; a colon or an indentation is missing above",
    hint: INDENT,
  },
  BLOCK_AS_IMPLICIT_KEY: {
    code: "E1102",
    message: "a second `key: value` on one line",
    hint: `Start a new line, or quote text that contains ": ".`,
  },
  BAD_DQ_ESCAPE: {
    code: "E1101",
    message: "an unknown escape in double quotes",
    hint: "Double the backslash, or use single quotes.",
  },
  BAD_SCALAR_START: {
    code: "E1101",
    message: "text cannot begin with this character unless it is quoted",
    hint: QUOTE,
  },
  KEY_OVER_1024_CHARS: { code: "E1109", message: "a key of more than 1024 characters" },
};

const SYNTAX: Wording = { code: "E1101", message: "this is not YAML", hint: QUOTE };

export function describeYamlError(error: YAMLError, text: string): Finding {
  const at = Math.min(error.pos[0], Math.max(0, text.length - 1));
  if (error.code === "MISSING_CHAR") return missingCharacter(error, at);
  const wording = WORDINGS[error.code] ?? SYNTAX;
  return finding(wording.code, at, wording.message, wording.hint ?? null);
}

/** The reader names the character only in its sentence: `Missing closing "quote`. */
function missingCharacter(error: YAMLError, at: number): Finding {
  if (error.message.includes("closing")) {
    const message = "a quote opened before this is never closed";
    return finding("E1103", at, message, "Close it on the line where it began.");
  }
  if (/\bflow (?:map|sequence)\b.*\bend\b/i.test(error.message)) {
    return finding("E1103", at, "a bracket or brace is never closed", "Close it with ] or }.");
  }
  return finding("E1103", at, "a character is missing here, most likely `:` or `,`");
}
