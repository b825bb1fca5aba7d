/** Time, chance, the network, the disk and the process are arguments: code that reaches for them
 *  by itself can be neither rehearsed nor replayed. Only the places listed here may. */

import ts from "typescript";
import { type Check, type Finding, isCode } from "./source.ts";
import { findingAt, nodesOf, parse } from "./tree.ts";

type Kind = "time" | "chance" | "timers" | "network" | "disk" | "process" | "console";

const ADVICE: Readonly<Record<Kind, string>> = {
  time: "take the time as an argument",
  chance: "take randomness or ids as an argument",
  timers: "take a clock's sleep as an argument, or keep a row with a due time",
  network: "take the request function as an argument",
  disk: "take the text, or a function that reads it, as an argument",
  process: "let a host read the process and pass what is needed",
  console: "write to a stream that is passed in",
};

const EVERY: readonly Kind[] = Object.keys(ADVICE) as Kind[];

/** Who may reach for what. Everywhere else in the code: nothing. */
const MAY_REACH: readonly (readonly [path: RegExp, kinds: readonly Kind[]])[] = [
  [/^(?:test|bench|docs)\//, EVERY],
  [/^[^/]+$/, EVERY],
  [/^runtime\/hosts\//, EVERY],
  [/^runtime\/time\/system\//, ["time", "chance", "timers"]],
  [/^runtime\/cli\/(?:main\.ts|bin\.js|hand-over\.js|pinned-node\.js)$/, EVERY],
  [/^runtime\/cli\/(?:commands|config|auth)\//, ["disk"]],
  [/^runtime\/tenant\/azure\//, ["network"]],
  [/^runtime\/tenant\/simulated\//, ["timers"]],
  [/^runtime\/sources\/(?:dataverse|databricks)\//, ["network"]],
  [/^runtime\/sources\/csv\//, ["disk"]],
  // The main module of a process of its own, which speaks and ends as one.
  [/^runtime\/sources\/sql\/query-process\.ts$/, ["process"]],
  [/^runtime\/store\/sqlite\//, ["disk"]],
  // The main module of a thread of its own, which ends as one.
  [/^runtime\/worker\/custom\/trial-thread\.ts$/, ["process"]],
  [/^runtime\/worker\/custom\//, ["disk"]],
  // In a browser; orders carry random keys.
  [/^runtime\/dashboard\//, ["time", "timers", "network", "chance"]],
  [/^infra\/preview\//, EVERY],
  [/^infra\//, EVERY.filter((kind) => kind !== "process")],
];

const GLOBALS: Readonly<Record<string, Kind>> = {
  setTimeout: "timers",
  setInterval: "timers",
  setImmediate: "timers",
  queueMicrotask: "timers",
  performance: "time",
  fetch: "network",
  WebSocket: "network",
  EventSource: "network",
  process: "process",
  console: "console",
};

const MEMBERS: readonly (readonly [member: RegExp, kind: Kind])[] = [
  [/^Date\.now$/, "time"],
  [/^Temporal\.Now$/, "time"],
  [/^Math\.random$/, "chance"],
  [/^(?:\w+\.)?crypto\.(?:random\w+|getRandomValues)$/, "chance"],
];

const MODULES: readonly (readonly [module: RegExp, kind: Kind])[] = [
  [/^(?:node:)?fs(?:\/promises)?$/, "disk"],
  [/^(?:node:)?timers(?:\/promises)?$/, "timers"],
  [/^(?:node:)?perf_hooks$/, "time"],
  [/^(?:node:)?process$/, "process"],
  [/^(?:node:)?console$/, "console"],
];

const CHANCE_OF_CRYPTO = /^(?:random\w+|getRandomValues)$/;

const kindIn = (
  table: readonly (readonly [name: RegExp, kind: Kind])[],
  name: string,
): Kind | undefined => table.find(([pattern]) => pattern.test(name))?.[1];

const kindOfImport = (node: ts.ImportDeclaration | ts.ImportSpecifier): Kind | undefined => {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (typeOnly || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
    return kindIn(MODULES, node.moduleSpecifier.text);
  }
  const from = node.parent.parent.parent.moduleSpecifier.getText();
  const isCrypto = /crypto"$/.test(from) && !node.isTypeOnly;
  return isCrypto && CHANCE_OF_CRYPTO.test((node.propertyName ?? node.name).text)
    ? "chance"
    : undefined;
};

const isDateWithoutArguments = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  node.expression.getText() === "Date" &&
  (ts.isCallExpression(node) || (node.arguments ?? []).length === 0);

/** Written as the name of a property, a declaration or a type: nothing is reached for. */
const isNameOnly = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  const names =
    ("name" in parent && parent.name === node) ||
    ("propertyName" in parent && parent.propertyName === node);
  return names || ts.isTypeNode(parent) || ts.isQualifiedName(parent);
};

const isOfGlobalThis = (node: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(node.parent) && node.parent.expression.getText() === "globalThis";

type IsBound = (name: ts.Identifier) => boolean;

const kindOf = (node: ts.Node, isBound: IsBound): Kind | undefined => {
  if (ts.isImportDeclaration(node) || ts.isImportSpecifier(node)) return kindOfImport(node);
  if (isDateWithoutArguments(node)) return "time";
  if (ts.isPropertyAccessExpression(node)) {
    return kindIn(MEMBERS, node.getText().replace(/\s|^globalThis\./g, ""));
  }
  if (!ts.isIdentifier(node) || !Object.hasOwn(GLOBALS, node.text)) return undefined;
  const reaches = isOfGlobalThis(node) || !(isNameOnly(node) || isBound(node));
  return reaches ? GLOBALS[node.text] : undefined;
};

const isBinding = (
  node: ts.Node,
): node is ts.NamedDeclaration & { readonly name: ts.Identifier } => {
  const binds =
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node);
  return binds && node.name !== undefined && ts.isIdentifier(node.name);
};

const scopeOf = (node: ts.Node): ts.Node => {
  const { parent } = node;
  const opens = ts.isFunctionLike(parent) || ts.isBlock(parent) || ts.isSourceFile(parent);
  return opens ? parent : scopeOf(parent);
};

/** Whether a name is one the file binds itself there, such as a `fetch` a function was given. */
const boundBy = (nodes: readonly ts.Node[]): IsBound => {
  const bindings = nodes
    .filter(isBinding)
    .map((node) => ({ name: node.name.text, in: scopeOf(node) }));
  return ({ text, pos, end }) =>
    bindings.some((each) => each.name === text && each.in.pos <= pos && end <= each.in.end);
};

export const ambient: Check = (source) => {
  if (!isCode(source.path)) return [];
  const allowed = MAY_REACH.find(([path]) => path.test(source.path))?.[1] ?? [];
  if (allowed === EVERY) return [];
  const nodes = [...nodesOf(parse(source))];
  const isBound = boundBy(nodes);
  return nodes.flatMap((node): readonly Finding[] => {
    const kind = kindOf(node, isBound);
    if (kind === undefined || allowed.includes(kind)) return [];
    return [findingAt(source, node, `${node.getText().split("\n")[0]}: ${ADVICE[kind]}`)];
  });
};
