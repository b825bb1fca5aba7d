/** Runs the real dependency-cruiser, with the repository's own rules, on any tree. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const REPOSITORY = join(import.meta.dirname, "../../..");

const CRUISER = join(REPOSITORY, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const CONFIG = join(REPOSITORY, ".dependency-cruiser.cjs");
const REPORT_BYTES_MAX = 64 * 1024 * 1024;

type Report = {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
};

/** What was found, one "rule: from -> to" a line, and how many modules were looked at. */
export const cruise = (
  tree: string,
): { readonly violations: readonly string[]; readonly modules: number } => {
  const args = [CRUISER, "--config", CONFIG, "--output-type", "json", "."];
  const run = spawnSync(process.execPath, args, {
    cwd: tree,
    encoding: "utf8",
    maxBuffer: REPORT_BYTES_MAX,
  });
  if (!run.stdout.startsWith("{")) throw new Error(`dependency-cruiser failed: ${run.stderr}`);
  const { summary }: Report = JSON.parse(run.stdout);
  const violations = summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`,
  );
  return { violations: violations.sort(), modules: summary.totalCruised };
};
