/** The column names of a simple SELECT, or null when they cannot be told for certain: a star, a
 *  WITH, an expression without a name. Null is always a safe answer, so the reader gives up
 *  early instead of guessing. One pass over the text. */

import { LIMITS } from "../contract/limits.ts";

type SqlToken = {
  readonly kind: "word" | "quoted" | "sign" | "value";
  readonly text: string;
};

const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*|/\*[\s\S]*?\*/|\s+|'(?:[^']|'')*'`,
    '"(?<double>[^"]*)"|\\[(?<square>[^\\]]*)\\]|`(?<tick>[^`]*)`',
    String.raw`(?<word>[\p{L}_@#][\p{L}\p{N}_@#$]*)|(?<number>[0-9][0-9.]*)`,
    String.raw`(?<sign>[\s\S])`,
  ].join("|"),
  "uy",
);

const OPENING = /^(?:['"[`]|\/\*)/;

/** Words that can follow an expression without being its name. */
const NOT_A_NAME = /^(?:from|end|null|is|not|and|or|in|like|between|then|else|when|distinct|all)$/i;

export function selectedColumns(query: string): ReadonlySet<string> | null {
  if (query.length > LIMITS.queryChars) return null;
  const tokens = tokenize(query);
  if (tokens === null || !isWord(tokens[0], "select")) return null;
  const items = splitItems(tokens.slice(prefixLength(tokens)));
  if (items === null) return null;
  const names = items.map(nameOf);
  return names.every((name) => name !== null) ? new Set(names) : null;
}

function tokenize(query: string): readonly SqlToken[] | null {
  const tokens: SqlToken[] = [];
  const reader = new RegExp(TOKEN);
  while (reader.lastIndex < query.length) {
    const match = reader.exec(query);
    if (match === null) return null;
    const { double, square, tick, word, number, sign } = match.groups ?? {};
    const quoted = double ?? square ?? tick;
    if (quoted !== undefined) tokens.push({ kind: "quoted", text: quoted });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else if (sign !== undefined) {
      // A quote or comment that never ends; looking for more of them would cost n² steps.
      if (OPENING.test(query.slice(match.index, match.index + 2))) return null;
      tokens.push({ kind: "sign", text: sign });
    } else if (number !== undefined || match[0].startsWith("'"))
      tokens.push({ kind: "value", text: match[0] });
  }
  return tokens;
}

const isWord = (token: SqlToken | undefined, word: string): boolean =>
  token?.kind === "word" && token.text.toLowerCase() === word;
const isSign = (token: SqlToken | undefined, sign: string): boolean =>
  token?.kind === "sign" && token.text === sign;

/** `SELECT`, then `DISTINCT` or `ALL`, then `TOP 10` or `TOP (10)`. */
function prefixLength(tokens: readonly SqlToken[]): number {
  let at = 1;
  if (isWord(tokens[at], "distinct") || isWord(tokens[at], "all")) at += 1;
  if (isWord(tokens[at], "top")) at += isSign(tokens[at + 1], "(") ? 4 : 2;
  return at;
}

/** The items between SELECT and the FROM of the same level; a query without FROM ends its list. */
function splitItems(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] | null {
  const items: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, "(")) depth += 1;
    if (isSign(token, ")")) depth -= 1;
    if (depth < 0) return null;
    if (depth === 0 && (isWord(token, "from") || isSign(token, ";"))) return items;
    if (depth === 0 && isSign(token, ",")) items.push([]);
    else items.at(-1)?.push(token);
  }
  return depth === 0 ? items : null;
}

/** `Mail`, `u.Mail`, `… AS Mail`, `lower(Mail) Mail`; anything else has no name we know. */
function nameOf(item: readonly SqlToken[]): string | null {
  const last = item.at(-1);
  const before = item.at(-2);
  if (last === undefined || (last.kind !== "word" && last.kind !== "quoted")) return null;
  if (last.kind === "word" && NOT_A_NAME.test(last.text)) return null;
  if (before === undefined || isWord(before, "as")) return last.text;
  if (isSign(before, ".")) return item.every(isPartOfPath) ? last.text : null;
  return isSign(before, ")") || before.kind === "quoted" ? last.text : null;
}

const isPartOfPath = (token: SqlToken, index: number): boolean =>
  index % 2 === 1 ? isSign(token, ".") : token.kind === "word" || token.kind === "quoted";
