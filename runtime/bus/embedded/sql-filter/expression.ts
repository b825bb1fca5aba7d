/** A filter after reading: a tree of what to compute from a message's properties. */

/** What Service Bus calls a message's own fields, by the name filters use in lower case. */
export const SYSTEM_NAMES = {
  messageid: "messageId",
  sessionid: "sessionId",
  correlationid: "correlationId",
  subject: "subject",
  label: "subject",
  contenttype: "contentType",
  to: "to",
  replyto: "replyTo",
  replytosessionid: "replyToSessionId",
} as const;

export type SystemName = (typeof SYSTEM_NAMES)[keyof typeof SYSTEM_NAMES];

/** null is the unknown of SQL. Whole numbers are bigint: they divide without remainder. */
export type FilterValue = string | bigint | number | boolean | null;

export type Property =
  | { readonly kind: "user"; readonly name: string }
  | { readonly kind: "system"; readonly name: SystemName };

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";
export type Arithmetic = "+" | "-" | "*" | "/" | "%";

export type Expression =
  | { readonly kind: "literal"; readonly value: FilterValue }
  | Property
  /** `property(expression)`: the name is computed. */
  | { readonly kind: "named-by"; readonly name: Expression }
  | { readonly kind: "and" | "or"; readonly operands: readonly Expression[] }
  | { readonly kind: "not" | "minus"; readonly operand: Expression }
  | {
      readonly kind: "comparison";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "arithmetic";
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "is-null"; readonly operand: Expression }
  | {
      readonly kind: "in";
      readonly operand: Expression;
      readonly list: readonly Expression[];
    }
  | {
      readonly kind: "like";
      readonly operand: Expression;
      readonly pattern: Expression;
      readonly escape: string | null;
    }
  | { readonly kind: "exists"; readonly property: Property };
