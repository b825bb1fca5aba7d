import { describe, expect, test } from "@jest/globals";
import { linkModules } from "../../../runtime/dashboard/link.ts";

const module = (path: string, ...lines: readonly string[]) => ({ path, code: lines.join("\n") });

/** Runs what was joined and says what its entry told. */
function run(script: string): unknown {
  const told = { value: undefined as unknown };
  new Function("told", script)(told);
  return told.value;
}

describe("joining modules", () => {
  test("each module has a scope of its own and gets what it imports by its own name", () => {
    const script = linkModules(
      [
        module(
          "app/main.ts",
          'import { twice as two } from "./a.ts";',
          'import { n } from "./deep/b.ts";',
          "told.value = two(n);",
        ),
        module(
          "app/a.ts",
          'import { n } from "./deep/b.ts";',
          "const hidden = 2;",
          "export const twice = (x)=>x * hidden + n;",
        ),
        module("app/deep/b.ts", "const hidden = 5;", "export const n = hidden;"),
      ],
      "app/main.ts",
    );
    expect(run(script)).toBe(15);
  });

  test("packages stay imports, once each, defaults and names alike", () => {
    const script = linkModules(
      [
        module("app/main.ts", 'import path from "node:path";', 'import { x } from "./a.ts";', "x"),
        module("app/a.ts", 'import { join } from "node:path";', "export const x = join();"),
      ],
      "app/main.ts",
    );
    expect(script.match(/^import .*$/gm)).toEqual(['import * as $0 from "node:path";']);
    expect(script).toContain("const { default: path } = $0;");
    expect(script).toContain("const { join } = $0;");
  });

  test("a line it does not understand is refused with the module it stands in", () => {
    const modules = [module("app/main.ts", 'export * from "./a.ts";')];
    expect(() => linkModules(modules, "app/main.ts")).toThrow(/app\/main.ts has a line/);
  });

  test("a module that is missing is named", () => {
    expect(() => linkModules([], "app/main.ts")).toThrow("there is no module app/main.ts");
  });
});
