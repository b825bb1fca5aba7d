/** Whether a query is one statement that only reads: a SELECT, or a WITH that has one, without any
 *  word that changes something. This is defence in depth: the account a source is read with must
 *  not be able to write. It says so before anybody finds out, and in a person's words.
 *  T1. Texts, quoted names and comments count for nothing, by the rules of the dialect: only bare
 *      words do. What a server might read otherwise is refused.
 *  T2. Reading is linear in the text, which has a limit of its own. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { Dialect } from "./connections.ts";
import type { SourceFailure } from "./failure.ts";
import { GRAMMARS, type Grammar } from "./sql-grammars.ts";

/** What was read so far, outside of comments. */
type Seen = {
  first: string | null;
  /** Of the first word: the statement's own level. */
  level: number;
  depth: number;
  selects: boolean;
  isOver: boolean;
  before: string;
};

export function checkReadOnly(text: string, dialect: Dialect): Result<string, SourceFailure> {
  const grammar = GRAMMARS[dialect];
  const seen = { first: null, level: 0, depth: 0, selects: false, isOver: false, before: "" };
  for (let at = 0; at < text.length; ) {
    const { token, isOdd } = tokenAt(text, at, grammar);
    const isComment = token === "/*" && !(grammar.hasHints && text[at + 2] === "+");
    const end = isComment ? endOfComment(text, at, grammar) : at + token.length;
    if (typeof end === "string") return refused(end);
    at = end;
    if (isComment || token.trim() === "") continue;
    const why = token.startsWith("--") ? oddInLine(token) : oddWith(token, isOdd, seen, grammar);
    if (why !== null) return refused(why);
  }
  const why = oddShape(seen);
  return why === null ? ok(text) : refused(why);
}

function tokenAt(text: string, at: number, { token: pattern }: Grammar) {
  pattern.lastIndex = at;
  const { 0: token = "", groups } = pattern.exec(text) ?? {};
  return { token, isOdd: groups?.["odd"] !== undefined };
}

/** Why a token must not stand behind what was seen; else it is seen, too. */
function oddWith(token: string, isOdd: boolean, seen: Seen, grammar: Grammar): string | null {
  if (seen.isOver) return "it has more than one statement";
  if (grammar.unended.has(token)) return `what begins with ${token} has no end`;
  if (isOdd) return "a number runs into a word";
  // Letters of another width are the same to some servers.
  const word = token.normalize("NFKC").toLowerCase();
  if (grammar.forbidden.has(word)) return `it says ${word.toUpperCase()}`;
  const pair = `${seen.before} ${word}`;
  if (grammar.pairs.has(pair)) return `it says ${pair.toUpperCase()}`;
  // Columns stand there in brackets; a script that Spark would run stands there bare.
  if (seen.before === "using" && word !== "(") return "what follows USING is no list of columns";
  const called = grammar.quotedName.exec(seen.before)?.[1] ?? seen.before;
  if (word === "(" && isOutside(called, grammar)) return `it calls ${called.toUpperCase()}`;
  note(word, seen);
  return null;
}

const isOutside = (name: string, { functions, functionPrefix }: Grammar): boolean =>
  functions.has(name) || (functionPrefix !== null && name.startsWith(functionPrefix));

function note(word: string, seen: Seen): void {
  seen.isOver = word === ";";
  seen.before = word;
  if (word === "(") seen.depth += 1;
  else if (word === ")") seen.depth -= 1;
  else if (seen.first === null && !seen.isOver) {
    seen.first = word;
    seen.level = seen.depth;
  }
  if (word === "select" && seen.depth === seen.level) seen.selects = true;
}

function oddShape({ first, selects }: Seen): string | null {
  if (first === null) return "it is empty";
  if (first !== "select" && first !== "with") return `it begins with ${first.toUpperCase()}`;
  return selects ? null : "no SELECT follows its WITH";
}

/** A line that ends otherwise than at a new line is a comment for us and none for some servers. */
const oddInLine = (comment: string): string | null =>
  /\r(?!$)|[\u0085\u2028\u2029]|\\\r?$/.test(comment)
    ? "the line of a comment ends with a sign that servers read in different ways"
    : null;

const COMMENT_MARK = /\/\*\+?|\*\//g;

/** Where a comment ends, or why that cannot be said. */
function endOfComment(
  text: string,
  from: number,
  { nestsComments, hasHints }: Grammar,
): number | string {
  COMMENT_MARK.lastIndex = from;
  let depth = 0;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    const opens = mark[0] !== "*/";
    if (hasHints && mark[0] === "/*+") return "a comment has a hint within it";
    if (opens && (nestsComments || depth === 0)) depth += 1;
    if (!opens) depth -= 1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
  return "a comment that begins with /* has no end";
}

const refused = (why: string) =>
  fail({
    kind: "refused" as const,
    reason: `The query may only read: ${why}. Write one SELECT; put names like that into quotes.`,
  });
