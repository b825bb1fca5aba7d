import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../../runtime/contract/limits.ts";
import { readScalerRequest } from "../../../../runtime/contract/messages/scaler-request.ts";
import { sampleText } from "./samples.ts";

const body = sampleText("scaler.validation-request");
const peeked = { messageId: "from-the-broker", properties: { file_size_mb: 500 }, body };
const strict = { requireJson: true };

describe("scaler requests", () => {
  test("C-007 (part), X-44: the broker's id and the property count, the body does not", () => {
    expect(readScalerRequest(peeked, strict)).toEqual({
      ok: true,
      value: { messageId: "from-the-broker", fileSizeMb: 500 },
    });
    const properties = { file_size_mb: 1, messageId: "no", other: {} };
    const other = readScalerRequest({ ...peeked, properties, body: '{"file_size_mb":9}' }, strict);
    expect(other).toMatchObject({ value: { messageId: "from-the-broker", fileSizeMb: 1 } });
  });

  test.each([
    [0, 0],
    [1.5, 1.5],
    ["500", 500],
    [" 12.25 ", 12.25],
    ["+3", 3],
  ])("C-008 (part): a file size of %p is %p", (file_size_mb, fileSizeMb) => {
    expect(readScalerRequest({ ...peeked, properties: { file_size_mb } }, strict)).toMatchObject({
      value: { fileSizeMb },
    });
  });

  test.each([
    [{ body: "{" }, "body-not-json"],
    [{ body: "" }, "body-not-json"],
    [{ body: " ".repeat(LIMITS.peekedBodyBytes + 1) }, "body-too-large"],
    [{ messageId: undefined }, "message-id-missing"],
    [{ messageId: "" }, "message-id-missing"],
    [{ messageId: {} }, "message-id-missing"],
    [{ properties: {} }, "file-size-missing"],
    [{ properties: { file_size_mb: null } }, "file-size-missing"],
    [{ properties: { file_size_mb: "" } }, "file-size-missing"],
    [{ properties: { FILE_SIZE_MB: 1 } }, "file-size-missing"],
    [{ properties: { file_size_mb: "large" } }, "file-size-not-numeric"],
    [{ properties: { file_size_mb: "1e3" } }, "file-size-not-numeric"],
    [{ properties: { file_size_mb: "0x10" } }, "file-size-not-numeric"],
    [{ properties: { file_size_mb: true } }, "file-size-not-numeric"],
    [{ properties: { file_size_mb: Number.NaN } }, "file-size-not-numeric"],
    [{ properties: { file_size_mb: -1 } }, "file-size-negative"],
  ])("C-008 (part): a message with %j is rejected as %s", (change, kind) => {
    const message = { ...peeked, ...change };
    expect(readScalerRequest(message, strict)).toEqual({ ok: false, error: { kind } });
  });

  test("X-44: with PROVISIONING_REQUIRE_JSON off the body is not looked at", () => {
    expect(readScalerRequest({ ...peeked, body: "{" }, { requireJson: false }).ok).toBe(true);
  });

  test("C-016 (part): an id the broker has as a number is compared as text", () => {
    for (const messageId of [7, 7n])
      expect(readScalerRequest({ ...peeked, messageId }, strict)).toMatchObject({
        value: { messageId: "7" },
      });
  });
});
