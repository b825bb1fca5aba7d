/** The YAML reader's complaints in our words. The reader's own code chooses the sentence; its
 *  position is kept. */
import type { ErrorCode, YAMLError } from "yaml";
import type { ProblemCode } from "./codes.ts";
import { type Finding, finding } from "./finding.ts";
import type { ScalarTree, Tree } from "./tree.ts";
import { childrenOf } from "./tree-paths.ts";

type Wording = { readonly code: ProblemCode; readonly message: string; readonly hint?: string };

const INDENT = "Indent with spaces, the same number for all keys of one mapping.";
const QUOTE = "Put the whole text in double quotes.";

const WORDINGS: Partial<Readonly<Record<ErrorCode, Wording>>> = {
  TAB_AS_INDENT: { code: "E1102", message: "a tab stands where spaces must", hint: INDENT },
  MULTILINE_IMPLICIT_KEY: {
    code: "E1102",
    message: "a key reaches over more than one line; a colon or an indentation is missing above",
    hint: INDENT,
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

const FLOW_END = /^Flow \w+ .*must .*end with/i;

/** `tree` is what could be read in spite of the error. */
export function describeYamlError(error: YAMLError, text: string, tree: Tree): Finding {
  const at = Math.min(error.pos[0], Math.max(0, text.length - 1));
  if (FLOW_END.test(error.message)) {
    const message = "a bracket or brace is not closed, or the line that closes it is not indented";
    return finding("E1103", at, message, "Close it with ] or }, indented by at least one space.");
  }
  if (isIndentation(error, text, at)) return wrongIndentation(text, at);
  if (error.code === "MISSING_CHAR") return missingCharacter(error, at, tree);
  if (error.code === "BLOCK_AS_IMPLICIT_KEY") return secondKey(text, at);
  const wording = WORDINGS[error.code] ?? SYNTAX;
  return finding(wording.code, at, wording.message, wording.hint ?? null);
}

/** A key or entry in a column where none can be is, to the reader, one of several things. */
function isIndentation({ code, message }: YAMLError, text: string, at: number): boolean {
  if (code === "BAD_INDENT") return true;
  if (code === "MISSING_CHAR") return message.startsWith("Sequence item without -");
  if (code === "BLOCK_AS_IMPLICIT_KEY") return message.startsWith("A block sequence");
  return code === "UNEXPECTED_TOKEN" && isFirst(text, at) && KEY_OR_ENTRY.test(text.slice(at));
}

/** Whether nothing but blanks and dashes stands before it on its line. */
const isFirst = (text: string, at: number): boolean =>
  /^[ -]*$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));

const KEY_OR_ENTRY = /^ *(?:- |[^\s:#"'[{][^\n:#"'[{]*:(?:\s|$))/;

function wrongIndentation(text: string, at: number): Finding {
  if (!isFirst(text, at)) return secondKey(text, at);
  const message = "the indentation of this line does not fit the lines above it";
  return finding("E1102", at + text.slice(at).search(/[^ ]|$/), message, INDENT);
}

/** The reader tells these two apart only in its sentence: `Missing closing "quote`. It notices
 *  at the end of the file; the place to mend is where the quote was opened. */
function missingCharacter(error: YAMLError, at: number, tree: Tree): Finding {
  if (!error.message.includes("closing"))
    return finding("E1103", at, "a character is missing here, most likely `:` or `,`");
  const opened = quotedAround(tree, at)?.start ?? at;
  return finding("E1103", opened, "this quote is never closed", "Close it on the same line.");
}

function quotedAround(tree: Tree, at: number): ScalarTree | null {
  if (at < tree.start || at > tree.end + 1) return null;
  if (tree.kind === "scalar") return tree.plain === null ? tree : null;
  const inside = childrenOf(tree).map((value) => quotedAround(value, at));
  return inside.find((found) => found !== null) ?? null;
}

/** A value that goes on in a line that looks like a key: on the same line it wants quotes, on
 *  the next one it wants another indentation. */
function secondKey(text: string, at: number): Finding {
  const [line = ""] = text.slice(at).split("\n", 1);
  if (!/:(?:\s|$)/.test(line)) {
    const message = "the next line is indented too far, as if this value went on there";
    return finding("E1102", at, message, INDENT);
  }
  const hint = `Start a new line, or quote text that contains ": ".`;
  return finding("E1102", at, "a second `key: value` on one line", hint);
}
