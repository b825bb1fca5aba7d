/** OData as far as Graph's clients here use it: `$select`, `$top`, `$skiptoken`, `$count`,
 *  `$search` for one word, and filters. What is not understood is refused, as Graph does, and never
 *  ignored: a filter that was dropped would return everybody. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import { EVERYTHING, type Filter, readFilter } from "./filter.ts";
import { badQuery, type GraphProblem, unsupported } from "./graph-errors.ts";

export type QueryOptions = {
  readonly select: readonly string[] | null;
  readonly top: number;
  /** Objects up to this place were on pages before. */
  readonly after: number;
  readonly count: boolean;
  /** Whether the caller takes what is some time behind. */
  readonly isEventual: boolean;
  readonly matches: (object: JsonObject) => boolean;
  /** The one user principal name that can match, when the filter says so. */
  readonly userPrincipalName: string | null;
};

const KNOWN = ["$select", "$top", "$skiptoken", "$filter", "$count", "$search"];

export function readQuery(
  request: TenantRequest,
  isProperty: (name: string) => boolean,
  typeName: string,
): Result<QueryOptions, GraphProblem> {
  const { query, headers } = request;
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
    return fail(badQuery(notOf(unknown, typeName)));
  }
  const top = Number(query.get("$top") ?? TENANT_LIMITS.pageSizeDefault);
  if (!Number.isInteger(top) || top < 1 || top > TENANT_LIMITS.pageSizeMax) {
    return fail(badQuery("Invalid page size specified: must be between 1 and 999 inclusive."));
  }
  const after = Number(query.get("$skiptoken") ?? -1);
  if (!Number.isInteger(after)) return fail(badQuery("The skip token is invalid."));
  const count = query.get("$count") ?? "false";
  if (count !== "true" && count !== "false") {
    return fail(badQuery("Invalid value for $count: must be true or false."));
  }
  const filter = filterOf(request, isProperty, typeName);
  if (!filter.ok) return filter;
  const isEventual = headers["consistencylevel"]?.toLowerCase() === "eventual";
  const problem = advancedProblem(request, isEventual, filter.value);
  if (problem !== null) return fail(problem);
  const isFound = searchOf(query.get("$search"));
  if (isFound === null) return fail(badQuery("Invalid search clause: syntax error."));
  const { matches, userPrincipalName } = filter.value;
  return ok({
    select,
    top,
    after,
    isEventual,
    count: isEventual && count === "true",
    matches: (object) => matches(object) && isFound(object),
    userPrincipalName,
  });
}

function filterOf(
  { query }: TenantRequest,
  isProperty: (name: string) => boolean,
  typeName: string,
): Result<Filter, GraphProblem> {
  const text = query.get("$filter");
  if (text === null) return ok(EVERYTHING);
  const filter = readFilter(text);
  if (filter === null) return fail(badQuery("Invalid filter clause: syntax error."));
  const unknown = filter.names.find((name) => !isProperty(name));
  if (unknown === undefined) return ok(filter);
  return fail(badQuery(`Invalid filter clause: ${notOf(unknown, typeName)}`));
}

const notOf = (name: string, typeName: string): string =>
  `Could not find a property named '${name}' on type 'microsoft.graph.${typeName}'.`;

/** Advanced queries go to a store of their own, which is behind: whoever asks says that it knows,
 *  and has them counted. Otherwise a count is left out and what needs them is refused. */
function advancedProblem(
  { query, path }: TenantRequest,
  isEventual: boolean,
  filter: Filter,
): GraphProblem | null {
  if (query.has("$search") && !isEventual) return unsupported(SEARCH_ALONE);
  const isCounted = query.get("$count") === "true" || path.at(-1) === "$count";
  return filter.advanced && !(isEventual && isCounted) ? unsupported("Unsupported Query.") : null;
}

const SEARCH_ALONE =
  "Request with $search query parameter only works through MSGraph with a special request " +
  "header: 'ConsistencyLevel: eventual'";

const SEARCH = /^"(displayName|mail|userPrincipalName):([^":]+)"$/;

/** One clause: a word of the property begins so. Null when it is not understood. */
function searchOf(text: string | null): ((object: JsonObject) => boolean) | null {
  if (text === null) return () => true;
  const [, name = "", wanted = ""] = SEARCH.exec(text) ?? [];
  if (name === "") return null;
  const begins = (word: string): boolean => word.startsWith(wanted.trim().toLowerCase());
  return (object) =>
    String(object[name] ?? "")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some(begins);
}
