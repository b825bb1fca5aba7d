/** The part of Resource Graph's query language that cleanups use: `Resources | where … | project
 *  … | order by … | limit n | count`. What is not understood is refused: a condition that was
 *  dropped would find everything. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Tags } from "./tags.ts";

export type QueryRow = JsonObject;
export type ResourceQuery = {
  readonly containers: boolean;
  readonly stages: readonly Stage[];
  /** Whether what is too long for one answer can be asked for in pages. */
  readonly isPaged: boolean;
};
type Stage = (rows: readonly QueryRow[]) => readonly QueryRow[];

export function readResourceQuery(text: string): Result<ResourceQuery, string> {
  const [table = "", ...stages] = splitOutside(text, "|").map((part) => part.trim());
  const name = table.toLowerCase();
  if (name !== "resources" && name !== "resourcecontainers") {
    return fail(`'${table}' is not a table that is known here.`);
  }
  const read: Stage[] = [];
  for (const stage of stages) {
    const parsed = readStage(stage);
    if (parsed === null) return fail(`'${stage}' is not understood.`);
    read.push(parsed);
  }
  const isPaged = stages.every(keepsPages);
  return ok({ containers: name === "resourcecontainers", stages: read, isPaged });
}

/** Pages are found by the column id, and not where the query itself says how many it wants. */
function keepsPages(stage: string): boolean {
  const [, operator = "", rest = ""] = /^(\w+)\s*(.*)$/s.exec(stage) ?? [];
  if (/^(?:limit|take)$/i.test(operator)) return false;
  return !/^project$/i.test(operator) || /(?:^|,)\s*id\s*(?:,|$)/.test(rest);
}

function readStage(stage: string): Stage | null {
  const [, operator = "", rest = ""] = /^(\w+(?:\s+by)?)\s*(.*)$/s.exec(stage) ?? [];
  switch (operator.toLowerCase()) {
    case "where":
      return readWhere(rest);
    case "project":
      return readProject(rest);
    case "limit":
    case "take":
      return /^\d+$/.test(rest) ? (rows) => rows.slice(0, Number(rest)) : null;
    case "order by":
    case "sort by":
      return readOrder(rest);
    case "count":
      return rest === "" ? (rows) => [{ Count: rows.length }] : null;
    default:
      return null;
  }
}

function readWhere(text: string): Stage | null {
  const conditions = splitOutside(text, "and").map(readCondition);
  if (conditions.some((condition) => condition === null)) return null;
  return (rows) => rows.filter((row) => conditions.every((holds) => holds?.(row) === true));
}

const OPERATOR = "(?<operator>==|!=|=~|!~|in~|in|has|contains|startswith)";
const QUOTED = String.raw`\[(?<quoted>'[^']*'|"[^"]*")\]`;
const PLAIN = String.raw`\.(?<plain>[A-Za-z_][\w]*)`;
const NAMED = String.raw`(?<column>[A-Za-z]\w*)(?:${QUOTED}|${PLAIN})?`;
const COLUMN = String.raw`(?:tostring\(\s*)?${NAMED}\s*(?:\)\s*)?`;
const TEXT = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const LIST = String.raw`\(\s*(?:${TEXT})\s*(?:,\s*(?:${TEXT})\s*)*\)`;
/** No two parts of it can take the same blanks or texts: it is read in one go. */
const CONDITION = new RegExp(String.raw`^${COLUMN}${OPERATOR}\s*(?<value>${TEXT}|${LIST})$`, "i");
const PRESENT = new RegExp(
  String.raw`^(?<not>isempty|isnotempty|isnull|isnotnull)\(\s*${COLUMN}\)$`,
  "i",
);

type Condition = (row: QueryRow) => boolean;

function readCondition(text: string): Condition | null {
  const present = PRESENT.exec(text.trim())?.groups;
  if (present !== undefined) {
    const column = columnOf(present);
    const wantsValue = present["not"]?.toLowerCase().startsWith("isnot") === true;
    return column === null ? null : (row) => (column(row) !== "") === wantsValue;
  }
  const groups = CONDITION.exec(text.trim())?.groups;
  const column = groups === undefined ? null : columnOf(groups);
  if (groups === undefined || column === null) return null;
  const operator = groups["operator"]?.toLowerCase() ?? "";
  const value = groups["value"] ?? "";
  if (operator.startsWith("in") !== value.startsWith("(")) return null;
  const values = [...value.matchAll(new RegExp(TEXT, "g"))].map(([each]) => unquoted(each));
  return comparison(operator, column, values);
}

function comparison(operator: string, column: Column, values: readonly string[]): Condition | null {
  const [first = ""] = values;
  const lower = (text: string): string => text.toLowerCase();
  const has = (row: QueryRow): boolean => lower(column(row)).includes(lower(first));
  const conditions: Readonly<Record<string, Condition>> = {
    "==": (row) => column(row) === first,
    "!=": (row) => column(row) !== first,
    "=~": (row) => lower(column(row)) === lower(first),
    "!~": (row) => lower(column(row)) !== lower(first),
    in: (row) => values.includes(column(row)),
    "in~": (row) => values.map(lower).includes(lower(column(row))),
    startswith: (row) => lower(column(row)).startsWith(lower(first)),
    has,
    contains: has,
  };
  return conditions[operator] ?? null;
}

type Column = (row: QueryRow) => string;

const COLUMNS = ["id", "name", "type", "location", "resourceGroup", "subscriptionId", "tags"];

function columnOf(groups: Record<string, string | undefined>): Column | null {
  const name = COLUMNS.find((known) => known.toLowerCase() === groups["column"]?.toLowerCase());
  if (name === undefined) return null;
  const tag = groups["quoted"]?.slice(1, -1) ?? groups["plain"];
  if ((name === "tags") !== (tag !== undefined)) return null;
  if (tag === undefined) return (row) => String(row[name] ?? "");
  return (row) => {
    const tags = row["tags"] as Tags;
    return Object.hasOwn(tags, tag) ? (tags[tag] ?? "") : "";
  };
}

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/g, "$1");

function readProject(text: string): Stage | null {
  const names = text.split(",").map((name) => name.trim());
  if (!names.every((name) => COLUMNS.includes(name) || name === "properties")) return null;
  return (rows) =>
    rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
}

function readOrder(text: string): Stage | null {
  const [, name = "", direction = "asc"] = /^(\w+)(?:\s+(asc|desc))?$/i.exec(text) ?? [];
  if (!COLUMNS.includes(name) || name === "tags") return null;
  const sign = direction.toLowerCase() === "desc" ? -1 : 1;
  const text_ = (row: QueryRow): string => String(row[name] ?? "");
  return (rows) =>
    rows.toSorted((a, b) => sign * (text_(a) < text_(b) ? -1 : text_(a) > text_(b) ? 1 : 0));
}

/** A text that has no end goes on to the end of all: nothing is looked at twice. */
const OPEN_TEXT = String.raw`'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)`;
const TOKEN = new RegExp(String.raw`${OPEN_TEXT}|\w+|\s+|.`, "gs");

/** Parts between marks or words that stand outside of quotes. */
function splitOutside(text: string, mark: string): readonly string[] {
  const parts: string[] = [];
  let current = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.toLowerCase() === mark) {
      parts.push(current);
      current = "";
    } else current += token;
  }
  return [...parts, current];
}
