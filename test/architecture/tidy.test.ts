import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ambient } from "./tidy/ambient.ts";
import { handlers } from "./tidy/handlers.ts";
import { suppressions, switchedOff, unfinished } from "./tidy/leftovers.ts";
import { machine } from "./tidy/machine.ts";
import { pinned, root } from "./tidy/manifest.ts";
import { links, titles } from "./tidy/markdown.ts";
import { fileName, synonyms } from "./tidy/naming.ts";
import { readRepository } from "./tidy/repository.ts";
import { columns, exportCount, fileLines, functionLines } from "./tidy/size.ts";
import type { Check, Finding } from "./tidy/source.ts";
import { defaultExport, erasable, header } from "./tidy/syntax.ts";

const FILES = readRepository(join(import.meta.dirname, "../.."));
const SOURCES = [...FILES.values()].flatMap((source) => source ?? []);
const DOCUMENTS = SOURCES.filter(({ path }) => path.endsWith(".md"));

/** What a developer reads when a check fails: a place to click and a thing to do. */
const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ path, line, advice }) => `${path}:${line} ${advice}`);

const EACH_FILE: readonly (readonly [title: string, check: Check])[] = [
  ["no line of code is wider than 100 columns", columns],
  ["no function is longer than 50 lines", functionLines],
  ["no file is longer than 300 lines without a reason, or than 400 at all", fileLines],
  ["no module exports more than seven names", exportCount],
  ["no file has a name that could hold anything", fileName],
  ["the domain has one word for each thing", synonyms],
  ["every export has a name", defaultExport],
  ["all types can be erased", erasable],
  ["every module opens with what it is for", header],
  ["time, chance, network, disk and process are arguments", ambient],
  ["nothing is left for later", unfinished],
  ["every silenced rule has a reason", suppressions],
  ["no test is switched off without a reason", switchedOff],
  ["nothing knows the machine or the registry", machine],
  ["every dependency has one version", pinned],
];

describe("the repository is tidy", () => {
  test.each(EACH_FILE)("%s", (_title, check) => {
    expect(told(SOURCES.flatMap(check))).toEqual([]);
  });

  test("one message has one handler", () => {
    expect(told(handlers([...FILES.keys()]))).toEqual([]);
  });

  test("every document has one title", () => {
    expect(told(DOCUMENTS.flatMap(titles))).toEqual([]);
  });

  test("every relative link leads somewhere", () => {
    expect(told(DOCUMENTS.flatMap((document) => links(document, FILES)))).toEqual([]);
  });

  test("the licence, the engine and the editor settings are there", () => {
    expect(told(root(FILES))).toEqual([]);
  });
});
