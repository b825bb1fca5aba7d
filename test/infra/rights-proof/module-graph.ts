/** The program text that a component is made of: every module of ours that its entry imports, near
 *  or far, read with TypeScript's own parser.
 *  M1. What is only a type is erased and runs nowhere; it is kept apart, because it still tells
 *      which port a module was written against. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export type Module = {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly source: ts.SourceFile;
  /** Modules of ours, and packages, that exist when the code runs. */
  readonly imports: readonly string[];
  readonly types: readonly string[];
};

export type Graph = ReadonlyMap<string, Module>;

type Import = { readonly from: string; readonly isType: boolean };

const textOf = (node: ts.Expression | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;

/** Named one by one as types, a list of imports is as empty as `import type`. */
function isErased(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function importsOf(source: ts.SourceFile): readonly Import[] {
  const found: Import[] = [];
  const add = (from: string | undefined, isType: boolean): void => {
    if (from !== undefined) found.push({ from, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(textOf(node.moduleSpecifier), isErased(node));
    else if (ts.isExportDeclaration(node)) add(textOf(node.moduleSpecifier), node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(textOf(node.arguments[0]), false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A path of ours, or the name of a package as it was written. */
const resolved = (file: string, from: string): string =>
  from.startsWith(".") ? path.posix.join(path.posix.dirname(file), from) : from;

function read(root: string, file: string): Module {
  const text = readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const imports = importsOf(source);
  const of = (isType: boolean): readonly string[] => [
    ...new Set(
      imports.filter((one) => one.isType === isType).map(({ from }) => resolved(file, from)),
    ),
  ];
  return { file, source, imports: of(false), types: of(true) };
}

const isOurs = (name: string): boolean => /^(runtime|infra|policies|docs)\//.test(name);

/** `alone` reads the entry and nothing that it imports. */
export function graphFrom(root: string, entry: string, { alone = false } = {}): Graph {
  const graph = new Map<string, Module>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (graph.has(file)) continue;
    const found = read(root, file);
    graph.set(file, found);
    if (alone) break;
    open.push(...found.imports.filter((name) => isOurs(name) && existsSync(path.join(root, name))));
  }
  return graph;
}
