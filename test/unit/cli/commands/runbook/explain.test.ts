import { describe, expect, test } from "@jest/globals";
import { drover } from "../../drover-in-process.ts";

describe("drover runbook explain", () => {
  test("explains a key and a code", async () => {
    expect((await drover(["runbook", "explain", "offset"])).stdout).toContain(
      "phases.offset (required)",
    );
    expect((await drover(["runbook", "explain", "e2101"])).stdout).toMatch(/^E2101 \(error\)/);
  });

  test("-o json prints only JSON", async () => {
    const { stdout, stderr } = await drover(["runbook", "explain", "offset", "-o", "json"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      topic: "offset",
      text: (await drover(["runbook", "explain", "offset"])).stdout,
    });
  });

  test("an unknown topic is not found, and the nearest is offered", async () => {
    const { stdout, stderr, status } = await drover(["runbook", "explain", "ofset"]);
    expect([status, stdout]).toEqual([5, ""]);
    expect(stderr).toContain("did you mean offset?");
    expect((await drover(["runbook", "explain", "zzzzzzzzzzzz"])).stderr).toContain(
      "drover runbook schema",
    );
  });
});
