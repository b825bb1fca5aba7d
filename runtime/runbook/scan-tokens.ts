/** The first reading of a runbook's text: tokens, counted while they are made.
 *  S1. Depth, tokens and errors are bounded here, so the recursive reading after it cannot
 *      overflow the stack or take long, whatever the text (R53).
 *  S2. Anchors, aliases, tags and directives are found here, by position, and are never
 *      interpreted; a second document ends the reading. */
import { CST, Lexer, Parser } from "yaml";
import { LIMITS } from "../contract/limits.ts";
import { type Finding, finding } from "./finding.ts";

export type TokenScan = {
  /** Null when the reading was ended; the last finding tells why. */
  readonly tokens: readonly CST.Token[] | null;
  readonly findings: readonly Finding[];
};

/** A key and its value are two scalars; no other mark appears more than once per node. */
const SCALARS_MAX = 2 * LIMITS.runbookNodes;
/** Blanks, line ends and comments are no nodes, but they take time too. */
const LEXEMES_MAX = 12 * LIMITS.runbookNodes;
const MARKS: ReadonlySet<string> = new Set(["-", "?", ":", ",", "[", "{"]);
const COLLECTIONS: ReadonlySet<string> = new Set(["block-map", "block-seq", "flow-collection"]);

export function scanTokens(text: string): TokenScan {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const refused: Finding[] = [];
  const counts = { lexemes: 0, scalars: 0, marks: new Map<string, number>() };
  let afterScalarMark = false;
  const take = (made: Iterable<CST.Token>): Finding | null => {
    for (const token of made) {
      tokens.push(token);
      const stop = stopAt(token, tokens);
      if (stop !== null) return stop;
    }
    return null;
  };
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    count(lexeme, afterScalarMark, counts);
    const forbidden = afterScalarMark ? null : forbiddenToken(lexeme, at);
    if (forbidden !== null) refused.push(forbidden);
    afterScalarMark = !afterScalarMark && lexeme === CST.SCALAR;
    const stop = take(parser.next(lexeme)) ?? overLimit(counts, refused.length, parser);
    if (stop !== null) return { tokens: null, findings: [...refused, stop] };
  }
  const stop = take(parser.end());
  if (stop !== null) return { tokens: null, findings: [...refused, stop] };
  return { tokens, findings: refused };
}

type Counts = { lexemes: number; scalars: number; readonly marks: Map<string, number> };

function count(lexeme: string, isScalar: boolean, counts: Counts): void {
  counts.lexemes += 1;
  if (isScalar) counts.scalars += 1;
  else if (MARKS.has(lexeme)) counts.marks.set(lexeme, (counts.marks.get(lexeme) ?? 0) + 1);
}

function hasTooMany({ lexemes, scalars, marks }: Counts): boolean {
  if (lexemes > LEXEMES_MAX || scalars > SCALARS_MAX) return true;
  for (const seen of marks.values()) if (seen > LIMITS.runbookNodes) return true;
  return false;
}

function overLimit(counts: Counts, refused: number, parser: Parser): Finding | null {
  if (depthOf(parser) > LIMITS.runbookDepth) {
    const message = `more than ${LIMITS.runbookDepth} levels of lists and mappings`;
    return finding("E1006", parser.offset, message, "Flatten the value; a runbook needs about 8.");
  }
  if (hasTooMany(counts) || refused > LIMITS.problemsPerFile) return tooManyNodes(parser.offset);
  return null;
}

/** The parser's stack holds the document, the open collections and maybe a scalar. */
const depthOf = ({ stack }: Parser): number =>
  stack.length <= LIMITS.runbookDepth
    ? stack.length
    : stack.filter(({ type }) => COLLECTIONS.has(type)).length;

export const tooManyNodes = (at: number): Finding =>
  finding(
    "E1005",
    at,
    `more than ${LIMITS.runbookNodes} values in one runbook`,
    "Split it into several runbooks.",
  );

/** A stream of stray characters makes one error each; past a point more of them tell nothing. */
function stopAt(token: CST.Token, tokens: readonly CST.Token[]): Finding | null {
  if (token.type === "error" && tokens.length > LIMITS.problemsPerFile) {
    const errors = tokens.filter(({ type }) => type === "error").length;
    if (errors > LIMITS.problemsPerFile)
      return finding("E1101", token.offset, "this is not YAML any more; reading stops here");
  }
  if (token.type !== "document") return null;
  const documents = tokens.filter(({ type }) => type === "document").length;
  if (documents < 2) return null;
  const message = "a second document begins here; a file holds one runbook";
  return finding("E1007", token.offset, message, "Remove the `---` or move the rest to a file.");
}

function forbiddenToken(lexeme: string, at: number): Finding | null {
  switch (CST.tokenType(lexeme)) {
    case "anchor":
      return finding("E1105", at, `anchor ${lexeme} is not allowed`, "Write the value out.");
    case "alias":
      return finding("E1106", at, `alias ${lexeme} is not allowed`, "Write the value out.");
    case "tag":
      return finding("E1108", at, `tag ${lexeme} is not allowed`, "Remove it.");
    case "directive-line":
      return finding("E1008", at, "directives (lines with `%`) are not allowed", "Remove it.");
    default:
      return null;
  }
}
