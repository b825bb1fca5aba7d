/** Whether a mutant compiles: the whole program is loaded once, and one file of it is looked at
 *  again with the patch in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Mutant, mutated } from "./mutant.ts";

/** What the compiler says about each; empty when it compiles. */
export function compileErrors(
  repository: string,
  mutants: readonly Mutant[],
): ReadonlyMap<string, readonly string[]> {
  const config = ts.readConfigFile(join(repository, "tsconfig.json"), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, repository);
  const named = new Set(mutants.map(({ file }) => join(repository, file)));
  const patched = new Map<string, string>();
  let version = 0;
  const textOf = (path: string): string | undefined => patched.get(path) ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () =>
      fileNames.filter((name) => name.includes("/runtime/") || named.has(name)),
    getScriptVersion: (name) => (patched.has(name) ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const text = textOf(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
  });
  const errorsOf = (mutant: Mutant): readonly string[] => {
    const path = join(repository, mutant.file);
    version += 1;
    patched.set(path, mutated(readFileSync(path, "utf8"), mutant));
    const found = [
      ...service.getSyntacticDiagnostics(path),
      ...service.getSemanticDiagnostics(path),
    ];
    patched.delete(path);
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  };
  return new Map(mutants.map((mutant) => [mutant.id, errorsOf(mutant)]));
}
