/** Help for a key (`poll.interval`, `phases.gate`) or a problem code, from the schema's own
 *  descriptions and the table of codes. Steps occur in several places; they are listed once. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { CodeEntry } from "./code-entry.ts";
import { CODES, isProblemCode, severityOf } from "./codes.ts";
import { runbookJsonSchema, type SchemaNode } from "./json-schema.ts";
import { resolve } from "./known-keys.ts";
import type { Severity } from "./problem.ts";
import { nearest } from "./suggest.ts";

export type ExplainFailure = { readonly topic: string; readonly nearest: string | null };

type Field = { readonly path: string; readonly node: SchemaNode; readonly required: boolean };

export function explain(topic: string): Result<string, ExplainFailure> {
  const code = topic.toUpperCase();
  if (isProblemCode(code)) return ok(explainEntry(code, severityOf(code), CODES[code]));
  const wanted = topic.replace(/\[\d*\]/g, "").toLowerCase();
  const fields = allFields();
  const exact = fields.filter(({ path }) => path === wanted);
  const matches = exact.length > 0 ? exact : fields.filter(({ path }) => endsWith(path, wanted));
  if (matches.length > 0) return ok(distinct(matches).map(explainField).join("\n"));
  return fail({ topic, nearest: nearest(topic, shortForms(fields)) });
}

/** What people type: the last key of a path, or the last two. */
const shortForms = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ path }) => [lastKeys(path, 1), lastKeys(path, 2), path]));

const lastKeys = (path: string, count: number): string => path.split(".").slice(-count).join(".");

/** Every topic that `explain` answers: codes, then keys. */
export const explainTopics = (): readonly string[] => [
  ...Object.keys(CODES).sort(),
  ...new Set(allFields().map(({ path }) => path)),
];

/** For every table of codes, so that all of them are told in one form. */
export function explainEntry(code: string, severity: Severity, entry: CodeEntry): string {
  const { title, explanation, example } = entry;
  const shown = example.split("\n").map((line) => `    ${line}`);
  const heading = `${code} (${severity}): ${title}`;
  return `${[heading, "", `  ${explanation}`, "", "  Example:", ...shown].join("\n")}\n`;
}

function allFields(): readonly Field[] {
  return fieldsOf(runbookJsonSchema(), []);
}

/** Steps are described under `phases.steps`; elsewhere the same keys would only repeat. */
const STEP_LISTS: ReadonlySet<string> = new Set([
  "init",
  "on_member_removed",
  "finalize",
  "rollbacks",
]);

function fieldsOf(given: SchemaNode, path: readonly string[]): readonly Field[] {
  const node = resolve(given);
  if (STEP_LISTS.has(path.join("."))) return [];
  const inside = [
    ...(node.oneOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.items ? [node.items] : []),
  ];
  const own = Object.entries(node.properties ?? {}).flatMap(([key, property]) => {
    const here = [...path, key];
    const required = node.required?.includes(key) === true;
    return [
      { path: here.join("."), node: resolve(property), required },
      ...fieldsOf(property, here),
    ];
  });
  return [...own, ...inside.flatMap((one) => fieldsOf(one, path))];
}

const endsWith = (path: string, wanted: string): boolean => path.endsWith(`.${wanted}`);

/** The same key with the same words (once per type of data source) is told once. */
function distinct(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>();
  return fields.filter(({ path, node }) => {
    const key = `${path}\n${node.description ?? ""}`;
    const again = seen.has(key);
    seen.add(key);
    return !again;
  });
}

function explainField({ path, node, required }: Field): string {
  const facts = [
    ...allowed(node),
    ...(node.default === undefined ? [] : [`  Default: ${written(node.default)}`]),
    ...(node.examples ?? []).map((example) => `  Example: ${written(example)}`),
  ];
  const title = `${path} (${required ? "required" : "optional"})`;
  return `${[title, `  ${node.description ?? ""}`, ...facts].join("\n")}\n`;
}

function allowed(node: SchemaNode): readonly string[] {
  const words = node.enum ?? (node.const === undefined ? [] : [node.const]);
  return words.length === 0 ? [] : [`  Allowed: ${words.map(written).join(", ")}`];
}

const written = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);
