import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { World } from "../../../../runtime/cli/world.ts";
import { apiServer, json } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";
import { folder } from "../folder.ts";
import { entraServer, sendForm } from "./entra-server.ts";

const TENANT = "11111111-1111-4111-8111-111111111111";
const CLIENT = "22222222-2222-4222-8222-222222222222";
const SCOPE = "api://drover/access_as_user";
const API = "https://drover.example.com";

const ME = {
  name: "ada@contoso.com",
  tenantId: TENANT,
  objectId: "o",
  kind: "user",
  roles: ["Operator"],
  expiresAt: "2999-01-01T00:00:00.000Z",
};
const ENVIRONMENT = {
  name: "prod",
  mode: "azure",
  version: "1.2.3",
  signIn: {
    kind: "entra",
    authority: "https://login.microsoftonline.com/",
    tenantId: TENANT,
    clientId: CLIENT,
    scope: SCOPE,
  },
  simulated: false,
  speed: 1,
  now: "2026-03-14T09:00:00.000Z",
  simulatedTenant: null,
};

/** An API and an Entra on loopback, under the names that the real ones have. */
async function clouds(environment: object = ENVIRONMENT) {
  const api = await apiServer(({ path }, response) =>
    json(response, path === "/api/environment" ? environment : ME),
  );
  const entra = await entraServer(TENANT, CLIENT);
  const places: readonly (readonly [string, string])[] = [
    [API, api.url],
    ["https://login.microsoftonline.com", entra.url],
  ];
  const lead: World["fetch"] = (input, init) => {
    const asked = String(input);
    const place = places.find(([name]) => asked.startsWith(name));
    if (place === undefined) throw new Error(`nothing may be asked of ${asked}`);
    return fetch(asked.replace(place[0], place[1]), init);
  };
  return { api, entra, world: { fetch: lead } };
}

const tokensOf = (api: { readonly asked: readonly { readonly headers: object }[] }) =>
  api.asked.flatMap(({ headers }) => ("authorization" in headers ? [headers.authorization] : []));

