/** From text to Tree, or the reasons why not. Every step before the last is bounded: bytes, then
 *  characters, then tokens and depth; so any text at all is answered quickly (R53).
 *  A tree comes back only if it says all that the file says. */
import { Composer } from "yaml";
import { LIMITS } from "../contract/limits.ts";
import { buildTree } from "./build-tree.ts";
import { type Finding, finding } from "./finding.ts";
import { scanTokens } from "./scan-tokens.ts";
import type { MapTree, Tree } from "./tree.ts";
import { describeYamlError } from "./yaml-errors.ts";

export type YamlReading = { readonly tree: MapTree | null; readonly findings: readonly Finding[] };

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
  const scan = scanTokens(text);
  if (scan.findings.length > 0) return refuse(scan.findings);
  return compose(text, scan.tokens);
}

function compose(text: string, tokens: ReturnType<typeof scanTokens>["tokens"]): YamlReading {
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
    return refuse([finding("E1003", 0, "the file holds no runbook")]);
  const { tree, findings } = buildTree(root);
  const [firstError] = document.errors
    .map((error) => describeYamlError(error, text, tree))
    .toSorted((a, b) => a.at - b.at);
  if (firstError === undefined) return asMap(tree, findings);
  return refuse(upTo(firstError, findings));
}

/** After the first break in the syntax everything further is guesswork. An unquoted template is
 *  such a break itself: the reader stumbles over the rest of its line. */
function upTo(firstError: Finding, findings: readonly Finding[]): readonly Finding[] {
  const before = findings.filter(({ at }) => at < firstError.at);
  return before.some(({ code }) => code === "E1111") ? before : [...before, firstError];
}

function asMap(tree: Tree, findings: readonly Finding[]): YamlReading {
  if (tree.kind !== "map") {
    const found = tree.kind === "list" ? "a list" : "a single value";
    const message = `a runbook is a mapping of keys; this file is ${found}`;
    return refuse([...findings, finding("E1004", tree.start, message, "Begin with `name:`.")]);
  }
  const harmless = findings.every(({ code }) => code === "E1104" || code === "E1111");
  return { tree: harmless ? tree : null, findings };
}

const NO_CONTENT = /^(?:#.*|---|\.\.\.|)$/;
const hasContent = (line: string): boolean => !NO_CONTENT.test(line.trim());

const refuse = (findings: readonly Finding[]): YamlReading => ({ tree: null, findings });

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
