import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { jsonLines, jsonText } from "../../../../runtime/cli/output/json.ts";
import { shellWord } from "../../../../runtime/cli/output/shell-word.ts";
import { drawTree } from "../../../../runtime/cli/output/tree.ts";
import { yamlText } from "../../../../runtime/cli/output/yaml.ts";

const leaf = (label: string) => ({ label, children: [] });

describe("trees", () => {
  test("each branch is joined to its parent, and the last one turns the corner", () => {
    const tree = {
      label: "root",
      children: [
        { label: "a", children: [leaf("a1"), leaf("a2")] },
        { label: "b", children: [leaf("b1")] },
      ],
    };
    expect(drawTree(tree)).toBe(
      ["root", "├─ a", "│  ├─ a1", "│  └─ a2", "└─ b", "   └─ b1", ""].join("\n"),
    );
  });
});

describe("JSON", () => {
  test("maps become objects at every depth, and a key of __proto__ stays a key", () => {
    const value = { outer: new Map([["__proto__", new Map([["b", 1]])]]) };
    expect(jsonText(value)).toBe(
      '{\n  "outer": {\n    "__proto__": {\n      "b": 1\n    }\n  }\n}\n',
    );
  });

  test("in lines, every value has one", () => {
    expect(jsonLines([{ a: "x\ny" }, new Map([["b", 2]])])).toBe('{"a":"x\\ny"}\n{"b":2}\n');
    expect(jsonLines([])).toBe("");
  });
});

describe("YAML", () => {
  test("is laid out in blocks that a person can read", () => {
    const value = { problems: [{ line: 1, hint: null, tags: ["a", []] }], none: {}, list: [] };
    expect(yamlText(value)).toBe(
      [
        "problems:",
        "  - line: 1",
        "    hint: null",
        "    tags:",
        '      - "a"',
        "      - []",
        "none: {}",
        "list: []",
        "",
      ].join("\n"),
    );
  });

  test("quotes a key that YAML would take for something else", () => {
    expect(yamlText({ no: 1, "a b": 2, "1": 3 })).toBe('"1": 3\n"no": 1\n"a b": 2\n');
  });

  test("every JSON value reads back as itself", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(parse(yamlText(plain), { maxAliasCount: 0 })).toEqual(plain);
      }),
      { seed: 9 },
    );
  });
});

describe("words for a shell", () => {
  test("are quoted when they must be, and only then", () => {
    expect(shellWord("books/a-1.yaml")).toBe("books/a-1.yaml");
    expect(shellWord("my book.yaml")).toBe("'my book.yaml'");
    expect(shellWord("it's")).toBe("'it'\\''s'");
    expect(shellWord("")).toBe("''");
  });
});