describe("signing in", () => {
  test("M-113: a device code signs in, privately kept, then silently used", async () => {
    const { api, entra, world } = await clouds();
    const home = folder();
    const start = { env: { HOME: home }, cwd: folder(), world };
    const login = await drover(["--api-url", API, "auth", "login"], start);
    expect([login.status, login.stdout]).toEqual([0, ""]);
    expect(login.stderr).toContain("enter the code ABCD-1234");
    expect(login.stderr).toContain("Signed in to https://drover.example.com as ada@contoso.com");
    const cache = join(home, ".drover", "token-cache.json");
    expect(statSync(cache).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".drover", "sign-ins.json")).mode & 0o777).toBe(0o600);
    const codes = entra.asked("devicecode");
    const status = await drover(["--api-url", API, "auth", "status", "--json"], start);
    expect(JSON.parse(status.stdout)).toMatchObject({
      name: "ada@contoso.com",
      from: "device-code",
    });
    expect(entra.asked("devicecode")).toBe(codes);
    expect(new Set(tokensOf(api))).toEqual(new Set(["Bearer access-1"]));
  });

  test("in the browser: a code comes back to this machine and is used with its proof", async () => {
    const { api, entra, world } = await clouds();
    const start = { env: { HOME: folder() }, cwd: folder(), world };
    const pages: { readonly authorize: URL; readonly text: Promise<string> }[] = [];
    const openBrowser = (address: string): void => {
      const authorize = new URL(address);
      const form = fetch(address.replace(authorize.origin, entra.url));
      pages.push({ authorize, text: form.then(async (page) => sendForm(await page.text())) });
    };
    const login = await drover(["--api-url", API, "auth", "login", "--browser"], {
      ...start,
      world: { ...world, openBrowser },
    });
    expect([login.status, login.stdout]).toEqual([0, ""]);
    expect(login.stderr).toContain("Signed in to https://drover.example.com as ada@contoso.com");
    const [page] = pages;
    const asked = Object.fromEntries(page?.authorize.searchParams ?? []);
    expect(asked).toMatchObject({ client_id: CLIENT, code_challenge_method: "S256" });
    expect(asked["redirect_uri"]).toMatch(/^http:\/\/localhost:[0-9]+\/?$/);
    expect(await page?.text).toContain("Close this page");
    const sent = entra.sent();
    expect(sent.get("code")).toBe("the-code");
    const proof = createHash("sha256").update(sent.get("code_verifier") ?? "");
    expect(proof.digest("base64url")).toBe(asked["code_challenge"]);
    const status = await drover(["--api-url", API, "auth", "status", "--json"], start);
    expect(JSON.parse(status.stdout)).toMatchObject({ name: "ada@contoso.com", from: "browser" });
    expect(tokensOf(api).at(-1)).toBe("Bearer access-1");
  });

  test("M-113 (part): a token that has ended is renewed without a word", async () => {
    const { api, entra, world } = await clouds();
    entra.lifetimeSec(1);
    const start = { env: { HOME: folder() }, cwd: folder(), world };
    await drover(["--api-url", API, "auth", "login"], start);
    const { status, stderr } = await drover(["--api-url", API, "auth", "status"], start);
    expect([status, stderr]).toEqual([0, ""]);
    expect(tokensOf(api).at(-1)).toBe("Bearer access-2");
  });

  test("no token is asked for an origin that only a project's file names", async () => {
    const { entra, world } = await clouds();
    const start = { env: { HOME: folder() }, cwd: folder(), world };
    await drover(["--api-url", API, "auth", "login"], start);
    const before = entra.asked("token");
    const cwd = folder({ ".drover.json": '{"apiUrl": "https://evil.example.com"}' });
    const env = { ...start.env, DROVER_TOKEN: "secret" };
    const { status, stderr } = await drover(["batch", "list"], { ...start, env, cwd });
    expect(status).toBe(3);
    expect(stderr).toContain("you are not signed in");
    expect(entra.asked("token")).toBe(before);
  });

  test("signing in where a project's file leads must be confirmed", async () => {
    const cwd = folder({ ".drover.json": `{"apiUrl": "${API}"}` });
    const { world } = await clouds();
    const { status, stderr } = await drover(["auth", "login"], {
      cwd,
      env: { HOME: folder() },
      world,
    });
    expect(status).toBe(2);
    expect(stderr).toContain("--yes");
  });

  test("a Drover that asks for a token of something else gets none", async () => {
    const signIn = { ...ENVIRONMENT.signIn, scope: "https://management.azure.com/.default" };
    const { entra, world } = await clouds({ ...ENVIRONMENT, signIn });
    const start = { env: { HOME: folder() }, cwd: folder(), world };
    const { status, stderr } = await drover(["--api-url", API, "auth", "login"], start);
    expect(status).toBe(3);
    expect(stderr).toContain("not an API of its own");
    expect(entra.asked("devicecode")).toBe(0);
  });

  test("an az login is used as it is, and nothing of it is stored", async () => {
    const bin = folder();
    const script = join(bin, "az");
    writeFileSync(script, '#!/bin/sh\necho "$@" >> "$0.log"\necho \'{"accessToken":"from-az"}\'\n');
    chmodSync(script, 0o755);
    const { api, world } = await clouds();
    const runProgram: World["runProgram"] = (name, words) =>
      new Promise((resolve) => {
        const env = { PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
        execFile(join(bin, name), [...words], { env }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : 1, stdout, stderr }),
        );
      });
    const home = folder();
    const start = { env: { HOME: home }, cwd: folder(), world: { ...world, runProgram } };
    const login = await drover(["--api-url", API, "auth", "login", "--az"], start);
    expect(login.status).toBe(0);
    await drover(["--api-url", API, "auth", "status"], start);
    expect(tokensOf(api)).toEqual(["Bearer from-az", "Bearer from-az"]);
    expect(readFileSync(`${script}.log`, "utf8")).toContain(`--scope ${SCOPE} --tenant ${TENANT}`);
    expect(readFileSync(join(home, ".drover", "sign-ins.json"), "utf8")).not.toContain("from-az");
  });

  test("a variable's token is sent to the address that the user gave", async () => {
    const { api, world } = await clouds();
    const start = { env: { DROVER_TOKEN: "mine" }, cwd: folder(), world };
    const { stdout } = await drover(["--api-url", API, "auth", "status"], start);
    expect(stdout).toContain("the variable (DROVER_TOKEN)");
    expect(tokensOf(api)).toEqual(["Bearer mine"]);
  });

  test("logout deletes what was kept, and a cache that others can read is refused", async () => {
    const { world } = await clouds();
    const home = folder();
    const start = { env: { HOME: home }, cwd: folder(), world };
    await drover(["--api-url", API, "auth", "login"], start);
    chmodSync(join(home, ".drover", "token-cache.json"), 0o640);
    const refused = await drover(["--api-url", API, "auth", "status"], start);
    expect([refused.status, refused.stderr.includes("E0142")]).toEqual([2, true]);
    const { stderr } = await drover(["auth", "logout"], start);
    expect(stderr.match(/^Deleted /gm)).toHaveLength(2);
    expect((await drover(["--api-url", API, "auth", "status"], start)).status).toBe(3);
  });
});
