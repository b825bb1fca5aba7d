/** Filters of lists: comparisons, `startswith`, `endswith`, `any`, joined by `and`, `or`, `not` and
 *  brackets. Read to the last sign: what is left over, or not understood, is an error, as a filter
 *  that was read in part would return the wrong people.
 *  A reader takes tokens from a place on and answers what it read and the place behind it; null
 *  when it does not understand. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { TENANT_LIMITS } from "../limits.ts";

export type Filter = {
  readonly matches: (object: JsonObject) => boolean;
  /** Whether it has what Graph only does as an advanced query. */
  readonly advanced: boolean;
  /** The properties it names. */
  readonly names: readonly string[];
  /** The one user principal name that can match, when the filter says so. */
  readonly userPrincipalName: string | null;
};

export const EVERYTHING: Filter = {
  matches: () => true,
  advanced: false,
  names: [],
  userPrincipalName: null,
};

type Read<Found> = { readonly found: Found; readonly next: number } | null;
type Tokens = readonly string[];
type Test = (own: unknown) => boolean;

const TOKEN = /\s*(?:('(?:[^']|'')*'|[A-Za-z_]\w*|[(),:/])|(\S))/gy;

/** Null when it is not understood. */
export function readFilter(text: string): Filter | null {
  const tokens: string[] = [];
  for (const [, token, other] of text.trimEnd().matchAll(TOKEN)) {
    if (other !== undefined || token === undefined) return null;
    tokens.push(token);
  }
  const read = readEither(tokens, 0, 0);
  return read !== null && read.next === tokens.length ? read.found : null;
}

const is = (token: string | undefined, word: string): boolean => token?.toLowerCase() === word;

const readEither = (tokens: Tokens, at: number, depth: number): Read<Filter> =>
  readJoined(tokens, at, "or", anyOf, (from) =>
    readJoined(tokens, from, "and", allOf, (start) => readOne(tokens, start, depth)),
  );

function readJoined(
  tokens: Tokens,
  at: number,
  word: "and" | "or",
  join: (filters: readonly Filter[]) => Filter,
  readPart: (at: number) => Read<Filter>,
): Read<Filter> {
  const parts: Filter[] = [];
  for (let from = at; ; ) {
    const part = readPart(from);
    if (part === null) return null;
    parts.push(part.found);
    if (!is(tokens[part.next], word)) return { found: join(parts), next: part.next };
    from = part.next + 1;
  }
}

const anyOf = (filters: readonly Filter[]): Filter => ({
  ...together(filters),
  matches: (object) => filters.some(({ matches }) => matches(object)),
  userPrincipalName: filters.length === 1 ? (filters[0]?.userPrincipalName ?? null) : null,
});

const allOf = (filters: readonly Filter[]): Filter => ({
  ...together(filters),
  matches: (object) => filters.every(({ matches }) => matches(object)),
  userPrincipalName: filters.find((each) => each.userPrincipalName)?.userPrincipalName ?? null,
});

const together = (filters: readonly Filter[]): Pick<Filter, "advanced" | "names"> => ({
  advanced: filters.some(({ advanced }) => advanced),
  names: filters.flatMap(({ names }) => names),
});

function readOne(tokens: Tokens, at: number, depth: number): Read<Filter> {
  if (depth > TENANT_LIMITS.filterDepth) return null;
  if (is(tokens[at], "not")) {
    const read = readOne(tokens, at + 1, depth + 1);
    if (read === null) return null;
    const { matches, names } = read.found;
    const found = { matches: (object: JsonObject) => !matches(object), names };
    return { found: { ...found, advanced: true, userPrincipalName: null }, next: read.next };
  }
  if (tokens[at] === "(") {
    const read = readEither(tokens, at + 1, depth + 1);
    return read !== null && tokens[read.next] === ")" ? { ...read, next: read.next + 1 } : null;
  }
  return readAny(tokens, at) ?? readComparison(tokens, at);
}

/** `name/any(x:x eq 'a')` */
function readAny(tokens: Tokens, at: number): Read<Filter> {
  const [name = "", slash, word, open, each = "", colon] = tokens.slice(at, at + 6);
  if (slash !== "/" || !is(word, "any") || open !== "(" || colon !== ":") return null;
  const read = readTest(tokens, at + 6);
  if (read === null || read.found.name !== each || tokens[read.next] !== ")") return null;
  const { holds, advanced } = read.found;
  const matches = (object: JsonObject): boolean => {
    const items = object[name];
    return Array.isArray(items) && items.some(holds);
  };
  const found = { matches, advanced, names: [name], userPrincipalName: null };
  return { found, next: read.next + 1 };
}

function readComparison(tokens: Tokens, at: number): Read<Filter> {
  const read = readTest(tokens, at);
  if (read === null) return null;
  const { name, holds, advanced, only } = read.found;
  const isByName = name === "userPrincipalName" && only !== null;
  const matches = (object: JsonObject): boolean => holds(object[name]);
  const userPrincipalName = isByName ? only : null;
  return { found: { matches, advanced, names: [name], userPrincipalName }, next: read.next };
}

type Comparison = {
  readonly name: string;
  readonly holds: Test;
  readonly advanced: boolean;
  /** The one text that it equals. */
  readonly only: string | null;
};

function readTest(tokens: Tokens, at: number): Read<Comparison> {
  const [first = "", second = "", third = "", fourth, fifth = "", sixth] = tokens.slice(at, at + 6);
  if (second === "(") {
    const test = TEXT_TESTS[first.toLowerCase()];
    const value = constantOf(fifth);
    const isCall = NAME.test(third) && fourth === "," && typeof value === "string" && sixth === ")";
    if (test === undefined || !isCall) return null;
    const holds: Test = (own) =>
      typeof own === "string" && test(own.toLowerCase(), value.toLowerCase());
    const advanced = is(first, "endswith");
    return { found: { name: third, holds, advanced, only: null }, next: at + 6 };
  }
  const value = constantOf(third);
  if (!NAME.test(first) || value === undefined || !["eq", "ne"].includes(second.toLowerCase())) {
    return null;
  }
  const equals: Test = (own) => folded(own) === folded(value);
  const isNot = is(second, "ne");
  const holds: Test = isNot ? (own) => !equals(own) : equals;
  const only = typeof value === "string" && !isNot ? value : null;
  return { found: { name: first, holds, advanced: isNot, only }, next: at + 3 };
}

const NAME = /^[A-Za-z]\w*$/;

const TEXT_TESTS: Readonly<Record<string, (own: string, value: string) => boolean>> = {
  startswith: (own, value) => own.startsWith(value),
  endswith: (own, value) => own.endsWith(value),
};

/** Undefined where a token is no value. */
function constantOf(token: string): string | boolean | null | undefined {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (is(token, "null")) return null;
  return is(token, "true") ? true : is(token, "false") ? false : undefined;
}

/** Texts compare without case, as in Entra. */
const folded = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : (value ?? null);
