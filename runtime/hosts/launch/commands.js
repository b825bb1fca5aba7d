/** The commands of package.json: what each needs installed and where it begins. */

/** `flags` are Node's own, which only the start of a process can set.
 *  @typedef {{ scope: import("./missing-packages.js").Scope, entry: string,
 *    flags?: readonly string[] }} Command */

/** For processes that run the platform. What is alive in the middle of a commit is a group of
 *  messages and rows: left to itself, V8 lets twice as much of it gather, which takes more memory
 *  and, on two cores, more of the processor; half of this makes it tidy up too often. What has
 *  outlived that is tidied up when it has nearly doubled, and the first time before it has grown
 *  to half a gigabyte, which is what V8 would wait for on a large machine: what is alive in a
 *  batch of 100,000 members is a tenth of that. */
const PLATFORM = [
  "--max-semi-space-size=32",
  "--initial-heap-size=160",
  "--heap-growing-percent=80",
];

/** @type {Readonly<Record<string, Command>>} */
export const COMMANDS = {
  start: { scope: "runtime", entry: "runtime/hosts/local.ts", flags: PLATFORM },
  bench: { scope: "runtime", entry: "bench/bench.ts", flags: PLATFORM },
  test: { scope: "all", entry: "test/run.ts" },
  fuzz: { scope: "all", entry: "test/fuzz/fuzz.ts" },
  simulate: { scope: "all", entry: "test/simulation/simulate.ts" },
  chaos: { scope: "runtime", entry: "test/chaos/chaos.ts" },
  format: { scope: "all", entry: "test/format.ts" },
  docs: { scope: "all", entry: "docs/generate.ts" },
  pictures: { scope: "all", entry: "test/e2e/dashboard/pictures.ts" },
  preview: { scope: "all", entry: "infra/preview/preview.ts" },
};
