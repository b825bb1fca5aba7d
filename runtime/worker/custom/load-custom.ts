/** Functions of one's own, from the modules of a folder (M-118). Only those on the allow-list are
 *  registered; everything else about a folder must be right, or the worker does not start: a
 *  function that is silently missing would be found out at T-0. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { BootProblem } from "../boot/phases.ts";
import { scrubbed } from "../fault.ts";
import type { WorkerFunction } from "../function.ts";
import { type CustomTools, readDefinition, toolsFor } from "./definition.ts";

export type CustomFolder = {
  readonly folder: string;
  /** Names of functions that may be called, in any letter case. */
  readonly allowed: readonly string[] | "all";
  /** What is registered already: no module may take one of these names. */
  readonly taken: readonly WorkerFunction[];
};

const MODULE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
/** Somebody meant these to be functions; notes and data lie beside modules by right. */
const FOREIGN = /\.(?:tsx|jsx|ps1|psm1|py|sh)$/i;

type Module = { readonly file: string; readonly made: WorkerFunction };

export async function loadCustomFunctions(
  { folder, allowed, taken }: CustomFolder,
  tenant: Tenant,
): Promise<Result<readonly WorkerFunction[], BootProblem>> {
  const files = await modulesIn(folder);
  if (!files.ok) return files;
  const tools = toolsFor(tenant);
  const modules: Module[] = [];
  for (const file of files.value) {
    const made = await load(join(folder, file), tools);
    if (!made.ok) return fail(broken(file, made.error));
    modules.push({ file, made: made.value });
  }
  return choose(modules, allowed, taken);
}

async function modulesIn(folder: string): Promise<Result<readonly string[], BootProblem>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const foreign = names.find((name) => FOREIGN.test(name));
    if (foreign !== undefined) return fail(noModule(foreign));
    const files = names.filter((name) => MODULE.test(name) && !DECLARATION.test(name)).toSorted();
    return files.length <= LIMITS.functionsPerWorker ? ok(files) : fail(tooMany(files.length));
  } catch (thrown) {
    return fail(unreadable(codeOf(thrown)));
  }
}

const codeOf = (thrown: unknown): string => {
  const { code } = Object(thrown);
  return typeof code === "string" ? code : scrubbed(thrown).name;
};

async function load(path: string, tools: CustomTools): Promise<Result<WorkerFunction, string>> {
  try {
    const { default: exported } = await import(pathToFileURL(path).href);
    // What a compiler made of a module with a default export, for CommonJS.
    const { __esModule: isCompiled, default: inner } = Object(exported);
    return readDefinition(isCompiled === true ? inner : exported, tools);
  } catch (thrown) {
    // The text is the author's own code's or the parser's, at start and before any job.
    const { message = `it threw ${String(thrown)}` } = Object(thrown);
    return fail(`it cannot be loaded (${scrubbed(thrown).name}: ${String(message)})`);
  }
}

function choose(
  modules: readonly Module[],
  allowed: CustomFolder["allowed"],
  taken: readonly WorkerFunction[],
): Result<readonly WorkerFunction[], BootProblem> {
  const owners = new Map(taken.map(({ manifest }) => [manifest.name.toLowerCase(), "the library"]));
  const byName = new Map<string, WorkerFunction>();
  for (const { file, made } of modules) {
    const name = made.manifest.name.toLowerCase();
    const owner = owners.get(name);
    if (owner !== undefined) return fail(clash(file, made.manifest.name, owner));
    owners.set(name, file);
    byName.set(name, made);
  }
  if (allowed === "all") return ok([...byName.values()]);
  const wanted = [...new Set(allowed.map((name) => name.toLowerCase()))];
  const missing = wanted.filter((name) => !byName.has(name));
  if (missing.length > 0) return fail(unknown(missing));
  return ok(wanted.flatMap((name) => byName.get(name) ?? []));
}

const unreadable = (code: string): BootProblem => ({
  what: "The folder of custom functions cannot be read.",
  why: `The system says ${code}.`,
  next: "Mount the folder, or take its setting away if there are no custom functions.",
});

const noModule = (file: string): BootProblem => ({
  what: `${file} in the folder of custom functions is no module of TypeScript or JavaScript.`,
  why: "Only .ts, .mts, .cts, .js, .mjs and .cjs can be loaded, and it would be missing unseen.",
  next: "Write it as one of these, or take it out of the folder.",
});

const tooMany = (count: number): BootProblem => ({
  what: "The folder of custom functions holds too many modules.",
  why: `There are ${count}; a worker has at most ${LIMITS.functionsPerWorker} functions.`,
  next: "Put them into folders of several workers.",
});

const broken = (file: string, why: string): BootProblem => ({
  what: `The custom function in ${file} is broken.`,
  why: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
  next: "Mend the module, or take it out of the folder.",
});

const clash = (file: string, name: string, owner: string): BootProblem => ({
  what: `The custom function in ${file} takes a name that is taken.`,
  why: `${name} is defined by ${owner} already.`,
  next: "Give it a name of its own.",
});

const unknown = (names: readonly string[]): BootProblem => ({
  what: "Custom functions are allowed that nobody defines.",
  why: `No module of the folder defines ${names.join(", ")}.`,
  next: "Add the module, or take the name off the list of allowed functions.",
});
