import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readStack } from "../../infra/preview/stack-config.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "drover-stack-"));
  await mkdir(path.join(root, "policies/levels"), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const FILES = {
  "Pulumi.yaml": "name: drover\nmain: infra/index.ts\n",
  "Pulumi.dev.yaml": "config:\n  drover:network: public\n",
  "policies/dev.json": "{}",
};

async function read(files: Readonly<Record<string, string>>, stack = "dev") {
  for (const [file, text] of Object.entries({ ...FILES, ...files }))
    await writeFile(path.join(root, file), text);
  return readStack(root, stack);
}

describe("a stack's files", () => {
  test("values become text, as Pulumi passes them to a program", async () => {
    const yaml = "config:\n  drover:a: x\n  drover:b: [1, two]\n  drover:c: true\n";
    expect(await read({ "Pulumi.dev.yaml": yaml })).toEqual({
      ok: true,
      value: {
        root,
        name: "dev",
        project: "drover",
        main: "infra/index.ts",
        config: { "drover:a": "x", "drover:b": '[1,"two"]', "drover:c": "true" },
        secretKeys: [],
        policies: {},
      },
    });
  });

  test("an encrypted value stays encrypted and is marked as secret", async () => {
    const yaml = "config:\n  drover:key:\n    secure: v1:abc\n";
    expect(await read({ "Pulumi.dev.yaml": yaml })).toMatchObject({
      value: { config: { "drover:key": "v1:abc" }, secretKeys: ["drover:key"] },
    });
  });

  test("levels of policies are read in both of Pulumi's forms", async () => {
    const b = { enforcementLevel: "advisory", reason: "until June", x: 1 };
    const json = JSON.stringify({ a: "mandatory", b, c: { y: 2 } });
    expect(await read({ "policies/dev.json": json })).toMatchObject({
      value: { policies: { a: { enforcementLevel: "mandatory" }, b, c: { y: 2 } } },
    });
  });

  test.each([
    ["disabled", "disabled"],
    ["disabled", { enforcementLevel: "disabled" }],
    ["advisory", "advisory"],
    ["advisory", { enforcementLevel: "advisory", x: 1 }],
    ["disabled", { enforcementLevel: "disabled", reason: " " }],
    ["disabled", { enforcementLevel: "disabled", reason: 1 }],
  ])("a rule that is made %s without a reason is refused: %j", async (level, settings) => {
    expect(await read({ "policies/dev.json": JSON.stringify({ strict: settings }) })).toEqual({
      ok: false,
      error: expect.stringMatching(
        new RegExp(`^policies/dev\\.json: .*"${level}" asks less than the rule.*at strict`, "s"),
      ),
    });
  });

  test("a resource that is exempt from a rule has its reason, and the rule its level", async () => {
    const a = { exempt: { "the-x": "until June" } };
    expect(await read({ "policies/dev.json": JSON.stringify({ a }) })).toMatchObject({
      value: { policies: { a } },
    });
  });

  test.each([
    ["no reason", { "the-x": "" }],
    ["a blank reason", { "the-x": "  " }],
    ["no name", { "": "until June" }],
    ["a list", ["the-x"]],
  ])("an exemption with %s is refused", async (_what, exempt) => {
    expect(await read({ "policies/dev.json": JSON.stringify({ a: { exempt } }) })).toEqual({
      ok: false,
      error: expect.stringMatching(/^policies\/dev\.json: /),
    });
  });

  test("levels follow from the values of the stack, and its own file comes on top", async () => {
    const off = (reason: string) => ({ enforcementLevel: "disabled", reason });
    const levels = {
      "policies/levels/network-public.json": { a: off("public"), b: off("public") },
      "policies/levels/network-private.json": { c: off("private") },
      "policies/levels/protect-false.json": { d: off("unprotected") },
    };
    const files = Object.fromEntries(
      Object.entries(levels).map(([file, rules]) => [file, JSON.stringify(rules)]),
    );
    const yaml = "config:\n  drover:network: public\n  drover:protect: false\n";
    const own = JSON.stringify({ b: { enforcementLevel: "mandatory" } });
    expect(
      await read({ ...files, "Pulumi.dev.yaml": yaml, "policies/dev.json": own }),
    ).toMatchObject({
      value: {
        policies: {
          a: off("public"),
          b: { enforcementLevel: "mandatory" },
          d: off("unprotected"),
        },
      },
    });
    const strict = "config:\n  drover:network: ../../x\n";
    const other = await read({ "Pulumi.test.yaml": strict }, "test");
    expect(other).toMatchObject({ value: { policies: {} } });
  });

  test.each([
    ["Pulumi.yaml", "name: drover\n", /^Pulumi\.yaml: .*main/s],
    ["Pulumi.dev.yaml", "config: [\n", /^Pulumi\.dev\.yaml: /],
    ["policies/dev.json", '{"a": "strict"}', /^policies\/dev\.json: /],
  ])("a broken %s is named", async (file, text, message) => {
    expect(await read({ [file]: text })).toEqual({
      ok: false,
      error: expect.stringMatching(message),
    });
  });

  test("a stack that says nothing of policies keeps every rule at its own level", async () => {
    const yaml = FILES["Pulumi.dev.yaml"];
    expect(await read({ "Pulumi.test.yaml": yaml }, "test")).toMatchObject({
      ok: true,
      value: { name: "test", policies: {} },
    });
  });

  test("a stack without a file, and a name that is no name, are refused", async () => {
    expect(await read({}, "prod")).toEqual({ ok: false, error: "there is no Pulumi.prod.yaml" });
    expect(await read({}, "../dev")).toEqual({
      ok: false,
      error: '"../dev" cannot be the name of a stack',
    });
  });
});
