/** The schema's complaints in our words: what, where, what was found, what is allowed. */
import type { z } from "zod";
import { RUNBOOK_NAME_PATTERN } from "../contract/name-pattern.ts";
import { DURATION_PATTERN, OFFSET_PATTERN } from "../contract/runbook/time-text.ts";
import { type Finding, finding } from "./finding.ts";
import { didYouMean, quote } from "./suggest.ts";
import type { Path, Tree } from "./tree.ts";
import { printPath, treeAt } from "./tree-paths.ts";

type Issue = z.core.$ZodIssue;

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

export function describeIssue(issue: Issue, root: Tree): Finding {
  const path = pathOf(issue);
  const tree = treeAt(root, path);
  if (issue.code === "invalid_key") return describeKey(issue, root, path);
  if (tree === null) return missing(root, path);
  if (tree.kind === "scalar" && tree.value === null && issue.code !== "invalid_format")
    return finding("E2001", keyPlaceOf(root, path), `${printPath(path)} has no value`);
  const where = printPath(path);
  switch (issue.code) {
    case "invalid_type":
      return wrongKind(issue.expected, where, tree);
    case "invalid_value":
      return notAllowed(issue.values.map(String), where, tree);
    case "invalid_union":
      return describeUnion(issue, where, tree);
    case "invalid_format":
      return wrongForm(issue, where, tree);
    case "too_small":
      return outOfRange(issue.origin, where, tree, `at least ${issue.minimum}`);
    case "too_big":
      return outOfRange(issue.origin, where, tree, `at most ${issue.maximum}`);
    default:
      return finding("E2002", tree.start, `${where} is not what belongs here`);
  }
}

/** Where the key of an entry stands; the owner's own place when there is no such key. */
export function keyPlace(root: Tree, owner: Path, key: string): number {
  const map = treeAt(root, owner);
  return (map?.kind === "map" ? map.entries.get(key)?.keyAt : null) ?? map?.start ?? 0;
}

const keyPlaceOf = (root: Tree, path: Path): number =>
  keyPlace(root, path.slice(0, -1), String(path.at(-1)));

export const pathOf = (issue: Issue): Path =>
  issue.path.map((key) => (typeof key === "number" ? key : String(key)));

function missing(root: Tree, path: Path): Finding {
  const key = String(path.at(-1));
  let owner = path.slice(0, -1);
  while (owner.length > 0 && treeAt(root, owner) === null) owner = owner.slice(0, -1);
  const where = owner.length === 0 ? "the runbook" : printPath(owner);
  const at = treeAt(root, owner)?.start ?? 0;
  const hint = `\`drover runbook explain ${key}\` tells what it is.`;
  return finding("E2001", at, `${where} lacks ${quote(key)}`, hint);
}

function wrongKind(expected: string, where: string, tree: Tree): Finding {
  if (expected === "int" && tree.kind === "scalar" && typeof tree.value === "number")
    return finding("E2010", tree.start, `${where} is ${tree.value}; it must be a whole number`);
  const wanted = KIND_NAMES[expected] ?? expected;
  const message = `${where} must be ${wanted}; found ${found(tree)}`;
  const hint = wanted === "a list" ? "Begin each entry with `- `." : null;
  return finding("E2002", tree.start, message, hint);
}

/** What stands in the file, for the end of a sentence. */
function found(tree: Tree): string {
  if (tree.kind === "map") return "a mapping";
  if (tree.kind !== "scalar") return "a list";
  if (typeof tree.value === "string") return `the text ${quote(tree.value)}`;
  return typeof tree.value === "number" ? `the number ${tree.value}` : String(tree.value);
}

function notAllowed(allowed: readonly string[], where: string, tree: Tree): Finding {
  const typed = tree.kind === "scalar" ? String(tree.value) : null;
  const message = `${where} must be ${list(allowed)}; found ${found(tree)}`;
  return finding("E2003", tree.start, message, typed === null ? null : didYouMean(typed, allowed));
}

const list = (words: readonly string[]): string =>
  words.length === 1 ? words.join() : `one of ${words.join(", ")}`;

