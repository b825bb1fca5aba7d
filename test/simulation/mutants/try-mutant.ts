/** One mutant in one copy of the repository: its unit tests, then the hunt. Each is a process of
 *  its own, because a module that was loaded once stays as it was. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Hunted } from "./hunt.ts";
import { type Mutant, unitTestsOf } from "./mutant.ts";
import type { MutantOptions } from "./options.ts";
import type { Sandbox } from "./sandbox.ts";

const STRIP = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

const start = (root: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    // Nearly all modules are the same for every mutant.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(root, ".compiled") };
    const child = spawn(process.execPath, args, { cwd: root, env });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part) => {
      stdout += String(part);
    });
    child.stderr.on("data", (part) => {
      stderr += String(part);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });

/** Null: the sources as they are. */
export async function huntIn(
  { root, apply }: Sandbox,
  mutant: Mutant | null,
  { first, seeds, shrink }: MutantOptions,
): Promise<Hunted> {
  apply(mutant);
  const hunt = "test/simulation/mutants/hunt.ts";
  const asked = ["--first", String(first), "--seeds", String(seeds)];
  const ended = await start(root, [hunt, ...asked, ...(shrink ? ["--shrink"] : [])]);
  const last = ended.stdout.trimEnd().split("\n").at(-1) ?? "";
  if (ended.code === 0 && last !== "") return JSON.parse(last) as Hunted;
  throw new Error(`${mutant?.id ?? "the control"} ended without an answer: ${ended.stderr}`);
}

/** The names of unit tests that fail with it; none is as it should be. */
export async function unitTestsIn(sandbox: Sandbox, mutant: Mutant): Promise<readonly string[]> {
  const { root, apply } = sandbox;
  apply(mutant);
  const tests = unitTestsOf(mutant.file, (name) => existsSync(join(root, name)));
  const jest = ["node_modules/jest/bin/jest.js", "--rootDir", root, tests, "--silent"];
  const ended = await start(root, [...STRIP, ...jest, "--maxWorkers=1"]);
  if (ended.code === 0) return [];
  const failed = [...ended.stderr.matchAll(/● (.+)/g)].map(([, title]) => title ?? "");
  return failed.length > 0 ? failed : [ended.stderr];
}
