import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../../runtime/contract/limits.ts";
import { MessageId } from "../../../../runtime/contract/message-id.ts";
import { checkEnvelope } from "../../../../runtime/contract/messages/envelope.ts";

const messageId = MessageId.parse("m-1");
const check = (body: string, properties: Record<string, string | number | boolean>) => {
  const checked = checkEnvelope({ messageId, body, properties });
  return checked.ok ? "ok" : checked.error;
};

describe("envelopes", () => {
  test("R31 (part): body, properties and what the broker adds fit together or not at all", () => {
    const room = LIMITS.messageBytes - LIMITS.messageOverheadBytes - "n".length - 8;
    expect(check("x".repeat(room), { n: 1 })).toBe("ok");
    const bytesMax = LIMITS.messageBytes;
    const error = { kind: "message-too-large", bytes: bytesMax + 1, bytesMax };
    expect(check("x".repeat(room + 1), { n: true })).toEqual(error);
    expect(check(`${"x".repeat(room - 1)}\u00E4`, { n: 1 })).toEqual(error);
  });

  test("R31 (part): one property has at most 32 KiB with its name", () => {
    const bytesMax = LIMITS.propertyBytes;
    expect(check("", { n: "x".repeat(bytesMax - 1) })).toBe("ok");
    const error = { kind: "property-too-large", bytes: bytesMax + 1, bytesMax };
    expect(check("", { n: "x".repeat(bytesMax) })).toEqual(error);
  });

  test("R31 (part): all properties together have at most 64 KiB", () => {
    const half = "x".repeat(LIMITS.propertyBytes - 1);
    const bytesMax = LIMITS.propertiesBytes;
    expect(check("", { a: half, b: half })).toBe("ok");
    const error = { kind: "properties-too-large", bytes: bytesMax + 9, bytesMax };
    expect(check("", { a: half, b: half, c: 1 })).toEqual(error);
  });
});
