/** From text to Tree, or the reasons why not. Every step before the last is bounded: bytes, then
 *  characters, then tokens and depth; so any text at all is answered quickly (R53).
 *  A tree comes back unless the syntax breaks or a limit is passed; what was refused in it is
 *  `unknown` there, so that everything else is still checked. */
import { Composer, type CST, type Node } from "yaml";
import { LIMITS } from "../contract/limits.ts";
import { type BuiltTree, buildTree } from "./build-tree.ts";
import { type Finding, finding } from "./finding.ts";
import { plainTokens } from "./plain-tokens.ts";
import { scanTokens } from "./scan-tokens.ts";
import type { MapTree, Place } from "./tree.ts";
import { describeYamlError } from "./yaml-errors.ts";

export type YamlReading = {
  readonly tree: MapTree | null;
  readonly findings: readonly Finding[];
  /** The tree in which the last of equal keys counts instead of the first, and where it differs;
   *  null when no key is repeated. */
  readonly other: { readonly tree: MapTree; readonly repeats: readonly Place[] } | null;
};

const BYTE_ORDER_MARK = "\uFEFF";
/** Control characters but tab and line ends, a carriage return alone, and half characters. */
const FORBIDDEN = new RegExp(
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f]" +
    "|[\\ufeff\\ufffe\\uffff]" +
    "|\\r(?!\\n)|[\\ud800-\\udfff]",
  "gu",
);

export const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;

/** `text` is without its byte-order mark. */
export function readYaml(text: string): YamlReading {
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.runbookBytes) {
    const message = `${bytes} bytes; a runbook has at most ${LIMITS.runbookBytes}`;
    return refuse([finding("E1001", 0, message, "Split it into several runbooks.")]);
  }
  const forbidden = forbiddenCharacters(text);
  if (forbidden.length > 0) return refuse(forbidden);
  if (!text.split("\n").some(hasContent)) {
    const hint = "`drover runbook new` writes one to start from.";
    return refuse([finding("E1003", 0, "the file holds no runbook", hint)]);
  }
  const { tokens, findings } = scanTokens(text);
  if (tokens === null) return refuse(findings);
  return compose(text, plainTokens(tokens), findings);
}

function compose(
  text: string,
  tokens: readonly CST.Token[],
  scanned: readonly Finding[],
): YamlReading {
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const [document] = composer.compose(tokens, true, text.length);
  const root = document?.contents ?? null;
  if (document === undefined || root === null)
    return refuse([...scanned, finding("E1003", 0, "the file holds no runbook")]);
  const built = buildTree(root, "first");
  const findings = [...scanned, ...built.findings];
  const [firstError] = document.errors
    .filter(({ code }) => code !== "BAD_ALIAS")
    .map((error) => describeYamlError(error, text, built.tree))
    .toSorted((a, b) => a.at - b.at);
  if (firstError !== undefined) return refuse(upTo(firstError, findings));
  return built.isTooLarge ? refuse(findings) : asMap(root, built, findings);
}

/** After the first break in the syntax everything further is guesswork. An unquoted template is
 *  such a break itself: the reader stumbles over the rest of its line. */
function upTo(firstError: Finding, findings: readonly Finding[]): readonly Finding[] {
  const before = findings.filter(({ at }) => at < firstError.at);
  return before.some(({ code }) => code === "E1111") ? before : [...before, firstError];
}

function asMap(root: Node, built: BuiltTree, findings: readonly Finding[]): YamlReading {
  const { tree, repeats } = built;
  if (tree.kind === "unknown") return refuse(findings);
  if (tree.kind !== "map") {
    const found = tree.kind === "list" ? "a list" : "a single value";
    const message = `a runbook is a mapping of keys; this file is ${found}`;
    return refuse([...findings, finding("E1004", tree.start, message, "Begin with `name:`.")]);
  }
  const other = repeats.length === 0 ? null : buildTree(root, "last").tree;
  return { tree, findings, other: other?.kind === "map" ? { tree: other, repeats } : null };
}

const NO_CONTENT = /^(?:#.*|---|\.\.\.|)$/;
const hasContent = (line: string): boolean => !NO_CONTENT.test(line.trim());

const refuse = (findings: readonly Finding[]): YamlReading => ({
  tree: null,
  findings,
  other: null,
});

function forbiddenCharacters(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(FORBIDDEN)) {
    if (findings.length >= LIMITS.problemsPerFile) break;
    findings.push(finding("E1002", match.index, describeCharacter(match[0]), "Remove it."));
  }
  return findings;
}

function describeCharacter(character: string): string {
  if (character === "\r") return "a carriage return without a line feed";
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `character U+${code} is not allowed in a runbook`;
}
