/** Tree against schema. Three things that people write are let pass with a warning, because they
 *  say no less for it: unknown keys (an error when strict, X-79), keys without a value, and
 *  text that YAML reads as a number or a truth value. They are taken out of the value, or put
 *  right in it, and the schema judges again what remains. */
import type { z } from "zod";
import { type RunbookDocument, runbookDocument } from "../contract/runbook/document.ts";
import { type Finding, finding } from "./finding.ts";
import { knownKeys } from "./known-keys.ts";
import { describeIssue, describeUnknownKey, keyPlace, pathOf } from "./shape-messages.ts";
import { quote } from "./suggest.ts";
import type { MapTree, Path, Tree } from "./tree.ts";
import { printPath, toValue, treeAt } from "./tree-paths.ts";

export type ShapeCheck = {
  readonly document: RunbookDocument | null;
  readonly findings: readonly Finding[];
};

type Repair = {
  readonly path: Path;
  readonly finding: Finding;
  /** undefined takes the key out. */
  readonly value: string | undefined;
};

/** A repair can bring the next one to light (a union's branch, a discriminator), not many. */
const ROUNDS_MAX = 5;

export function checkShape(tree: MapTree, { strict }: { readonly strict: boolean }): ShapeCheck {
  const value: unknown = toValue(tree);
  const repairs = new Map<string, Repair>();
  let parsed = runbookDocument.safeParse(value);
  for (let round = 0; round < ROUNDS_MAX && !parsed.success; round += 1) {
    const fresh = parsed.error.issues
      .flatMap((issue) => repairsFor(issue, tree, strict))
      .filter(({ path }) => !repairs.has(keyOf(path)));
    if (fresh.length === 0) break;
    for (const repair of fresh) {
      repairs.set(keyOf(repair.path), repair);
      apply(value, repair);
    }
    parsed = runbookDocument.safeParse(value);
  }
  const errors = parsed.success ? [] : describeOncePerPath(parsed.error.issues, tree);
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map((i) => keyOf(pathOf(i))));
  const warnings = [...repairs.values()]
    .filter(({ path }) => !wrong.has(keyOf(path)))
    .map((repair) => repair.finding);
  return { document: parsed.success ? parsed.data : null, findings: [...errors, ...warnings] };
}

/** What stands there was refused by the reader, or may come with what it refused. */
function isReported(tree: Tree, path: Path): boolean {
  const found = treeAt(tree, path);
  if (found !== null) return found.kind === "unknown";
  const owner = treeAt(tree, path.slice(0, -1));
  return owner?.kind === "map" && owner.partial;
}

const keyOf = (path: Path): string => JSON.stringify(path);

function repairsFor(issue: z.core.$ZodIssue, tree: Tree, strict: boolean): readonly Repair[] {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(tree, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      finding: describeUnknownKey(tree, path, key, known, strict),
      value: undefined,
    }));
  }
  const found = treeAt(tree, path);
  if (found?.kind !== "scalar" || path.length === 0) return [];
  if (found.value === null) {
    const message = `${printPath(path)} has no value and is read as absent`;
    const at = keyPlace(tree, path.slice(0, -1), String(path.at(-1)));
    const warning = finding("W2102", at, message, "Give it a value or remove the key.");
    return [{ path, finding: warning, value: undefined }];
  }
  const wantsText = issue.code === "invalid_type" && issue.expected === "string";
  if (!wantsText || found.plain === null) return [];
  const kind = typeof found.value;
  const message = `${printPath(path)} is text; YAML reads ${found.plain} as a ${kind}`;
  const warning = finding("W2103", found.start, message, `Write ${quote(found.plain)}.`);
  return [{ path, finding: warning, value: found.plain }];
}

function apply(value: unknown, { path, value: replacement }: Repair): void {
  const last = path.at(-1);
  let owner = value;
  for (const key of path.slice(0, -1)) owner = isOwner(owner) ? owner[key] : undefined;
  if (last === undefined || !isOwner(owner)) return;
  if (replacement === undefined) delete owner[last];
  else owner[last] = replacement;
}

const isOwner = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === "object" && value !== null;

/** An empty name breaks two rules of the schema; one sentence about it is enough. */
function describeOncePerPath(issues: readonly z.core.$ZodIssue[], tree: Tree): readonly Finding[] {
  const first = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const path = pathOf(issue);
    const key = keyOf(path);
    if (!first.has(key) && !isReported(tree, path)) first.set(key, issue);
  }
  return [...first.values()].map((issue) => describeIssue(issue, tree));
}
