/** Finds promises that nobody waits for. The linter sees those of our own functions; this asks the
 *  TypeScript checker, which also knows what Node and the packages return. */

import ts from "typescript";
import type { Finding } from "./source.ts";
import { nodesOf } from "./tree.ts";

/** Settles the rejection itself: `.catch(f)` and `.then(f, g)` leave nothing to wait for. */
const isHandled = (call: ts.CallExpression): boolean => {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const method = call.expression.name.text;
  if (method === "finally") {
    const inner = call.expression.expression;
    return ts.isCallExpression(inner) && isHandled(inner);
  }
  return method === "catch" || (method === "then" && call.arguments.length === 2);
};

const isPromise = (checker: ts.TypeChecker, node: ts.Expression): boolean => {
  const type = checker.getTypeAtLocation(node);
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => checker.getPropertyOfType(part, "then") !== undefined);
};

/** `void promise` says on purpose that nobody waits; a bare statement says nothing. */
const isFloating = (checker: ts.TypeChecker, node: ts.Node): boolean =>
  ts.isExpressionStatement(node) &&
  ts.isCallExpression(node.expression) &&
  !isHandled(node.expression) &&
  isPromise(checker, node.expression);

export const floatingPromises = (
  program: ts.Program,
  isOurs: (fileName: string) => boolean,
): readonly Finding[] => {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  return files.flatMap((file) =>
    [...nodesOf(file)]
      .filter((node) => isFloating(checker, node))
      .map((node) => ({
        path: file.fileName,
        line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
        advice: "await the promise, return it, catch it, or say void",
      })),
  );
};
