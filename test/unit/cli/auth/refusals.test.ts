import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { World } from "../../../../runtime/cli/world.ts";
import { apiServer, beside, json } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";
import { folder } from "../folder.ts";

const TENANT = "11111111-1111-4111-8111-111111111111";
const SCOPE = "api://drover/access_as_user";
const API = "https://drover.example.com";

const SIGN_IN = {
  origin: API,
  tenantId: TENANT,
  clientId: null,
  scope: SCOPE,
  homeAccountId: null,
};

/** A home in which somebody signed in before. */
function homeWith(kept: unknown): string {
  const home = folder();
  mkdirSync(join(home, ".drover"));
  const file = join(home, ".drover", "sign-ins.json");
  writeFileSync(file, typeof kept === "string" ? kept : JSON.stringify(kept), { mode: 0o600 });
  return home;
}

const NOBODY: World["fetch"] = () => {
  throw new Error("nobody is asked");
};

describe("a token of the Azure CLI", () => {
  const home = homeWith({ signIns: [{ ...SIGN_IN, method: "az" }] });
  const status = (answer: Awaited<ReturnType<World["runProgram"]>>) =>
    drover(["--api-url", API, "auth", "status"], {
      env: { HOME: home },
      cwd: folder(),
      world: { fetch: NOBODY, runProgram: async () => answer },
    });

  test("that is not installed, or never answers, is told with what to do", async () => {
    const { status: code, stderr } = await status({ code: null, stdout: "", stderr: "" });
    expect(code).toBe(3);
    expect(stderr).toContain("the Azure CLI did not answer");
    expect(stderr).toContain("az login");
  });

  test("that refuses is told in its own words", async () => {
    const { status: code, stderr } = await status({
      code: 1,
      stdout: "",
      stderr: "ERROR: Please run 'az login'.\nmore\n",
    });
    expect(code).toBe(3);
    expect(stderr).toContain("why:   ERROR: Please run 'az login'.\n");
    expect(stderr).toContain(`az login --tenant ${TENANT} --scope ${SCOPE}`);
  });

  test.each(["", "not JSON", '{"accessToken":""}'])(
    "that answers %p is not believed",
    async (stdout) => {
      const { status: code, stderr } = await status({ code: 0, stdout, stderr: "" });
      expect(code).toBe(3);
      expect(stderr).toContain("cannot be understood");
    },
  );
});

describe("what is kept about signing in", () => {
  const status = (home: string) =>
    drover(["--api-url", API, "auth", "status"], {
      env: { HOME: home },
      cwd: folder(),
      world: { fetch: NOBODY },
    });

  test.each([
    ["no JSON", "{"],
    ["of another shape", { signIns: [{ ...SIGN_IN, method: "guessing" }] }],
  ])("is refused when it is %s, with the way out", async (_what, kept) => {
    const { status: code, stderr } = await status(homeWith(kept));
    expect(code).not.toBe(0);
    expect(stderr).toContain("E0151");
    expect(stderr).toContain("drover auth logout");
  });

  test("is of no use when its tokens are gone: sign in again", async () => {
    const kept = { ...SIGN_IN, method: "device-code", clientId: TENANT, homeAccountId: "a.b" };
    const { status: code, stderr } = await status(homeWith({ signIns: [kept] }));
    expect(code).toBe(3);
    expect(stderr).toContain("drover auth login");
  });

  test("is nothing where there is no folder to keep it in", async () => {
    const start = { env: {}, cwd: folder(), world: { fetch: NOBODY } };
    const { status: code, stderr } = await drover(["--api-url", API, "auth", "status"], start);
    expect([code, stderr.includes("you are not signed in")]).toEqual([3, true]);
    const out = await drover(["auth", "logout"], start);
    expect(out.status).toBe(0);
  });
});

describe("the Drover on this machine", () => {
  const note = (cwd: string, text: string): void =>
    writeFileSync(join(cwd, ".drover", "dev-token.json"), text, { mode: 0o600 });

  test("is found in the folder that was named, which must hold one", async () => {
    const { url, asked } = await apiServer((_, response) =>
      json(response, { items: [], nextCursor: null, total: 0, totalIsCapped: false }),
    );
    const data = join(beside(url), ".drover");
    const cwd = folder();
    const found = await drover(["--data", data, "batch", "list", "--json"], { cwd });
    expect([found.status, found.stdout]).toEqual([0, "[]\n"]);
    expect(asked[0]?.headers.authorization).toBe("Bearer local-token");
    const none = await drover(["--data", "elsewhere", "batch", "list"], { cwd });
    expect(none.stderr).toContain("no Drover is running on this data");
    expect(none.stderr).toContain("npm start -- --data elsewhere");
  });

  test.each([
    ["names another machine", "https://evil.example.com", "it names another machine"],
    ["is torn", null, "cannot be understood"],
  ])("is not believed when its note %s", async (_what, url, why) => {
    const cwd = beside("http://127.0.0.1:1");
    const expiresAt = "2999-01-01T00:00:00.000Z";
    note(cwd, url === null ? "{" : JSON.stringify({ url, token: "t", role: "Admin", expiresAt }));
    const { status, stderr } = await drover(["batch", "list"], { cwd, world: { fetch: NOBODY } });
    expect(status).not.toBe(0);
    expect(stderr).toContain("E0143");
    expect(stderr).toContain(why);
  });
});
