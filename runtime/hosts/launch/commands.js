/** The commands of package.json: what each needs installed and where it begins. */

/** @typedef {{ scope: import("./missing-packages.js").Scope, entry: string }} Command */

/** @type {Readonly<Record<string, Command>>} */
export const COMMANDS = {
  start: { scope: "runtime", entry: "runtime/hosts/local.ts" },
  bench: { scope: "runtime", entry: "bench/bench.ts" },
  test: { scope: "all", entry: "test/run.ts" },
  fuzz: { scope: "all", entry: "test/fuzz/fuzz.ts" },
  simulate: { scope: "all", entry: "test/simulation/simulate.ts" },
  chaos: { scope: "runtime", entry: "test/chaos/chaos.ts" },
  format: { scope: "all", entry: "test/format.ts" },
  docs: { scope: "all", entry: "docs/generate.ts" },
  pictures: { scope: "all", entry: "test/e2e/dashboard/pictures.ts" },
  preview: { scope: "all", entry: "infra/preview/preview.ts" },
};
