import { describe, expect, test } from "@jest/globals";
import {
  describeMessageFailure,
  type MessageFailure,
} from "../../../../runtime/contract/messages/failure.ts";

const problems = [
  { field: "batchId", message: "is missing" },
  { field: "", message: "is odd" },
];

const SENTENCES: readonly (readonly [MessageFailure, string])[] = [
  [{ kind: "too-large", bytes: 9, bytesMax: 5 }, "The body has 9 bytes; 5 are allowed."],
  [{ kind: "not-json" }, "The body is not JSON in UTF-8."],
  [{ kind: "too-deep", depthMax: 32 }, "The body nests deeper than 32 levels."],
  [
    { kind: "reserved-key", key: "__proto__" },
    "The body has a key called __proto__, which is not allowed.",
  ],
  [{ kind: "number-out-of-range" }, "The body has a number that is too large to be kept."],
  [{ kind: "not-an-object" }, "The body, or an envelope inside it, is not a JSON object."],
  [
    { kind: "ambiguous-field", field: "batchId" },
    "The body has the field batchId in more than one casing.",
  ],
  [{ kind: "unknown-type", messageType: 'a"b' }, 'No reader for MessageType "a\\"b".'],
  [{ kind: "invalid", problems }, "The body breaks its schema: batchId: is missing; is odd."],
  [
    { kind: "no-correlation", problems },
    "The result cannot be matched to a step: batchId: is missing; is odd.",
  ],
];

describe("message failures", () => {
  test.each(SENTENCES)("M-049 (part): %j is told in one sentence", (failure, sentence) => {
    expect(describeMessageFailure(failure)).toBe(sentence);
  });
});
