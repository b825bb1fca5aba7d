import { describe, expect, test } from "@jest/globals";
import { starterRunbook } from "../../../../../runtime/runbook/starter.ts";
import { drover } from "../../drover-in-process.ts";
import { folder } from "../../folder.ts";

const good = starterRunbook("good");
const bad = good.replace("offset: T-1d", "offset: T+1d").replace("function: New-EntraUser\n", "\n");

describe("drover runbook show", () => {
  const cwd = folder({ "good.yaml": good, "bad.yaml": bad });
  const show = (...words: string[]) => drover(["runbook", "show", ...words], { cwd });

  test("draws phases with offsets and steps with their marks, earliest first", async () => {
    const { stdout, stderr, status } = await show("good.yaml");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^good /);
    expect(stdout.indexOf("├─ T-1d preparation")).toBeGreaterThan(0);
    expect(stdout.indexOf("├─ T-0 cutover")).toBeGreaterThan(stdout.indexOf("T-1d"));
    expect(stdout).toContain("retries 2× after 1m · on failure rollback undo-user");
    expect(stdout).toContain("└─ rollback undo-user");
  });

  test("-o json gives the compiled runbook with maps as objects, and nothing else", async () => {
    const { stdout, stderr, status } = await show("good.yaml", "-o", "json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      name: "good",
      phases: [
        { offsetMinutes: 1440, steps: [{ outputParams: { EntraUserId: expect.any(String) } }] },
        {},
      ],
      rollbacks: { "undo-user": [{}] },
    });
    expect((await show("good.yaml", "-o", "yaml")).stdout).toMatch(/^name: "good"\n/);
  });

  test("reads stdin", async () => {
    expect((await drover(["runbook", "show", "-"], { input: good })).stdout).toMatch(/^good /);
  });

  test("refuses a runbook with errors and says how to see them", async () => {
    const { stdout, stderr, status } = await show("bad.yaml", "--json");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /error E0115 [\s\S]*next: {2}see them all with `drover runbook validate bad/,
    );
  });

  test("a missing file exits with 2", async () => {
    expect((await show("nowhere.yaml")).status).toBe(2);
    expect((await show(".")).stderr).toContain("it is a folder");
  });
});
