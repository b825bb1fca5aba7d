/** Functions of one's own, from the modules of a folder (M-118). Only those on the allow-list are
 *  registered; everything else about a folder must be right, or the worker does not start: a
 *  function that is silently missing would be found out at T-0. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Clock } from "../../time/clock.ts";
import type { BootProblem } from "../boot/phases.ts";
import { scrubbed } from "../fault.ts";
import type { WorkerFunction } from "../function.ts";
import { type CustomTools, readDefinition, toolsFor } from "./definition.ts";
import { exportedBy } from "./exported.ts";
import { isForeign, isModule } from "./modules.ts";
import { owned } from "./strays.ts";
import { systemCode } from "./system-code.ts";
import { onLimit, TOO_LONG, tryModules } from "./trial.ts";
import { unfoundFunctions } from "./unfound.ts";

export type CustomFolder = {
  readonly folder: string;
  /** Names of functions that may be called, in any letter case. */
  readonly allowed: readonly string[] | "all";
  /** What is registered already: no module may take one of these names. */
  readonly taken: readonly WorkerFunction[];
};

type Module = { readonly file: string; readonly made: WorkerFunction };

export type Loaded = {
  readonly functions: readonly WorkerFunction[];
  /** A sentence for each file that looks like a function and is never found. */
  readonly unfound: readonly string[];
};

export async function loadCustomFunctions(
  { folder, allowed, taken }: CustomFolder,
  tenant: Tenant,
  /** The machine's: it limits how long a module may take. */
  clock: Clock,
): Promise<Result<Loaded, BootProblem>> {
  const files = await modulesIn(folder);
  if (!files.ok) return files;
  const paths = files.value.map((file) => join(folder, file));
  const tried = await tryModules(paths, clock);
  if (!tried.ok) return fail(broken(basename(tried.error.path), tried.error.why));
  const tools = toolsFor(tenant);
  const modules: Module[] = [];
  for (const file of files.value) {
    const made = await inTime(
      clock,
      owned(file, () => load(join(folder, file), tools)),
    );
    if (!made.ok) return fail(broken(file, made.error));
    modules.push({ file, made: made.value });
  }
  const functions = choose(modules, allowed, taken);
  if (!functions.ok) return functions;
  return ok({
    functions: functions.value,
    unfound: await unfoundFunctions(folder, tried.value),
  });
}

async function modulesIn(folder: string): Promise<Result<readonly string[], BootProblem>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const foreign = names.find(isForeign);
    if (foreign !== undefined) return fail(noModule(foreign));
    const files = names.filter(isModule).toSorted();
    return files.length <= LIMITS.functionsPerWorker ? ok(files) : fail(tooMany(files.length));
  } catch (thrown) {
    return fail(unreadable(systemCode(thrown)));
  }
}

type Made = Result<WorkerFunction, string>;

async function load(path: string, tools: CustomTools): Promise<Made> {
  try {
    return readDefinition(await exportedBy(path), tools);
  } catch (thrown) {
    return fail(unloaded(thrown));
  }
}

/** What passed its trial may still stop here, where some things differ. */
async function inTime(clock: Clock, loading: Promise<Made>): Promise<Made> {
  const { promise: late, resolve: end } = Promise.withResolvers<Made>();
  const cancel = onLimit(clock, () => end(fail(TOO_LONG)));
  try {
    return await Promise.race([loading, late]);
  } catch (stray) {
    return fail(unloaded(stray));
  } finally {
    cancel();
  }
}

/** The text is the author's own code's or the parser's, at start and before any job. */
const unloaded = (thrown: unknown): string => {
  const { message = `it threw ${String(thrown)}` } = Object(thrown);
  return `it cannot be loaded (${scrubbed(thrown).name}: ${String(message)})`;
};

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
