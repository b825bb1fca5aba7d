/** Installs the peers' packages into a folder of this run, from their own lockfile and without
 *  running any of their install scripts. The product's install never sees them. */
import { spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { explainFailure } from "../../runtime/hosts/launch/explain-failure.js";
import { runNpm } from "../../runtime/hosts/launch/run-npm.js";

const file = (name: string): string => fileURLToPath(new URL(`../peers/${name}`, import.meta.url));

export async function installPeers(folder: string): Promise<Result<void, string>> {
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(file(name), join(folder, name));
  }
  // Not `ci`: a lockfile without download addresses lists no packages for other platforms.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await runNpm(folder, args);
  if (code === 0) return ok(undefined);
  return fail(explainFailure(output) ?? `npm ended with ${code}`);
}

const BENCH = fileURLToPath(new URL("../bench.ts", import.meta.url));
const OUTPUT_CHARS_MAX = 20_000;

/** Another process of this command, which answers with one JSON object. */
export function benchProcess(
  words: readonly string[],
  limitMs: number,
): Promise<Result<unknown, string>> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", BENCH, ...words],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let answer = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      answer += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      complaint = (complaint + chunk).slice(-OUTPUT_CHARS_MAX);
    });
    const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const line = answer.trim().split("\n").at(-1) ?? "";
      if (line.startsWith("{") || line.startsWith("[")) resolve(ok(JSON.parse(line)));
      else if (signal === "SIGKILL") resolve(fail(`it did not end within ${limitMs / 1_000} s`));
      else resolve(fail(reasonIn(complaint) ?? `it ended with ${code}`));
    });
  });
}

const reasonIn = (complaint: string): string | null =>
  complaint
    .split("\n")
    .find((line) => /error/i.test(line))
    ?.trim() ?? null;
