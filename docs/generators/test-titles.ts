/** Collects the titles of all tests from their sources, without running any, and the ids of the
 *  promises that they cite. A title must be written out where the test is declared: one that is
 *  computed altogether cites nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { citedIds, idsInPart } from "./promise-ids.ts";
import { BUILT_IN, type Declarers, readDeclarer, readTestCall } from "./test-call.ts";

export type TestTitle = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** 1-based, as editors count. */
  readonly line: number;
  readonly title: string;
  /** The titles of the groups around the test, outermost first. */
  readonly context: readonly string[];
  /** Cited by the title or by a group around it. */
  readonly ids: readonly string[];
  /** Those of the ids that the title or a group around it marks `(part)`. */
  readonly partIds: readonly string[];
  /** Why the test does not run; null when it does. */
  readonly skipped: string | null;
};

type Scope = { readonly context: readonly string[]; readonly skipped: string | null };

export function scanTitles(file: string, text: string): readonly TestTitle[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declarers = namedDeclarers(source);
  const titlesWithin = (node: ts.Node, scope: Scope): readonly TestTitle[] =>
    childrenOf(node).flatMap((child) => titlesAt(child, scope));
  const titlesAt = (node: ts.Node, scope: Scope): readonly TestTitle[] => {
    const call = ts.isCallExpression(node) ? readTestCall(node, declarers) : null;
    if (call === null) return titlesWithin(node, scope);
    const skipped = scope.skipped ?? (call.skips ? reasonAbove(node, source) : null);
    const path = call.title === null ? scope.context : [...scope.context, call.title];
    if (call.kind === "describe") return titlesWithin(node, { context: path, skipped });
    if (call.title === null) return [];
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const cited = path.join("\n");
    const { title } = call;
    const ids = { ids: citedIds(cited), partIds: idsInPart(cited) };
    return [{ file, line, title, context: scope.context, ...ids, skipped }];
  };
  return titlesWithin(source, { context: [], skipped: null });
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** `test` and its kin, and what the file itself calls one of them: `const onAzure = … ? … : …`. */
function namedDeclarers(source: ts.SourceFile): Declarers {
  const known = new Map(BUILT_IN);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const declarer = readDeclarer(node.initializer, known);
      if (declarer !== null) known.set(node.name.text, declarer);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return known;
}

/** The comment right above a skipped test says why it is skipped. */
function reasonAbove(node: ts.Node, source: ts.SourceFile): string {
  const comments = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const words = comments
    .map(({ pos, end }) => source.text.slice(pos, end).replace(/^\/[/*]+|\*\/$|^\s*\*/gm, ""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? "no reason given" : words;
}

/** A conformance suite stands in plain modules, because every adapter's test file runs it. */
const declaresTests = (path: string): boolean =>
  path.endsWith(".test.ts") || (path.startsWith("conformance/") && path.endsWith(".ts"));

export function readTestTitles(): readonly TestTitle[] {
  const root = fileURLToPath(new URL("../../test/", import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(declaresTests)
    .sort()
    .flatMap((path) => scanTitles(`test/${path}`, readFileSync(`${root}${path}`, "utf8")));
}
