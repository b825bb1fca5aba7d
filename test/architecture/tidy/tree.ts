/** Sources as syntax trees, parsed once for all checks. No types are resolved: a check sees only
 *  what is written in the file. */

import ts from "typescript";
import type { Finding, Source } from "./source.ts";

const parsed = new WeakMap<Source, ts.SourceFile>();

export const parse = (source: Source): ts.SourceFile => {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const kind = /\.[cm]?js$/.test(source.path) ? ts.ScriptKind.JS : undefined;
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2024, true, kind);
  parsed.set(source, tree);
  return tree;
};

/** Every node below `node`, outermost first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) {
    yield child;
    yield* nodesOf(child);
  }
}

export const findingAt = (source: Source, node: ts.Node, advice: string): Finding => {
  const tree = parse(source);
  const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
  return { path: source.path, line: line + 1, advice };
};
