import { describe, expect, test } from "@jest/globals";
import { pinned, root } from "./tidy/manifest.ts";
import { links, titles } from "./tidy/markdown.ts";
import type { Source } from "./tidy/source.ts";

const FENCE = "```";

const repository = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Source> =>
  new Map(Object.entries(files).map(([path, text]) => [path, { path, text }]));

describe("titles", () => {
  const foundIn = (text: string) => titles({ path: "a.md", text }).map(({ line }) => line);

  test("a document without a title, or with two, is found", () => {
    expect(foundIn("words\n## Part")).toEqual([1]);
    expect(foundIn("# One\n\n# Two")).toEqual([3]);
  });

  test("one title is right, whatever stands in code", () => {
    expect(foundIn("# One\n## Part")).toEqual([]);
    expect(foundIn(`# One\n${FENCE}sh\n# a comment\n${FENCE}\n`)).toEqual([]);
    expect(foundIn(`# One\n~~~\n${FENCE}\n# a\n~~~\n`)).toEqual([]);
  });
});

describe("links", () => {
  const files = repository({
    "README.md": '# Drover\n## How it works, in short\n## Use\n## Use\n<a id="old"></a>',
    "docs/guide.md": "# Guide\n## The `drover` command & its [flags](x.md)",
    "runtime/engine/decide.ts": "",
  });
  const foundIn = (text: string, path = "docs/a.md") =>
    links({ path, text }, files).map(({ line, advice }) => `${line} ${advice}`);

  test.each([
    ["[a](missing.md)", "1 mend the link missing.md: there is no docs/missing.md"],
    ["\n![a](../b.png)", "2 mend the link ../b.png: there is no b.png"],
    ["[a]: gone.md", "1 mend the link gone.md: there is no docs/gone.md"],
    ["[a](guide.md#nope)", "1 mend the link guide.md#nope: docs/guide.md has no heading #nope"],
    [
      "[a](../README.md#use-2)",
      "1 mend the link ../README.md#use-2: README.md has no heading #use-2",
    ],
  ])("%j leads nowhere", (text, found) => {
    expect(foundIn(text)).toEqual([found]);
  });

  test("an anchor within the same document is looked up there", () => {
    expect(foundIn("# A\n[b](#b)", "README.md")).toHaveLength(1);
    expect(foundIn("[b](#use)", "README.md")).toEqual([]);
  });

  test.each([
    "[a](guide.md)",
    '[a](guide.md "Guide")',
    "[a](../README.md#how-it-works-in-short)",
    "[a](../README.md#use-1)",
    "[a](../README.md#old)",
    "[a](guide.md#the-drover-command--its-flags)",
    "[a](../runtime/engine)",
    "[a](../runtime/engine/)",
    "[a](..)",
    "[a](../runtime/engine/decide.ts#L10)",
    "[a](https://example.com/a.md)",
    "[a](mailto:a@example.com)",
    "`[a](missing.md)`",
    `${FENCE}\n[a](missing.md)\n${FENCE}`,
  ])("%j leads somewhere, or is not ours to follow", (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe("the manifest", () => {
  const APACHE = "Apache License\n   Version 2.0, January 2004";
  const whole = {
    "package.json": '{ "license": "Apache-2.0", "engines": { "node": ">=20" } }',
    LICENSE: APACHE,
    ".editorconfig": "max_line_length = 100\n",
  };
  const foundIn = (changes: Readonly<Record<string, string>>, without = "") => {
    const { [without]: _gone, ...rest }: Record<string, string> = { ...whole, ...changes };
    return root(repository(rest)).map(({ path }) => path);
  };

  test.each(["^1.0.0", "~1.0.0", "*", "1.x", ">=1.0.0", "latest", "1.0", "file:../a"])(
    "the version %s is a range",
    (version) => {
      const text = `{\n  "dependencies": {\n    "a": "1.2.3",\n    "b": "${version}"\n  }\n}`;
      expect(pinned({ path: "package.json", text }).map(({ line }) => line)).toEqual([4]);
      expect(pinned({ path: "policies/package.json", text })).toHaveLength(1);
      expect(pinned({ path: "docs/sample.json", text })).toEqual([]);
    },
  );

  test.each(["dependencies", "devDependencies", "optionalDependencies", "overrides"])(
    "%s are pinned",
    (field) => {
      const manifest = (version: string) => `{ "${field}": { "a": "${version}" } }`;
      expect(pinned({ path: "package.json", text: manifest("^1.0.0") })).toHaveLength(1);
      expect(pinned({ path: "package.json", text: manifest("1.0.0-beta.1") })).toEqual([]);
    },
  );

  test("a complete root is fine", () => {
    expect(foundIn({})).toEqual([]);
  });

  test("a missing licence, or another than the manifest's, is found", () => {
    expect(foundIn({}, "LICENSE")).toEqual(["LICENSE"]);
    expect(foundIn({ LICENSE: "MIT License" })).toEqual(["package.json"]);
    expect(foundIn({ "package.json": '{ "engines": { "node": "1" } }' })).toEqual(["package.json"]);
  });

  test("missing engines and editor settings are found", () => {
    expect(foundIn({ "package.json": '{ "license": "Apache-2.0" }' })).toEqual(["package.json"]);
    expect(foundIn({}, ".editorconfig")).toEqual([".editorconfig"]);
    expect(foundIn({ ".editorconfig": "max_line_length = 80\n" })).toEqual([".editorconfig"]);
  });
});
