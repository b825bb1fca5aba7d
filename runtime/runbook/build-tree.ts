/** From the YAML library's nodes to our Tree. Runs after the token scan, so the nesting is
 *  bounded. Aliases are never followed: what they stand for is unknown. Keys are unique text
 *  afterwards; what the library would let pass (two equal keys, a mapping as a key, a merge
 *  key, a reserved name) is found here and left out. */

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { LIMITS } from "../contract/limits.ts";
import { isReservedName } from "../contract/reserved-name.ts";
import { type Finding, finding } from "./finding.ts";
import { tooManyNodes } from "./scan-tokens.ts";
import { quote } from "./suggest.ts";
import type { MapTree, Place, ScalarTree, Tree, TreeEntry } from "./tree.ts";

const MERGE = "<<";

/** Which entry counts where a key appears more than once. */
type Kept = "first" | "last";

export type BuiltTree = {
  readonly tree: Tree;
  readonly findings: readonly Finding[];
  readonly isTooLarge: boolean;
  /** From key to end of value, of each entry whose key stood in its mapping before. */
  readonly repeats: readonly Place[];
};

/** What the build gathers on its way. */
type Gathered = { readonly kept: Kept; findings: Finding[]; repeats: Place[]; nodes: number };

export function buildTree(root: Node, kept: Kept): BuiltTree {
  const gathered: Gathered = { kept, findings: [], repeats: [], nodes: 0 };
  const tree = build(root, gathered);
  const { findings, repeats } = gathered;
  const isTooLarge = gathered.nodes > LIMITS.runbookNodes;
  if (isTooLarge) findings.push(tooManyNodes(0));
  return { tree, findings, isTooLarge, repeats };
}

function build(node: unknown, gathered: Gathered): Tree {
  const { findings } = gathered;
  gathered.nodes += 1;
  if (isSeq(node)) {
    const items = node.items.map((item) => build(item, gathered));
    return { kind: "list", ...place(node), items };
  }
  if (isAlias(node)) return { kind: "unknown", ...place(node) };
  if (!isMap(node)) return buildScalar(node, findings);
  const template = unquotedTemplate(node);
  if (template !== null) {
    const { start, end } = place(node);
    const hint = `Write ${JSON.stringify(template)} with the quotes.`;
    findings.push(finding("E1111", start, "a template must be in quotes", hint));
    return { kind: "scalar", start, end, value: template, plain: null };
  }
  return buildMap(node, gathered);
}

function buildMap(node: YAMLMap, gathered: Gathered): MapTree {
  const entries = new Map<string, TreeEntry>();
  let partial = false;
  for (const pair of node.items) {
    const key = keyOf(pair, gathered.findings, place(node).start);
    // Built even if it is not kept: what is wrong in the value is reported with the key.
    const value = build(pair.value ?? emptyAt(key?.at ?? 0), gathered);
    if (isAlias(pair.key) || isMerge(pair.key)) partial = true;
    if (key === null) continue;
    const { text, at } = key;
    const isRepeat = entries.has(text);
    if (!isRepeat || gathered.kept === "last") entries.set(text, { keyAt: at, value });
    if (!isRepeat) continue;
    const message = `key ${quote(text)} appears twice in this mapping`;
    gathered.findings.push(finding("E1104", at, message, "Keep one of them."));
    gathered.repeats.push({ start: at, end: value.end });
  }
  return { kind: "map", ...place(node), entries, partial };
}

const isMerge = (key: unknown): key is Scalar =>
  isScalar(key) && key.type === "PLAIN" && key.value === MERGE;

type Key = { readonly text: string; readonly at: number };

function keyOf(pair: Pair, findings: Finding[], fallback: number): Key | null {
  const { key } = pair;
  if (isAlias(key)) return null;
  if (isMerge(key)) {
    const message = "merge keys (`<<`) are not allowed";
    findings.push(finding("E1107", place(key).start, message, "Write the keys out."));
    return null;
  }
  if (!isScalar(key) || key.value === null) {
    const at = isScalar(key) || isMap(key) || isSeq(key) ? place(key).start : fallback;
    findings.push(finding("E1109", at, "a key must be text", "Put the key in quotes."));
    return null;
  }
  const at = place(key).start;
  const text = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
  if (isReservedName(text)) {
    findings.push(finding("E1110", at, `${quote(text)} is a reserved name`, "Choose another."));
    return null;
  }
  if (!hasForbidden(text)) return { text, at };
  findings.push(forbiddenText(at));
  return null;
}

/** `key` without a colon or value has no value node; its place is its key's. */
const emptyAt = (at: number): EmptyNode => ({ emptyAt: at });
type EmptyNode = { readonly emptyAt: number };

function buildScalar(node: unknown, findings: Finding[]): Tree {
  if (!isScalar(node)) {
    const at = isEmptyNode(node) ? node.emptyAt : 0;
    return { kind: "scalar", start: at, end: at, value: null, plain: "" };
  }
  const { start, end } = place(node);
  const plain = node.type === "PLAIN" ? (node.source ?? "") : null;
  const value = scalarValue(node);
  if (typeof value === "number" && !Number.isFinite(value)) {
    const hint = "Put it in quotes if text is meant.";
    findings.push(finding("E1112", start, `${plain ?? "this"} is not a finite number`, hint));
    return { kind: "unknown", start, end };
  }
  if (typeof value === "string" && hasForbidden(value)) {
    findings.push(forbiddenText(start));
    return { kind: "unknown", start, end };
  }
  return { kind: "scalar", start, end, value, plain };
}

const isEmptyNode = (node: unknown): node is EmptyNode =>
  typeof node === "object" && node !== null && "emptyAt" in node;

function scalarValue(node: Scalar): ScalarTree["value"] {
  const { value } = node;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return null;
}

/** Escapes in double quotes can write what the text itself may not contain (R56). */
const hasForbidden = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

const forbiddenText = (at: number): Finding =>
  finding("E1002", at, "this text contains a NUL or half a character", "Remove the escape.");

/** `{{Name}}` without quotes is, to YAML, a mapping whose only key is a mapping. */
function unquotedTemplate(node: YAMLMap): string | null {
  const [pair] = node.items;
  if (node.flow !== true || node.items.length !== 1 || pair === undefined) return null;
  if (!isMap(pair.key) || pair.key.flow !== true || pair.key.items.length !== 1) return null;
  const name = pair.key.items[0]?.key;
  return isScalar(name) ? `{{${String(name.value)}}}` : null;
}

const place = (node: { range?: readonly number[] | null | undefined }): Place => ({
  start: node.range?.[0] ?? 0,
  end: node.range?.[1] ?? 0,
});
