/** Why a message could not be read. The kind is the dead-letter reason, the sentence its
 *  description; neither quotes the body. */
import type { FieldsFailure } from "../fields.ts";
import type { JsonFailure } from "../json.ts";
import type { FieldProblem } from "../schema-check.ts";

export type MessageFailure =
  | JsonFailure
  | FieldsFailure
  | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] }
  /** M-049. */
  | { readonly kind: "unknown-type"; readonly messageType: string | null }
  /** M-048: the sender does not say, or contradicts itself about, which step it answers. */
  | { readonly kind: "no-correlation"; readonly problems: readonly FieldProblem[] };

export function describeMessageFailure(failure: MessageFailure): string {
  switch (failure.kind) {
    case "too-large":
      return `The body has ${failure.bytes} bytes; ${failure.bytesMax} are allowed.`;
    case "not-json":
      return "The body is not JSON in UTF-8.";
    case "too-deep":
      return `The body nests deeper than ${failure.depthMax} levels.`;
    case "reserved-key":
      return `The body has a key called ${failure.key}, which is not allowed.`;
    case "number-out-of-range":
      return "The body has a number that is too large to be kept.";
    case "not-an-object":
      return "The body, or an envelope inside it, is not a JSON object.";
    case "ambiguous-field":
      return `The body has the field ${failure.field} in more than one casing.`;
    case "unknown-type":
      return `No reader for MessageType ${JSON.stringify(failure.messageType)}.`;
    case "invalid":
      return `The body breaks its schema: ${list(failure.problems)}.`;
    case "no-correlation":
      return `The result cannot be matched to a step: ${list(failure.problems)}.`;
  }
}

const list = (problems: readonly FieldProblem[]): string =>
  problems
    .map(({ field, message }) => (field === "" ? message : `${field}: ${message}`))
    .join("; ");
