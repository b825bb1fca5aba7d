import { describe, expect, test } from "@jest/globals";
import { TABLE_CODES } from "../../../../../runtime/csv/table-codes.ts";
import { drover } from "../../drover-in-process.ts";

describe("drover runbook explain", () => {
  test("explains a key and a code", async () => {
    expect((await drover(["runbook", "explain", "offset"])).stdout).toContain(
      "phases.offset (required)",
    );
    expect((await drover(["runbook", "explain", "e2101"])).stdout).toMatch(/^E2101 \(error\)/);
  });

  test.each(Object.keys(TABLE_CODES))(
    "explains %s, a problem of a table of members",
    async (code) => {
      const { status, stdout } = await drover(["runbook", "explain", code.toUpperCase()]);
      expect(status).toBe(0);
      const [heading, , explanation, , example] = stdout.split("\n");
      expect(heading).toMatch(new RegExp(`^${code} \\(error\\): [A-Z].*[^.]$`));
      expect(explanation).toMatch(/^ {2}[A-Z].*\.$/);
      expect(example).toBe("  Example:");
    },
  );

  test("the codes of tables are completed like the others", async () => {
    const { stdout } = await drover(["__complete", "runbook", "explain", "csv-key"]);
    expect(stdout.split("\n")).toContain("csv-key-duplicate");
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
