import { describe, expect, test } from "@jest/globals";
import { retryAfterMs } from "../../../runtime/domain/retry-after.ts";

const NOW = new Date("2026-05-01T00:00:00Z");

describe("what Retry-After says", () => {
  test.each([
    ["7", 7_000],
    [" 0 ", 0],
    ["Fri, 01 May 2026 00:01:00 GMT", 60_000],
    ["Thu, 30 Apr 2026 00:01:00 GMT", 0],
    ["Fri, 99 May 2026 00:01:00 GMT", null],
    ["1.5", null],
    ["-7", null],
    ["soon", null],
    [null, null],
  ])("%j is a wait of %p ms", (text, ms) => {
    expect(retryAfterMs(text, NOW)).toBe(ms);
  });
});
