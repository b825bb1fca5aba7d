import { describe, expect, test } from "@jest/globals";
import { isFound, linesFound, MODULE, TEST } from "./samples.ts";
import { handlers } from "./tidy/handlers.ts";
import { suppressions, switchedOff, unfinished } from "./tidy/leftovers.ts";
import { machine } from "./tidy/machine.ts";
import { fileName, synonyms } from "./tidy/naming.ts";
import { columns, exportCount, fileLines, functionLines } from "./tidy/size.ts";
import { defaultExport, erasable, header } from "./tidy/syntax.ts";

const lines = (count: number, line = "1;"): string => `${line}\n`.repeat(count);

describe("size", () => {
  test("a line of 101 columns is found, one of 100 is not, and wide letters count once", () => {
    expect(linesFound(columns, `a\n${"b".repeat(101)}\n${"c".repeat(100)}`)).toEqual([2]);
    expect(isFound(columns, "😀".repeat(100))).toBe(false);
    expect(isFound(columns, "d".repeat(101), "README.md")).toBe(false);
  });

  test("a function of 51 lines is found where it starts, one of 50 is not", () => {
    const ofLines = (count: number) => `\nconst f = () => {\n${lines(count - 2)}};\n`;
    expect(linesFound(functionLines, ofLines(51))).toEqual([2]);
    expect(isFound(functionLines, ofLines(50))).toBe(false);
  });

  test("a long method and a long inner function are found, a long class is not", () => {
    const method = `class A {\n  run() {\n${lines(60)}  }\n}`;
    expect(linesFound(functionLines, method)).toEqual([2]);
  });

  test("only the callbacks of describe and test may be long, and only in a test", () => {
    const suite = `describe("x", () => {\n${lines(60)}});`;
    const table = `test.each([1])("x", () => {\n${lines(60)}});`;
    expect(isFound(functionLines, suite, TEST)).toBe(false);
    expect(isFound(functionLines, table, TEST)).toBe(false);
    expect(isFound(functionLines, suite, MODULE)).toBe(true);
    expect(isFound(functionLines, `const f = () => {\n${lines(60)}};`, TEST)).toBe(true);
  });

  test("a file of 301 lines needs a reason in its header", () => {
    expect(isFound(fileLines, lines(300))).toBe(false);
    expect(isFound(fileLines, lines(301))).toBe(true);
    expect(isFound(fileLines, `// long: one table\n${lines(300)}`)).toBe(false);
    expect(isFound(fileLines, `// long:\n${lines(300)}`)).toBe(true);
    expect(isFound(fileLines, `${lines(300)}// long: too late here\n`)).toBe(true);
  });

  test("a file of 401 lines has no excuse", () => {
    expect(isFound(fileLines, `// long: one table\n${lines(399)}`)).toBe(false);
    expect(isFound(fileLines, `// long: one table\n${lines(400)}`)).toBe(true);
  });

  test("an eighth export is found, in whatever form", () => {
    const seven =
      "export const a = 1, b = 2;export function c() {}\nexport type D = 1;\
      export interface E {}\nexport class F {}\nconst g = 1;const h = 2;export { g };";
    expect(isFound(exportCount, seven)).toBe(false);
    expect(isFound(exportCount, `${seven}export { h };`)).toBe(true);
    expect(isFound(exportCount, `${seven}export * from "./x.ts";`)).toBe(true);
    expect(isFound(exportCount, `${seven}export * as x from "./x.ts";`)).toBe(true);
    expect(isFound(exportCount, `${seven}export default 1;`)).toBe(true);
    expect(isFound(exportCount, `${seven}export default function () {}`)).toBe(true);
    expect(isFound(exportCount, `${seven}const own = 1;`)).toBe(false);
  });

  test("a schema and its type count as one export", () => {
    const pairs = ["A", "B", "C", "D"].map(
      (name) => `export const ${name} = 1; export type ${name} = 1;`,
    );
    expect(isFound(exportCount, pairs.join("\n"))).toBe(false);
  });

  test("an exemption that is no longer needed is found", () => {
    expect(isFound(exportCount, "export const a = 1;", "runtime/contract/statuses.ts")).toBe(true);
  });
});

describe("naming", () => {
  test.each(["utils", "util", "helpers", "helper", "common", "misc", "types", "index"])(
    "a file called %s is found",
    (name) => {
      expect(isFound(fileName, "", `runtime/engine/${name}.ts`)).toBe(true);
      expect(isFound(fileName, "", `runtime/cli/${name}.test.js`)).toBe(true);
    },
  );

  test.each([
    "infra/index.ts",
    "policies/index.js",
    "runtime/dashboard/index.html",
    "runtime/domain/indexed.ts",
  ])("%s may have its name", (path) => {
    expect(isFound(fileName, "", path)).toBe(false);
  });

  test.each(["task", "nextStage", "stage_rows", "JobRun", "jobRuns", "TASKS_MAX"])(
    "the name %s is a second word for a step, a phase or a job",
    (name) => {
      expect(linesFound(synonyms, `\nexport const ${name} = 1;`)).toEqual([2]);
      expect(isFound(synonyms, `const ${name} = 1;`, "runtime/cli/sample.ts")).toBe(false);
    },
  );

  test.each(["job", "run", "jobRunner", "staged", "multitasking"])(
    "the name %s is fine",
    (name) => {
      expect(isFound(synonyms, `const ${name} = "task";`)).toBe(false);
    },
  );
});

