/** Syntax we do without: what type stripping cannot erase, and exports without a name. */

import ts from "typescript";
import { type Check, type Finding, isCode, isTest } from "./source.ts";
import { findingAt, nodesOf, parse } from "./tree.ts";

/** Programs that are loaded by their default export: configuration, Pulumi's entry points and
 *  worker functions of one's own. */
const DEFAULT_EXPORT_EXPECTED = [
  /^[^/]+\.config\.[cm]?[jt]s$/,
  /^(?:test\/strip-types\.js|infra\/index\.ts|policies\/index\.js)$/,
  /^test\/fixtures\/custom-functions\//,
];

const isLoadedByDefault = (path: string): boolean =>
  DEFAULT_EXPORT_EXPECTED.some((place) => place.test(path));

const isDefaultExport = (node: ts.Node): boolean => {
  if (ts.isExportAssignment(node)) return true;
  if (node.kind === ts.SyntaxKind.DefaultKeyword) return true;
  return ts.isExportSpecifier(node) && node.name.text === "default";
};

export const defaultExport: Check = (source) => {
  if (!isCode(source.path) || isLoadedByDefault(source.path)) return [];
  return [...nodesOf(parse(source))]
    .filter(isDefaultExport)
    .map((node) => findingAt(source, node, "give the export a name instead of default"));
};

const notErasable = (node: ts.Node): string | undefined => {
  if (ts.isEnumDeclaration(node)) return "use a union of literals instead of an enum";
  if (ts.isModuleDeclaration(node) && !ts.isStringLiteral(node.name)) {
    return "use a module instead of a namespace";
  }
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) {
    return "declare the property and assign it: parameter properties cannot be erased";
  }
  return undefined;
};

export const erasable: Check = (source) => {
  if (!isCode(source.path)) return [];
  return [...nodesOf(parse(source))].flatMap((node): readonly Finding[] => {
    const advice = notErasable(node);
    return advice === undefined ? [] : [findingAt(source, node, advice)];
  });
};

/** A module opens with its job, its boundary, its invariants. A test is told by its titles. */
export const header: Check = ({ path, text }) => {
  if (!isCode(path) || isTest(path) || /^(?:#![^\n]*\n)?\s*\/\*/.test(text)) return [];
  return [{ path, line: 1, advice: "open the module with a block comment that says its job" }];
};
