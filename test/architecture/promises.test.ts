import { join, relative, sep } from "node:path";
import { describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { REPOSITORY } from "./dependencies/cruise.ts";
import { floatingPromises } from "./tidy/promises.ts";

/** A file that exists only for the compiler; one statement a line, judged by its comment. */
const SAMPLE = join(REPOSITORY, "runtime/floating-sample.ts").replaceAll(sep, "/");
const SAMPLE_LINES = [
  'import { readFile } from "node:fs/promises";',
  "declare const port: { send(): Promise<void>; maybe(): Promise<void> | undefined; now(): void };",
  "declare const handle: () => void;",
  "port.send(); // floats",
  'readFile("a"); // floats',
  "port.maybe(); // floats",
  "Promise.all([port.send()]); // floats",
  "port.send().then(handle); // floats",
  "port.send().finally(handle); // floats",
  "(async () => {})(); // floats",
  "port.now();",
  "await port.send();",
  "void port.send();",
  "port.send().catch(handle);",
  "port.send().then(handle, handle);",
  "port.send().catch(handle).finally(handle);",
  "export const sent = port.send();",
];

const compile = (): ts.Program => {
  const { config } = ts.readConfigFile(join(REPOSITORY, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, REPOSITORY);
  const host = ts.createCompilerHost(options, true);
  const { readFile, fileExists } = host;
  host.readFile = (name) => (name === SAMPLE ? SAMPLE_LINES.join("\n") : readFile(name));
  host.fileExists = (name) => name === SAMPLE || fileExists(name);
  const runtime = fileNames.filter((name) => relative(REPOSITORY, name).startsWith("runtime"));
  return ts.createProgram([...runtime, SAMPLE], options, host);
};

/** Types are worked out when first asked for; a busy machine is slow at it, and not at fault. */

describe("promises", () => {
  const program = compile();

  test("a promise that nobody waits for is found, one that is handled is not", () => {
    const floating = SAMPLE_LINES.flatMap((line, index) => (/floats/.test(line) ? index + 1 : []));
    const found = floatingPromises(program, (name) => name === SAMPLE);
    expect(found.map(({ line }) => line)).toEqual(floating);
  });

  test("the runtime waits for every promise it makes", () => {
    const isRuntime = (name: string) =>
      name !== SAMPLE && relative(REPOSITORY, name).startsWith("runtime");
    const found = floatingPromises(program, isRuntime);
    expect(
      found.map(({ path, line, advice }) => `${relative(REPOSITORY, path)}:${line} ${advice}`),
    ).toEqual([]);
    expect(
      program.getSourceFiles().filter(({ fileName }) => isRuntime(fileName)).length,
    ).toBeGreaterThan(10);
  });
});
