import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { beside } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";
import { folder } from "../folder.ts";

const urls = (name: string) => `https://${name}.example.com`;

async function shown(
  flags: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) {
  const { stdout } = await drover([...flags, "config", "show", "--json"], { cwd, env });
  const rows: { key: string; value: string; origin: string; from: string }[] = JSON.parse(stdout);
  const row = rows.find(({ key }) => key === "apiUrl");
  return row?.value === null ? null : [row?.value, row?.origin];
}

describe("configuration", () => {
  test("M-112: flag, variable, project, user, local Drover: the first counts", async () => {
    const local = "http://127.0.0.1:4680";
    const cwd = beside(local);
    const home = folder();
    const env = { HOME: home };
    expect(await shown([], { cwd: folder(), env })).toBeNull();
    expect(await shown([], { cwd, env })).toEqual([local, "Drover on this machine"]);
    await drover(["config", "set", "apiUrl", urls("user")], { cwd, env });
    expect(await shown([], { cwd, env })).toEqual([urls("user"), "user file"]);
    await drover(["config", "set", "apiUrl", urls("project"), "--project"], { cwd, env });
    expect(await shown([], { cwd, env })).toEqual([urls("project"), "project file"]);
    const old = { ...env, MATOOLKIT_API_URL: urls("older") };
    expect(await shown([], { cwd, env: old })).toEqual([urls("older"), "variable"]);
    const both = { ...old, DROVER_API_URL: urls("env") };
    expect(await shown([], { cwd, env: both })).toEqual([urls("env"), "variable"]);
    expect(await shown(["--api-url", urls("flag")], { cwd, env: both })).toEqual([
      urls("flag"),
      "flag",
    ]);
  });

  test("M-112 (part): the user's file is private, and one that is not is refused", async () => {
    const home = folder();
    const env = { HOME: home };
    await drover(["config", "set", "tenantId", "contoso.com"], { env });
    const file = join(home, ".drover", "config.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    const { status, stderr } = await drover(["config", "show"], { env });
    expect(status).toBe(2);
    expect(stderr).toContain(`chmod 600 ${file}`);
  });

  test("setting a value leaves the others, and an empty one takes its key out", async () => {
    const env = { HOME: folder() };
    await drover(["config", "set", "tenantId", "contoso.com"], { env });
    await drover(["config", "set", "apiUrl", urls("a")], { env });
    await drover(["config", "set", "apiUrl", ""], { env });
    const { stdout } = await drover(["config", "path"], { env, cwd: folder() });
    expect(JSON.parse(readFileSync(stdout.trim(), "utf8"))).toEqual({ tenantId: "contoso.com" });
  });

  test.each([
    ["apiUrl", "http://drover.example.com"],
    ["apiUrl", "https://me:secret@drover.example.com"],
    ["apiUrl", "drover"],
    ["tenantId", "not a tenant"],
    ["clientId", "123"],
    ["apiScope", "all of it"],
  ])("%s cannot be %s", async (key, value) => {
    const { status, stderr } = await drover(["config", "set", key, value], {
      env: { HOME: folder() },
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error E0141 /);
  });

  test("a file that cannot be understood is named with its mistake", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, ".drover.json"), '{"apiURL": "https://a.example.com"}');
    const { status, stderr } = await drover(["config", "show"], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain("did you mean apiUrl?");
    expect(stderr).toContain(".drover.json");
  });

  test("without any Drover, that is said, not a stack", async () => {
    const { status, stderr } = await drover(["batch", "list"], { cwd: folder() });
    expect(status).toBe(2);
    expect(stderr).toContain("error E0143 there is no Drover to talk to");
    expect(stderr).toContain("npm start");
  });

  test("a local note of another machine, or that others could write, is not believed", async () => {
    const away = await drover(["batch", "list"], { cwd: beside("http://10.0.0.1:80") });
    expect([away.status, away.stderr.includes("another machine")]).toEqual([2, true]);
    const open = await drover(["batch", "list"], {
      cwd: beside("http://127.0.0.1:4680", "t", 0o644),
    });
    expect([open.status, open.stderr.includes("E0142")]).toEqual([2, true]);
  });
});
