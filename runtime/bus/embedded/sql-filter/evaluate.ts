/** Judges a message by a filter, with the three truths of SQL: true, false, unknown.
 *  E1. A missing property is unknown, and so is whatever is computed from it; only true takes.
 *  E2. Values of different kinds are not equal, and neither is greater than the other.
 *  E3. A whole number divided by zero is a fault: the message is not taken, and the subscription
 *      decides whether it is dead-lettered. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { SystemProperties } from "../../message.ts";
import { calculate } from "./calculate.ts";
import { compare } from "./compare.ts";
import type { Expression, FilterValue, Property } from "./expression.ts";
import { isLike } from "./like.ts";

/** What a filter can see of a message; never the body. */
export type Judged = {
  readonly messageId: string;
  readonly sessionId: string | null;
  readonly properties: Properties;
  readonly system: SystemProperties;
};

export type Judgement = { readonly takes: boolean; readonly fault: string | null };

type Case = { readonly message: Judged; fault: string | null };

export function judge(filter: Expression, message: Judged): Judgement {
  const one: Case = { message, fault: null };
  const takes = compute(filter, one) === true && one.fault === null;
  return { takes, fault: one.fault };
}

function compute(expression: Expression, one: Case): FilterValue {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "user":
    case "system":
      return propertyOf(expression, one.message);
    case "named-by": {
      const name = compute(expression.name, one);
      return typeof name === "string" ? userProperty(one.message.properties, name) : null;
    }
    case "and":
      return decided(expression.operands, one, false);
    case "or":
      return decided(expression.operands, one, true);
    case "not":
      return negated(compute(expression.operand, one));
    case "minus":
      return arithmetic("-", 0n, compute(expression.operand, one), one);
    case "comparison": {
      const { operator, left, right } = expression;
      return compare(operator, compute(left, one), compute(right, one));
    }
    case "arithmetic": {
      const { operator, left, right } = expression;
      return arithmetic(operator, compute(left, one), compute(right, one), one);
    }
    case "is-null":
      return compute(expression.operand, one) === null;
    case "in":
      return isIn(compute(expression.operand, one), expression.list, one);
    case "like": {
      const text = compute(expression.operand, one);
      const pattern = compute(expression.pattern, one);
      if (typeof text !== "string" || typeof pattern !== "string") return null;
      return isLike(text, pattern, expression.escape);
    }
    case "exists":
      return propertyOf(expression.property, one.message) !== null;
  }
}

/** AND is decided by the first false, OR by the first true; otherwise by an unknown, if any. */
function decided(operands: readonly Expression[], one: Case, by: boolean): FilterValue {
  let isUnknown = false;
  for (const operand of operands) {
    const value = compute(operand, one);
    if (value === by) return by;
    if (typeof value !== "boolean") isUnknown = true;
  }
  return isUnknown ? null : !by;
}

const negated = (value: FilterValue): FilterValue => (typeof value === "boolean" ? !value : null);

function isIn(value: FilterValue, list: readonly Expression[], one: Case): FilterValue {
  let isUnknown = false;
  for (const item of list) {
    const same = compare("=", value, compute(item, one));
    if (same === true) return true;
    if (same === null) isUnknown = true;
  }
  return isUnknown ? null : false;
}

function arithmetic(
  operator: Parameters<typeof calculate>[0],
  left: FilterValue,
  right: FilterValue,
  one: Case,
): FilterValue {
  const result = calculate(operator, left, right);
  if (result !== "divided-by-zero") return result.value;
  one.fault ??= "The filter divides a whole number by zero.";
  return null;
}

function propertyOf(property: Property, message: Judged): FilterValue {
  if (property.kind === "user") return userProperty(message.properties, property.name);
  if (property.name === "messageId") return message.messageId;
  if (property.name === "sessionId") return message.sessionId;
  return message.system[property.name] ?? null;
}

/** Names are told apart by case only where the message has both. */
function userProperty(properties: Properties, name: string): FilterValue {
  if (Object.hasOwn(properties, name)) return toFilterValue(properties[name]);
  const lower = name.toLowerCase();
  const found = Object.keys(properties).find((key) => key.toLowerCase() === lower);
  return found === undefined ? null : toFilterValue(properties[found]);
}

const toFilterValue = (value: string | number | boolean | undefined): FilterValue => {
  if (typeof value !== "number") return value ?? null;
  return Number.isInteger(value) ? BigInt(value) : value;
};
