/** The numbers that keep a module readable: columns, lines and exports. */

import ts from "typescript";
import { type Check, eachLine, type Finding, isCode, isTest, type Source } from "./source.ts";
import { findingAt, nodesOf, parse } from "./tree.ts";

const SIZE = { columns: 100, functionLines: 50, fileLines: 300, fileLinesHard: 400, exports: 7 };

/** Modules that may export more, each with the reason. */
const MANY_EXPORTS: Readonly<Record<string, string>> = {
  "runtime/contract/statuses.ts": "every closed set of statuses, to be read side by side",
  "runtime/domain/runbook.ts":
    "the shape of one runbook: a tree of types that only mean something together",
};

export const columns: Check = (source) => {
  if (!isCode(source.path)) return [];
  return eachLine(source, (line) => {
    const width = [...line].length;
    if (width <= SIZE.columns) return undefined;
    return `break the line: ${width} columns, ${SIZE.columns} are allowed`;
  });
};

/** The header is what stands before the first statement; it may hold a `// long: why` line. */
const longReason = (source: Source): boolean => {
  const tree = parse(source);
  const header = source.text.slice(0, tree.statements[0]?.getStart(tree) ?? source.text.length);
  return /^\/\/ long: \S+ \S+/m.test(header);
};

export const fileLines: Check = (source) => {
  if (!isCode(source.path)) return [];
  const lines = source.text.split("\n").length - (source.text.endsWith("\n") ? 1 : 0);
  const at = { path: source.path, line: SIZE.fileLines };
  if (lines > SIZE.fileLinesHard) {
    return [{ ...at, advice: `split the file: ${lines} lines, never over ${SIZE.fileLinesHard}` }];
  }
  if (lines <= SIZE.fileLines || longReason(source)) return [];
  const advice = `split the file (${lines} lines), or say why it is long: // long: reason`;
  return [{ ...at, advice }];
};

const RUNNERS = /^(?:describe|test|it|beforeAll|beforeEach|afterAll|afterEach)\b/;

/** The callback of a describe or a test is a table of contents, not a function. */
const isRunnerCallback = (node: ts.Node, source: Source): boolean =>
  isTest(source.path) &&
  ts.isCallExpression(node.parent) &&
  RUNNERS.test(node.parent.expression.getText(parse(source)));

export const functionLines: Check = (source) => {
  if (!isCode(source.path)) return [];
  const tree = parse(source);
  return [...nodesOf(tree)].flatMap((node): readonly Finding[] => {
    if (!ts.isFunctionLike(node) || isRunnerCallback(node, source)) return [];
    const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
    const lines = tree.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
    if (lines <= SIZE.functionLines) return [];
    const advice = `split the function: ${lines} lines, ${SIZE.functionLines} are allowed`;
    return [findingAt(source, node, advice)];
  });
};

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const exportedNames = (node: ts.Statement): readonly string[] => {
  if (ts.isExportDeclaration(node)) {
    if (node.exportClause === undefined) return ["*"];
    if (!ts.isNamedExports(node.exportClause)) return [node.exportClause.name.getText()];
    return node.exportClause.elements.map(({ name }) => name.getText());
  }
  if (ts.isExportAssignment(node)) return ["default"];
  if (!isExported(node)) return [];
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText());
  }
  const named = node as ts.DeclarationStatement;
  return [named.name?.getText() ?? "default"];
};

/** A schema and the type of the same name are one export: nobody can want one without the other. */
export const exportCount: Check = (source) => {
  if (!isCode(source.path)) return [];
  const names = new Set(parse(source).statements.flatMap(exportedNames));
  const tooMany = names.size > SIZE.exports;
  const exempt = source.path in MANY_EXPORTS;
  if (tooMany === exempt) return [];
  const advice = exempt
    ? "take the module off the list of exemptions: it no longer needs one"
    : `split the module: ${names.size} exports, ${SIZE.exports} are allowed`;
  return [{ path: source.path, line: 1, advice }];
};
