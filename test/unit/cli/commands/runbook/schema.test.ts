import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { drover } from "../../drover-in-process.ts";
import { folder } from "../../folder.ts";

describe("drover runbook schema", () => {
  test("prints a JSON Schema, and writes the same to a file", async () => {
    const cwd = folder();
    const { stdout, stderr, status } = await drover(["runbook", "schema"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ $schema: expect.stringContaining("draft-07") });
    const written = await drover(["runbook", "schema", "--write", "schemas/v1.json"], { cwd });
    expect([written.status, written.stdout]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "schemas/v1.json"), "utf8")).toBe(stdout);
  });

  test("says why it cannot be written", async () => {
    const cwd = folder({ "folder/x": "" });
    const { stderr, status } = await drover(["runbook", "schema", "--write", "folder"], { cwd });
    expect([status, stderr.includes("error E0121 ")]).toEqual([1, true]);
  });
});
