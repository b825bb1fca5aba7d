/** Whether a query is one statement that only reads. The account a source is read with must not
 *  be able to write; this says so before anybody finds out, and in a person's words.
 *  T1. Texts, quoted names and comments count for nothing: only bare words do.
 *  T2. Reading is linear in the text, which has a limit of its own. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { SourceFailure } from "./failure.ts";

/** At a place outside of comments, what stands there. A doubled closing mark belongs to its text;
 *  an opening mark alone is one that has no end. */
const TOKEN = new RegExp(
  "\\s+|--[^\\n]*|/\\*|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`" +
    "|\\[(?:[^\\]]|\\]\\])*\\]|[@#:$]?\\w+|.",
  "suy",
);
const COMMENT_MARK = /\/\*|\*\//g;

const BEGINS: ReadonlySet<string> = new Set(["select", "with", "values", "table", "from"]);

const CHANGES: ReadonlySet<string> = new Set(
  (
    "insert update delete merge truncate create alter drop grant revoke deny exec execute into " +
    "copy call set use declare begin commit rollback backup restore shutdown reconfigure bulk " +
    "openrowset opendatasource openquery waitfor kill refresh optimize vacuum cache msck analyze"
  ).split(" "),
);

export function checkReadOnly(text: string): Result<string, SourceFailure> {
  let first: string | null = null;
  let isOver = false;
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    at = token === "/*" ? endOfComment(text, at) : at + token.length;
    if (at < 0) return refused("a comment that begins with /* has no end");
    if (isBlank(token)) continue;
    if (isOver) return refused("it has more than one statement");
    if (UNENDED.has(token)) return refused(`what begins with ${token} has no end`);
    const word = token.toLowerCase();
    if (CHANGES.has(word)) return refused(`it says ${word.toUpperCase()}`);
    isOver = token === ";";
    if (word !== "(" && !isOver) first ??= word;
  }
  if (first === null) return refused("it is empty");
  return BEGINS.has(first) ? ok(text) : refused(`it begins with ${first.toUpperCase()}`);
}

const UNENDED: ReadonlySet<string> = new Set(["'", '"', "`", "["]);

const isBlank = (token: string): boolean =>
  token === "/*" || token.startsWith("--") || token.trim() === "";

function tokenAt(text: string, at: number): string {
  TOKEN.lastIndex = at;
  const [token = ""] = TOKEN.exec(text) ?? [];
  return token;
}

/** Both T-SQL and Databricks let comments stand within each other. Negative: it has no end. */
function endOfComment(text: string, from: number): number {
  COMMENT_MARK.lastIndex = from;
  let depth = 0;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
  return -1;
}

const refused = (why: string) =>
  fail({
    kind: "refused" as const,
    reason: `The query may only read: ${why}. Write one SELECT; put names like that into quotes.`,
  });