describe("syntax", () => {
  test.each([
    "export default 1;",
    "export default function f() {}",
    "export default class {}",
    "const a = 1;\nexport { a as default };",
  ])("%j exports without a name", (text) => {
    expect(isFound(defaultExport, text)).toBe(true);
    expect(isFound(defaultExport, text, "jest.config.js")).toBe(false);
    expect(isFound(defaultExport, text, "infra/index.ts")).toBe(false);
  });

  test("the default of a switch is no export", () => {
    expect(isFound(defaultExport, "switch (1) { default: }")).toBe(false);
  });

  test.each([
    "enum A { B }",
    "const enum A { B }",
    "namespace A { const b = 1; }",
    "class A { constructor(private readonly b: string) {} }",
  ])("%j cannot be erased", (text) => {
    expect(isFound(erasable, text)).toBe(true);
  });

  test("a type, a class and a declared module can be erased", () => {
    const text = 'type A = 1; class B { constructor(c: A) {} }\ndeclare module "x" { type D = 1; }';
    expect(isFound(erasable, text)).toBe(false);
  });

  test("a module without an opening block comment is found", () => {
    expect(isFound(header, "export const a = 1;\n/** late */")).toBe(true);
    expect(isFound(header, "// a line\nexport const a = 1;")).toBe(true);
    expect(isFound(header, "/** Its job. */\nexport const a = 1;")).toBe(false);
    expect(isFound(header, "#!/usr/bin/env node\n/** Its job. */", "runtime/cli/x.js")).toBe(false);
    expect(isFound(header, "export const a = 1;", TEST)).toBe(false);
  });
});

describe("leftovers", () => {
  test.each(["TODO", "FIXME", "XXX", "HACK", "not implemented", "Not implemented", "for now"])(
    "%s is found in code and in documents",
    (words) => {
      expect(linesFound(unfinished, `a\n// ${words}: b`)).toEqual([2]);
      expect(isFound(unfinished, `Works ${words}.`, "docs/a.md")).toBe(true);
    },
  );

  test("words that only look like leftovers are fine", () => {
    expect(isFound(unfinished, "mkdtemp-XXXXXX; before nowhere; methodology")).toBe(false);
  });

  test.each(["@ts-ignore", "@ts-nocheck", "@ts-expect-error", "biome-ignore lint/style/useConst:"])(
    "%s needs a reason",
    (directive) => {
      expect(isFound(suppressions, `// ${directive}`)).toBe(true);
      expect(isFound(suppressions, `/* ${directive} */ const a = 1;`)).toBe(true);
      expect(isFound(suppressions, `// ${directive} the stubs have no types`)).toBe(false);
    },
  );

  test.each(["test.skip", "describe.skip", "it.concurrent.skip", "xit", "test.todo"])(
    "%s needs a reason",
    (name) => {
      expect(isFound(switchedOff, `${name}("a", f);`, TEST)).toBe(true);
      expect(isFound(switchedOff, `${name}.each([1])("a", f);`, TEST)).toBe(true);
      expect(isFound(switchedOff, `// skipped: no broker here\n${name}("a", f);`, TEST)).toBe(
        false,
      );
      expect(isFound(switchedOff, `${name}("a, skipped because b", f);`, TEST)).toBe(false);
    },
  );

  test("a test that is skipped on a condition is found", () => {
    expect(isFound(switchedOff, '(a ? test : test.skip)("b", f);', TEST)).toBe(true);
  });

  test.each(["test.only", "describe.only", "it.only", "fit", "fdescribe"])(
    "%s has no excuse",
    (name) => {
      expect(isFound(switchedOff, `// skipped: all others\n${name}("a", f);`, TEST)).toBe(true);
    },
  );

  test("ordinary tests and other things called skip are fine", () => {
    expect(isFound(switchedOff, 'test("a", f); test.each([1])("b", f); rows.skip(1);', TEST)).toBe(
      false,
    );
  });
});

describe("handlers", () => {
  const once = ["runtime/orchestrator/on-batch-init.ts", "runtime/orchestrator/on-phase-due.ts"];

  test("a second handler of a message is found", () => {
    const second = "runtime/orchestrator/late/on-phase-due.ts";
    const third = "runtime/orchestrator/later/on-phase-due.ts";
    const advice = `merge with ${once[1]}: one message has one handler`;
    expect(handlers([...once, second, third])).toEqual([
      { path: second, line: 1, advice },
      { path: third, line: 1, advice },
    ]);
  });

  test("one handler for each message is fine", () => {
    expect(handlers(once)).toEqual([]);
  });
});

describe("machine", () => {
  test.each(['"/work/clone/a"', "/home/ann/a", "at /root/a", "(/Users/ann/a)"])(
    "%s is a path on one machine",
    (text) => {
      expect(isFound(machine, text)).toBe(true);
    },
  );

  test.each([
    "/home/site/wwwroot",
    "https://host/Users/a",
    "./work/a",
    "${" + "base}/Users/a",
    "a/home/b",
    "/workers/a",
  ])("%s belongs to no machine", (text) => {
    expect(isFound(machine, text)).toBe(false);
  });

  test.each([
    "https://registry.npmjs.org/a",
    "registry=https://a.test/",
    "npm.pkg.github.com",
    "a.jfrog.io",
  ])("%s names a registry", (text) => {
    expect(isFound(machine, text, ".npmrc")).toBe(true);
  });

  test("a download address in the lockfile is found, the word elsewhere is not", () => {
    const text = '{\n  "resolved": "https://a.test/b.tgz"\n}';
    expect(linesFound(machine, text, "package-lock.json")).toEqual([2]);
    expect(isFound(machine, text, "test/fixtures/a.json")).toBe(false);
  });
});
