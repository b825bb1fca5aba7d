/** Reads what stands between operators: constants, properties, functions and brackets. */
import { type Expression, type Property, SYSTEM_NAMES } from "./expression.ts";
import { within } from "./nesting.ts";
import { expect, failAt, isSign, type Reader, reject, take } from "./reader.ts";
import type { Token } from "./tokens.ts";

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Words of the language; a property of that name is written in brackets. */
const RESERVED = new Set(["and", "or", "not", "is", "in", "like", "escape", "exists"]);

const UNKNOWN: Expression = { kind: "literal", value: null };

export function operandOf(reader: Reader, readWhole: (reader: Reader) => Expression): Expression {
  if (take(reader, isSign("("))) {
    const inner = within(reader, () => readWhole(reader));
    expect(reader, ")");
    return inner;
  }
  const token = reader.tokens[reader.index];
  if (token === undefined) return UNKNOWN;
  const constant = constantOf(token);
  if (constant !== null) {
    reader.index += 1;
    return constant;
  }
  const following = reader.tokens[reader.index + 1];
  const isCall = token.kind === "word" && following !== undefined && isSign("(")(following);
  return isCall ? callOf(reader, token, readWhole) : propertyOf(reader);
}

function constantOf({ kind, text }: Token): Expression | null {
  if (kind === "string") return { kind: "literal", value: text };
  if (kind === "whole") return { kind: "literal", value: BigInt(text) };
  if (kind === "decimal") return { kind: "literal", value: Number(text) };
  const value = kind === "word" ? CONSTANTS.get(text.toLowerCase()) : undefined;
  return value === undefined ? null : { kind: "literal", value };
}

/** `newid()` would make a filter a game of chance, so it is refused like any unknown name. */
function callOf(
  reader: Reader,
  { text, at }: Token,
  readWhole: (reader: Reader) => Expression,
): Expression {
  if (RESERVED.has(text.toLowerCase())) {
    reject(reader, "a property or a value");
    return UNKNOWN;
  }
  if (!["property", "p"].includes(text.toLowerCase())) {
    failAt(reader, at, `there is no function ${text}()`);
    return UNKNOWN;
  }
  reader.index += 1;
  expect(reader, "(");
  const name = within(reader, () => readWhole(reader));
  expect(reader, ")");
  return { kind: "named-by", name };
}

export function propertyOf(reader: Reader): Property {
  const token = reader.tokens[reader.index];
  const scope = token?.kind === "word" ? token.text.toLowerCase() : "";
  const name = nameOf(reader);
  const isScoped = (scope === "sys" || scope === "user") && take(reader, isSign("."));
  if (!isScoped) return { kind: "user", name };
  const at = reader.tokens[reader.index]?.at ?? 0;
  const inner = nameOf(reader);
  if (scope === "user") return { kind: "user", name: inner };
  const known = new Map(Object.entries(SYSTEM_NAMES)).get(inner.toLowerCase());
  if (known === undefined) failAt(reader, at, `there is no system property sys.${inner}`);
  return { kind: "system", name: known ?? "messageId" };
}

function nameOf(reader: Reader): string {
  const token = reader.tokens[reader.index];
  const isName =
    token?.kind === "quoted" ||
    (token?.kind === "word" && !RESERVED.has(token.text.toLowerCase()) && !constantOf(token));
  if (token === undefined || !isName) {
    reject(reader, "a property or a value");
    return "";
  }
  reader.index += 1;
  return token.text;
}
