/** OData as far as Graph's clients here use it: `$select`, `$top`, `$skiptoken`, `$count` and
 *  filters of comparisons joined by `and` or `or`. What is not understood is refused, as Graph
 *  does, and never ignored: a filter that was dropped would return everybody. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { TENANT_LIMITS } from "../limits.ts";
import { badQuery, type GraphProblem } from "./graph-errors.ts";

export type QueryOptions = {
  readonly select: readonly string[] | null;
  readonly top: number;
  /** Objects up to this place were on pages before. */
  readonly after: number;
  readonly count: boolean;
  readonly matches: (object: JsonObject) => boolean;
  /** The one user principal name that can match, when the filter says so. */
  readonly userPrincipalName: string | null;
};

const KNOWN = ["$select", "$top", "$skiptoken", "$filter", "$count", "$consistencyLevel"];

export function readQuery(
  query: URLSearchParams,
  isProperty: (name: string) => boolean,
  typeName: string,
): Result<QueryOptions, GraphProblem> {
  for (const name of query.keys()) {
    if (name.startsWith("$") && !KNOWN.includes(name)) {
      return fail(badQuery(`The query parameter '${name}' is not supported.`));
    }
  }
  const select =
    query
      .get("$select")
      ?.split(",")
      .map((name) => name.trim()) ?? null;
  const unknown = select?.find((name) => !isProperty(name));
  if (unknown !== undefined) {
    return fail(
      badQuery(
        `Could not find a property named '${unknown}' on type 'microsoft.graph.${typeName}'.`,
      ),
    );
  }
  const top = Number(query.get("$top") ?? TENANT_LIMITS.pageSizeDefault);
  if (!Number.isInteger(top) || top < 1 || top > TENANT_LIMITS.pageSizeMax) {
    return fail(badQuery("Invalid page size specified: must be between 1 and 999 inclusive."));
  }
  const after = Number(query.get("$skiptoken") ?? -1);
  if (!Number.isInteger(after)) return fail(badQuery("The skip token is invalid."));
  const filter = query.get("$filter");
  const parsed = filter === null ? ok(EVERYTHING) : readFilter(filter, isProperty, typeName);
  if (!parsed.ok) return parsed;
  const count = query.get("$count") ?? "false";
  if (count !== "true" && count !== "false") {
    return fail(badQuery("Invalid value for $count: must be true or false."));
  }
  return ok({ select, top, after, count: count === "true", ...parsed.value });
}

type Filter = Pick<QueryOptions, "matches" | "userPrincipalName">;

const EVERYTHING: Filter = { matches: () => true, userPrincipalName: null };

const SIMPLE = String.raw`(?<name>[A-Za-z]\w*)\s+(?<operator>eq|ne)\s+`;
const STARTS = String.raw`(?<starts>startswith)\(\s*(?<of>[A-Za-z]\w*)\s*,\s*`;
const EACH = String.raw`(?:\k<each>\s+eq\s+|startswith\(\k<each>\s*,\s*)`;
const ANY = String.raw`(?<list>[A-Za-z]\w*)\/any\((?<each>\w+):\s*${EACH}`;
const VALUE = "(?:'(?<text>(?:[^']|'')*)'|(?<word>true|false|null))";
const COMPARISON = new RegExp(String.raw`^\s*(?:${SIMPLE}|${STARTS}|${ANY})${VALUE}\)*\s*`, "i");

function readFilter(
  filter: string,
  isProperty: (name: string) => boolean,
  typeName: string,
): Result<Filter, GraphProblem> {
  const comparisons: Comparison[] = [];
  let joined: "and" | "or" | null = null;
  let rest = filter;
  while (true) {
    const found = COMPARISON.exec(rest);
    if (found?.groups === undefined) return fail(badQuery("Invalid filter clause: syntax error."));
    const comparison = comparisonOf(found.groups, found[0]);
    if (!isProperty(comparison.name)) {
      const message =
        `Could not find a property named '${comparison.name}' ` +
        `on type 'microsoft.graph.${typeName}'.`;
      return fail(badQuery(`Invalid filter clause: ${message}`));
    }
    comparisons.push(comparison);
    rest = rest.slice(found[0].length);
    if (rest === "") break;
    const word = /^(and|or)\s/i.exec(rest)?.[1]?.toLowerCase() as "and" | "or" | undefined;
    if (word === undefined || (joined !== null && joined !== word)) {
      return fail(badQuery("Invalid filter clause: unsupported combination."));
    }
    joined = word;
    rest = rest.slice(word.length);
  }
  const matches = (object: JsonObject): boolean =>
    joined === "or"
      ? comparisons.some((each) => holds(each, object))
      : comparisons.every((each) => holds(each, object));
  const name = joined === "or" ? undefined : comparisons.find(isByName);
  return ok({ matches, userPrincipalName: name === undefined ? null : String(name.value) });
}

type Comparison = {
  readonly name: string;
  readonly operator: "eq" | "ne" | "startswith" | "any-eq" | "any-startswith";
  readonly value: string | boolean | null;
};

const isByName = ({ name, operator }: Comparison): boolean =>
  name === "userPrincipalName" && operator === "eq";

function comparisonOf(groups: Record<string, string | undefined>, text: string): Comparison {
  const { name, operator, starts, of, list, word } = groups;
  const quoted = groups["text"]?.replaceAll("''", "'");
  const plain = word === "null" ? null : word === "true";
  const value = quoted ?? plain;
  if (list !== undefined) {
    const begins = /startswith/i.test(text);
    return { name: list, operator: begins ? "any-startswith" : "any-eq", value };
  }
  if (starts !== undefined) return { name: of ?? "", operator: "startswith", value };
  return { name: name ?? "", operator: operator?.toLowerCase() === "ne" ? "ne" : "eq", value };
}

/** Texts compare without case, as in Entra. */
const folded = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : (value ?? null);

function holds({ name, operator, value }: Comparison, object: JsonObject): boolean {
  const own = object[name];
  const wanted = folded(value);
  const begins = (text: unknown): boolean => String(folded(text) ?? "").startsWith(String(wanted));
  if (operator === "eq") return folded(own) === wanted;
  if (operator === "ne") return folded(own) !== wanted;
  if (operator === "startswith") return own !== null && own !== undefined && begins(own);
  const items: readonly unknown[] = Array.isArray(own) ? own : [];
  return items.some((item) => (operator === "any-eq" ? folded(item) === wanted : begins(item)));
}
