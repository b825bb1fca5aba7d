/** Recognises, in a syntax tree, calls that declare a test or a group of tests: `test`, `it` and
 *  `describe` with their modifiers, with `each`, under another name, or chosen by a condition.
 *  Such a choice between running and skipping counts as running: somewhere it does run. */
import ts from "typescript";

/** What an expression such as `test.skip` or `describe.each` stands for. */
type Declarer = {
  readonly kind: "test" | "describe";
  readonly skips: boolean;
  /** `each` declares nothing until its table has been given. */
  readonly wantsTable: boolean;
};

export type Declarers = ReadonlyMap<string, Declarer>;

export type TestCall = {
  readonly kind: "test" | "describe";
  readonly skips: boolean;
  /** The title as far as it is written out; null when all of it is computed. */
  readonly title: string | null;
};

const SKIPPING = new Set(["skip", "todo", "failing"]);
const RUNNING = new Set(["only", "concurrent"]);

const declarer = (kind: Declarer["kind"], skips = false): Declarer => ({
  kind,
  skips,
  wantsTable: false,
});

export const BUILT_IN: Declarers = new Map([
  ["test", declarer("test")],
  ["it", declarer("test")],
  ["fit", declarer("test")],
  ["xit", declarer("test", true)],
  ["xtest", declarer("test", true)],
  ["describe", declarer("describe")],
  ["fdescribe", declarer("describe")],
  ["xdescribe", declarer("describe", true)],
]);

export function readDeclarer(node: ts.Expression, known: Declarers): Declarer | null {
  if (ts.isParenthesizedExpression(node)) return readDeclarer(node.expression, known);
  if (ts.isIdentifier(node)) return known.get(node.text) ?? null;
  if (ts.isPropertyAccessExpression(node)) {
    const base = readDeclarer(node.expression, known);
    return base && modified(base, node.name.text);
  }
  if (ts.isConditionalExpression(node)) {
    const one = readDeclarer(node.whenTrue, known);
    const other = readDeclarer(node.whenFalse, known);
    return one?.skips === true ? (other ?? one) : one;
  }
  return null;
}

function modified(base: Declarer, modifier: string): Declarer | null {
  if (modifier === "each") return { ...base, wantsTable: true };
  if (SKIPPING.has(modifier)) return { ...base, skips: true };
  return RUNNING.has(modifier) ? base : null;
}

export function readTestCall(node: ts.CallExpression, known: Declarers): TestCall | null {
  const table = tableCallee(node.expression);
  const found = readDeclarer(table ?? node.expression, known);
  if (found === null || found.wantsTable !== (table !== null)) return null;
  const [first] = node.arguments;
  return { kind: found.kind, skips: found.skips, title: first ? staticText(first) : null };
}

/** `test.each` of `test.each(table)(…)` and of its tagged-template form. */
function tableCallee(callee: ts.Expression): ts.Expression | null {
  if (ts.isCallExpression(callee)) return callee.expression;
  return ts.isTaggedTemplateExpression(callee) ? callee.tag : null;
}

/** The written part of a title; what is computed within it shows as an ellipsis. */
function staticText(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return staticText(node.expression);
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [staticText(node.left), staticText(node.right)];
    return left === null && right === null ? null : `${left ?? "…"}${right ?? "…"}`;
  }
  return null;
}
