import { describe, expect, test } from "@jest/globals";
import { readTestTitles, scanTitles } from "../../../docs/generators/test-titles.ts";

const titlesOf = (text: string) => scanTitles("test/a.test.ts", text).map(({ title }) => title);

const skipsOf = (text: string) => scanTitles("test/a.test.ts", text).map(({ skipped }) => skipped);

describe("titles of tests", () => {
  test("a test is found with its file, line, group and ids", () => {
    const text = `import { test } from "@jest/globals";
describe("offsets", () => {
  describe("R44 (part): elapsed time", () => {
    // Not a reason, as nothing is skipped.
    test("M-024, M-012 (part): due in time", () => {});
  });
});
`;
    expect(scanTitles("test/unit/a.test.ts", text)).toEqual([
      {
        file: "test/unit/a.test.ts",
        line: 5,
        title: "M-024, M-012 (part): due in time",
        context: ["offsets", "R44 (part): elapsed time"],
        ids: ["M-012", "M-024", "R44"],
        partIds: ["R44", "M-012"],
        skipped: null,
      },
    ]);
  });

  test.each([
    ["test", 'test("a", () => {});'],
    ["it", 'it("a", () => {});'],
    ["a modifier", 'test.only("a", f); '],
    ["two modifiers", 'test.concurrent.only("a", f);'],
    ["a single-quoted title", "test('a', f);"],
    ["a template without substitutions", "test(`a`, f);"],
    ["a table", 'test.each([["x", test]])("a", f);'],
    ["a tagged table", `test.each\`x\${1}\`("a", f);`],
    ["a table of a modifier", 'it.concurrent.each([1])("a", f);'],
    ["a group with a table", 'describe.each([1])("%i", () => { test("a", f); });'],
    ["a group without a written title", 'describe(name, () => { test("a", f); });'],
    ["a loop", 'for (const x of y) { test("a", f); }'],
    ["a function", 'const suite = () => { test("a", f); };'],
    ["parentheses", '(test)(("a"), f);'],
  ])("a title is found in %s", (_, text) => {
    expect(titlesOf(text)).toEqual(["a"]);
  });

  test("what is computed within a title shows as an ellipsis", () => {
    const template = `test(\`M-010: \${name} is \${what} now\`, f);`;
    expect(titlesOf(template)).toEqual(["M-010: … is … now"]);
    expect(titlesOf('test("M-010: a long " + "title", f);')).toEqual(["M-010: a long title"]);
    expect(titlesOf('test("M-010: " + name, f);')).toEqual(["M-010: …"]);
    expect(titlesOf('test(name + " moves", f);')).toEqual(["… moves"]);
  });

  test.each([
    ["a computed title", "test(title, f);"],
    ["a sum of computed parts", "test(a + b, f);"],
    ["another operation", 'test("a" - "b", f);'],
    ["no title", "test();"],
    ["a table that is not called", 'test.each("a");'],
    ["a table where none belongs", 'test(1)("a", f);'],
    ["another function", 'check("a", f); /x/.test("a"); expect.test("a");'],
    ["another property of test", 'test.extend("a");'],
    ["a comment or a string", "// test('a', f);\nconst text = \"test('a', f)\";"],
    ["a condition on something else", '(x ? y : z)("a", f);'],
  ])("%s is no title", (_, text) => {
    expect(titlesOf(text)).toEqual([]);
  });
});

describe("skipped tests", () => {
  test.each([
    ["skip", '// No namespace here.\ntest.skip("a", f);', "No namespace here."],
    ["two lines", '// No namespace\n// here.\ntest.skip("a", f);', "No namespace here."],
    ["a block", '/** No\n *  namespace. */\nit.skip("a", f);', "No namespace."],
    ["todo", '// Later.\ntest.todo("a");', "Later."],
    ["an expected failure", '// Known.\ntest.failing("a", f);', "Known."],
    ["x", '// Off.\nxtest("a", f);', "Off."],
    ["a table", '// Off.\ntest.skip.each([1])("a", f);', "Off."],
    ["no comment", 'test.skip("a", f);', "no reason given"],
    ["a skipped group", '// Off.\ndescribe.skip("g", () => { test("a", f); });', "Off."],
    [
      "a group within a skipped group",
      '// Off.\nxdescribe("g", () => { describe("h", () => { xit("a", f); }); });',
      "Off.",
    ],
  ])("by %s carry their reason", (_, text, reason) => {
    expect(skipsOf(text)).toEqual([reason]);
  });

  test.each([
    ["skipping first", 'const run = away ? test.skip : test;\nrun("a", f);'],
    ["running first", 'const run = here ? test : test.skip;\nrun("a", f);'],
    ["on the spot", '(away ? test.skip : test)("a", f);'],
    ["of a group", 'const group = away ? describe.skip : describe;\ngroup("g", () => it("a", f));'],
    ["with a table", 'const run = away ? test.skip : test;\nrun.each([1])("a", f);'],
  ])("chosen by a condition count as running: %s", (_, text) => {
    expect(skipsOf(text)).toEqual([null]);
  });

  test("both ways of a choice skipped is skipped", () => {
    expect(skipsOf('(away ? test.skip : test.todo)("a", f);')).toEqual(["no reason given"]);
    expect(skipsOf('(away ? test.skip : other)("a", f);')).toEqual(["no reason given"]);
  });
});

test("the titles of this repository are read, in the order of files", () => {
  const titles = readTestTitles();
  const files = titles.map(({ file }) => file);
  expect(files).toEqual([...files].sort());
  expect(titles).toContainEqual(
    expect.objectContaining({
      file: "test/unit/docs/test-titles.test.ts",
      title: "the titles of this repository are read, in the order of files",
    }),
  );
});
