/** The wiring of settings, with one line taken out at a time, given to the compiler. All variants
 *  are files of one program that exist in memory only, so the types are read once. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "infra/settings");
const WIRING = "wire-settings";
const PARTS = "parts";
const COMPILE_MS_MAX = 1_800_000;

const textOf = (module: string): string => readFileSync(path.join(FOLDER, `${module}.ts`), "utf8");

type Line = { readonly module: string; readonly name: string; readonly text: string };

/** Every setting that a module writes down, each with the module's text without it. */
function withoutEach(module: string): readonly Line[] {
  const text = textOf(module);
  const source = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true);
  const lines: Line[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) ? node.name.text : "";
    if (/^(?:[A-Z][A-Z_]+|\w+__\w+)$/.test(name)) {
      const end = node.getEnd() + (text[node.getEnd()] === "," ? 1 : 0);
      lines.push({ module, name, text: text.slice(0, node.getFullStart()) + text.slice(end) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

const schemas: readonly (readonly [string, (typeof SETTINGS)[keyof typeof SETTINGS]])[] =
  Object.entries(SETTINGS).map(([name, schema]) => [name, schema]);

/** True when some component cannot start without it. */
const isRequired = (name: string): boolean =>
  schemas.some(([, schema]) => {
    const shape = new Map<string, { safeParse: (value: undefined) => { success: boolean } }>(
      Object.entries(schema.shape),
    );
    const form = shape.get(name);
    return form !== undefined && !form.safeParse(undefined).success;
  });

const LINES = [...withoutEach(WIRING), ...withoutEach(PARTS)];

/** A variant of the groups is seen through a wiring that imports it. */
function filesFor(line: Line, index: number): readonly (readonly [string, string])[] {
  const file = (name: string) => path.join(FOLDER, `${name}.ts`);
  if (line.module === WIRING) return [[file(`variant-${index}`), line.text]];
  const wiring = textOf(WIRING).replace(`"./${PARTS}.ts"`, `"./groups-${index}.ts"`);
  return [
    [file(`groups-${index}`), line.text],
    [file(`variant-${index}`), wiring],
  ];
}

/** How many errors the compiler finds in the whole wiring and in each variant. */
function compile(): readonly number[] {
  const files = new Map(LINES.flatMap(filesFor));
  const read = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  };
  const whole = path.join(FOLDER, `${WIRING}.ts`);
  const variants = LINES.map((_, index) => path.join(FOLDER, `variant-${index}.ts`));
  const program = ts.createProgram({ rootNames: [whole, ...variants], options, host });
  return [whole, ...variants].map(
    (name) => program.getSemanticDiagnostics(program.getSourceFile(name)).length,
  );
}

let whole: number | undefined;
let errors: readonly number[] = [];

beforeAll(() => {
  [whole, ...errors] = compile();
}, COMPILE_MS_MAX);

describe("the wiring of settings", () => {
  test("compiles as it is", () => {
    expect(whole).toBe(0);
    expect(LINES.length).toBeGreaterThan(40);
  });

  test("X-62 (part): does not compile without a setting that a component demands", () => {
    const passed = LINES.filter(({ name }, index) => isRequired(name) && errors[index] === 0);
    expect(passed.map(({ name }) => name)).toEqual([]);
  });

  test("compiles without one that has a default or may be absent", () => {
    const refused = LINES.filter(({ name }, index) => !isRequired(name) && errors[index] !== 0);
    expect(refused.map(({ name }) => name)).toEqual([]);
  });
});