function describeUnion(
  issue: Extract<Issue, { code: "invalid_union" }>,
  where: string,
  tree: Tree,
): Finding {
  if (issue.discriminator !== undefined && "options" in issue)
    return notAllowed((issue.options ?? []).map(String), where, tree);
  const words = issue.errors.flat().flatMap((one) => ("values" in one ? one.values : []));
  return notAllowed([...words.map(String), "a mapping"], where, tree);
}

function wrongForm(
  issue: Extract<Issue, { code: "invalid_format" }>,
  where: string,
  tree: Tree,
): Finding {
  const text = tree.kind === "scalar" ? String(tree.plain ?? tree.value) : "";
  if (issue.pattern === String(DURATION_PATTERN)) {
    const message = `${where} is ${quote(text)}, which is not a duration`;
    const hint = /^[0-9]+$/.test(text)
      ? `Add a unit: ${text}s, ${text}m, ${text}h or ${text}d.`
      : "Write a whole number and one unit, such as 30s, 15m, 24h or 7d.";
    return finding("E2008", tree.start, message, hint);
  }
  if (issue.pattern === String(OFFSET_PATTERN)) return wrongOffset(text, where, tree.start);
  return finding("E2004", tree.start, `${where} cannot be ${quote(text)}`, formHint(issue.pattern));
}

function wrongOffset(text: string, where: string, at: number): Finding {
  const message = `${where} is ${quote(text)}, which is not an offset`;
  if (/^T\+/i.test(text)) {
    const hint = "No phase is due after the start: shift the start and count back from it.";
    return finding("E2009", at, message, hint);
  }
  const span = text.replace(/^t?-?/i, "");
  const hint = DURATION_PATTERN.test(span)
    ? `Write T-${span}.`
    : "Write T- and a duration, such as T-5d, T-4h or T-30m, or T-0.";
  return finding("E2009", at, message, hint);
}

const RUNBOOK_NAME_HINT =
  "Use letters, digits, blanks inside and punctuation except / \\ ? # % < > { } \" ' ` | * :, " +
  "and do not begin with a dot or hyphen.";

/** Names for people exclude what cannot be seen; names for machines list what they allow. */
function formHint(pattern: string | undefined): string {
  if (pattern === String(RUNBOOK_NAME_PATTERN)) return RUNBOOK_NAME_HINT;
  if (pattern?.includes("\\u0000") === true)
    return "A name has no blank at either end and nothing invisible inside.";
  const letters = pattern?.includes("A-Z") === true ? "Letters" : "Small letters";
  return `${letters}, digits, hyphens, dots and underscores; no sign first or last.`;
}

function outOfRange(origin: string, where: string, tree: Tree, bound: string): Finding {
  if (tree.kind === "scalar" && typeof tree.value === "number")
    return finding("E2007", tree.start, `${where} is ${tree.value}; it must be ${bound}`);
  if (origin === "string") {
    const length = tree.kind === "scalar" ? String(tree.value).length : 0;
    if (length === 0) return finding("E2005", tree.start, `${where} is empty`);
    return finding("E2005", tree.start, `${where} has ${length} characters; allowed are ${bound}`);
  }
  const count = tree.kind === "list" ? tree.items.length : 0;
  return finding("E2006", tree.start, `${where} has ${count} entries; allowed are ${bound}`);
}

function describeKey(
  issue: Extract<Issue, { code: "invalid_key" }>,
  root: Tree,
  path: Path,
): Finding {
  const name = String(path.at(-1));
  const at = keyPlaceOf(root, path);
  const where = printPath(path.slice(0, -1));
  const [first] = issue.issues;
  if (first?.code === "too_big" || name === "")
    return finding("E2005", at, `a name in ${where} is empty or too long`);
  const pattern = first?.code === "invalid_format" ? first.pattern : undefined;
  return finding("E2004", at, `${where} cannot have the name ${quote(name)}`, formHint(pattern));
}

export const describeUnknownKey = (
  tree: Tree,
  path: Path,
  key: string,
  known: readonly string[],
  strict: boolean,
): Finding => {
  const where = path.length === 0 ? "the runbook" : printPath(path);
  const at = keyPlace(tree, path, key);
  const hint = didYouMean(key, known) ?? `Known here: ${known.join(", ")}.`;
  return finding(strict ? "E2101" : "W2101", at, `unknown key ${quote(key)} in ${where}`, hint);
};
