/** Reads the filter language of Service Bus, a subset of SQL-92 conditions, into a tree.
 *  P1. Linear: each word is looked at a fixed number of times, nothing is tried twice.
 *  P2. The first mistake is reported with its place; after it, reading only runs to the end.
 *  P3. Nesting is bounded, so neither reading nor judging can exhaust the stack. */
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Arithmetic, Comparison, Expression } from "./expression.ts";
import { within } from "./nesting.ts";
import { operandOf, propertyOf } from "./parse-operand.ts";
import { expect, isSign, isWord, type Reader, reject, take } from "./reader.ts";
import { type FilterFailure, tokensOf } from "./tokens.ts";

const FILTER_CHARS_MAX = 1_024;

export function parseFilter(text: string): Result<Expression, FilterFailure> {
  if (text.length > FILTER_CHARS_MAX)
    return fail({ detail: `a filter has at most ${FILTER_CHARS_MAX} characters`, at: 0 });
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  const reader: Reader = { tokens: tokens.value, index: 0, depth: 0, failure: null };
  const expression = either(reader);
  expect(reader, "end");
  return reader.failure === null ? ok(expression) : fail(reader.failure);
}

const either = (reader: Reader): Expression => chain(reader, "or", both);
const both = (reader: Reader): Expression => chain(reader, "and", negation);

function chain(
  reader: Reader,
  kind: "and" | "or",
  next: (reader: Reader) => Expression,
): Expression {
  const first = next(reader);
  const operands = [first];
  while (take(reader, isWord(kind))) operands.push(next(reader));
  return operands.length === 1 ? first : { kind, operands };
}

function negation(reader: Reader): Expression {
  if (!take(reader, isWord("not"))) return condition(reader);
  return not(within(reader, () => negation(reader)));
}

const not = (operand: Expression): Expression => ({ kind: "not", operand });

function condition(reader: Reader): Expression {
  if (take(reader, isWord("exists"))) {
    expect(reader, "(");
    const property = propertyOf(reader);
    expect(reader, ")");
    return { kind: "exists", property };
  }
  const left = sum(reader);
  if (take(reader, isWord("is"))) {
    const negated = take(reader, isWord("not"));
    if (!take(reader, isWord("null"))) reject(reader, "NULL");
    return orNot(negated, { kind: "is-null", operand: left });
  }
  const negated = take(reader, isWord("not"));
  if (take(reader, isWord("in"))) return orNot(negated, membership(reader, left));
  if (take(reader, isWord("like"))) return orNot(negated, likeness(reader, left));
  if (negated) reject(reader, "IN or LIKE");
  return comparison(reader, left);
}

const orNot = (negated: boolean, expression: Expression): Expression =>
  negated ? not(expression) : expression;

function membership(reader: Reader, operand: Expression): Expression {
  expect(reader, "(");
  const list = [sum(reader)];
  while (take(reader, isSign(","))) list.push(sum(reader));
  expect(reader, ")");
  return { kind: "in", operand, list };
}

function likeness(reader: Reader, operand: Expression): Expression {
  const pattern = sum(reader);
  if (!take(reader, isWord("escape"))) return { kind: "like", operand, pattern, escape: null };
  const token = reader.tokens[reader.index];
  const isOne = token?.kind === "string" && [...token.text].length === 1;
  if (!isOne || !take(reader, (each) => each.kind === "string")) reject(reader, "one character");
  return { kind: "like", operand, pattern, escape: token?.text ?? null };
}

const COMPARISONS: readonly (readonly [string, Comparison])[] = [
  ["=", "="],
  ["<>", "<>"],
  ["!=", "<>"],
  ["<=", "<="],
  [">=", ">="],
  ["<", "<"],
  [">", ">"],
];

function comparison(reader: Reader, left: Expression): Expression {
  for (const [sign, operator] of COMPARISONS) {
    if (take(reader, isSign(sign)))
      return { kind: "comparison", operator, left, right: sum(reader) };
  }
  return left;
}

const sum = (reader: Reader): Expression => series(reader, ["+", "-"], product);
const product = (reader: Reader): Expression => series(reader, ["*", "/", "%"], signed);

function series(
  reader: Reader,
  operators: readonly Arithmetic[],
  next: (reader: Reader) => Expression,
): Expression {
  let left = next(reader);
  for (;;) {
    const operator = operators.find((each) => take(reader, isSign(each)));
    if (operator === undefined) return left;
    left = { kind: "arithmetic", operator, left, right: next(reader) };
  }
}

function signed(reader: Reader): Expression {
  if (take(reader, isSign("+"))) return within(reader, () => signed(reader));
  if (take(reader, isSign("-")))
    return { kind: "minus", operand: within(reader, () => signed(reader)) };
  return operandOf(reader, either);
}
