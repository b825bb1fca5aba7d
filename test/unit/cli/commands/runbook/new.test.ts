import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { drover, INSTALLED as root } from "../../drover-in-process.ts";
import { folder } from "../../folder.ts";

describe("drover runbook new", () => {
  test("writes a valid runbook, names it on stdout and tells what to do next", async () => {
    const cwd = folder();
    const { stdout, stderr, status } = await drover(["runbook", "new", "mailbox-move"], { cwd });
    expect([status, stdout]).toEqual([0, "mailbox-move.yaml\n"]);
    expect(stderr).toContain("drover runbook validate mailbox-move.yaml");
    expect(stderr).toContain("drover runbook schema --write schemas/runbook.v1.json");
    expect(
      (await drover(["runbook", "validate", "--strict", "mailbox-move.yaml"], { cwd, root }))
        .status,
    ).toBe(0);
    expect(readFileSync(join(cwd, "mailbox-move.yaml"), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\/schemas\/runbook\.v1\.json\n# \$schema: \.\/schemas\//,
    );
  });

  test("points editors to the nearest schema above the file", async () => {
    const cwd = folder({ "schemas/runbook.v1.json": "{}" });
    const words = ["runbook", "new", "deep", "--file", "waves/one/deep.yaml"];
    const { stderr, status } = await drover(words, { cwd });
    expect(status).toBe(0);
    expect(stderr).not.toContain("schema --write");
    expect(readFileSync(join(cwd, "waves/one/deep.yaml"), "utf8")).toContain(
      "$schema=../../schemas/runbook.v1.json\n",
    );
  });

  test("refuses to overwrite, unless forced", async () => {
    const cwd = folder({ "mine.yaml": "precious" });
    const again = (...flags: string[]) => drover(["runbook", "new", "mine", ...flags], { cwd });
    const { stdout, stderr, status } = await again();
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/error E0120 [\s\S]*where: mine\.yaml[\s\S]*--force/);
    expect(readFileSync(join(cwd, "mine.yaml"), "utf8")).toBe("precious");
    expect((await again("--force")).status).toBe(0);
    expect(readFileSync(join(cwd, "mine.yaml"), "utf8")).toContain('name: "mine"');
  });

  test.each(["../up", "a/b", "", "bad\u001b[2J"])(
    "refuses the name %p and writes nothing",
    async (name) => {
      const cwd = folder();
      const { stderr, status } = await drover(["runbook", "new", name], { cwd });
      expect(status).toBe(2);
      expect(stderr).toContain("error E0105 ");
      expect(stderr).not.toContain("\u001b");
      expect(existsSync(join(cwd, `${name}.yaml`))).toBe(false);
    },
  );

  test("says why a file cannot be written", async () => {
    const cwd = folder({ file: "" });
    const { stderr, status } = await drover(["runbook", "new", "x", "--file", "file/x.yaml"], {
      cwd,
    });
    expect(status).toBe(1);
    expect(stderr).toContain("error E0121 ");
  });
});
