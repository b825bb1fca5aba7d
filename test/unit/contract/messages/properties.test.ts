import { describe, expect, test } from "@jest/globals";
import { WorkerId } from "../../../../runtime/contract/identifiers.ts";
import {
  eventProperties,
  jobProperties,
  readTrace,
  Traceparent,
  traceProperties,
} from "../../../../runtime/contract/messages/properties.ts";

const text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const trace = Traceparent.parse(text);

describe("application properties", () => {
  test("M-039 (part): events say their type, jobs say their worker", () => {
    expect(eventProperties("phase-due", null)).toEqual({ MessageType: "phase-due" });
    expect(jobProperties(WorkerId.parse("worker-01"), null)).toEqual({ WorkerId: "worker-01" });
  });

  test("A-011 (part): a trace travels under both names and is read under either", () => {
    const both = { traceparent: text, "Diagnostic-Id": text };
    expect(traceProperties(trace)).toEqual(both);
    expect(eventProperties("batch-init", trace)).toMatchObject(both);
    expect(jobProperties(WorkerId.parse("w"), trace)).toMatchObject(both);
    expect(readTrace({ traceparent: text })).toBe(text);
    expect(readTrace({ traceparent: "garbage", "Diagnostic-Id": text })).toBe(text);
  });

  test.each([
    {},
    { traceparent: 7 },
    { traceparent: "" },
    { traceparent: text.replace("00-", "ff-") },
    { traceparent: text.toUpperCase() },
    { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` },
    { traceparent: `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01` },
  ])("A-011 (part): %j holds no trace, and that is no failure", (properties) => {
    expect(readTrace(properties)).toBeNull();
  });
});
