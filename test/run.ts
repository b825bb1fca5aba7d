/** `npm test`: everything that is checked, in one command: format and lint, types, dead code,
 *  then every test with coverage (import rules and tidy rules are tests). With arguments it
 *  runs only the tests they name. The last line counts what passed and failed and is what the
 *  exit code says too. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Check = { readonly name: string; readonly bin: string; readonly args: readonly string[] };
type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };

const root = fileURLToPath(new URL("..", import.meta.url));

const CHECKS: readonly Check[] = [
  { name: "types", bin: "typescript/bin/tsc", args: ["-p", "."] },
  {
    name: "types in the browser",
    bin: "typescript/bin/tsc",
    args: ["-p", "runtime/dashboard/app"],
  },
  {
    name: "format and lint",
    bin: "@biomejs/biome/bin/biome",
    args: ["ci", "--error-on-warnings", "--colors=off"],
  },
  { name: "dead code", bin: "knip/bin/knip.js", args: ["--no-progress"] },
];

const patterns = process.argv.slice(2);
const checks = patterns.length === 0 ? await Promise.all(CHECKS.map(runCheck)) : [];
const tests = await runJest(patterns);
const total = [...checks, tests].reduce(add, { passed: 0, failed: 0, skipped: 0 });
if (checks.length > 0) {
  process.stdout.write(`\nThis counts ${checks.length} checks of the sources and every test:\n`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

async function runCheck({ name, bin, args }: Check): Promise<Tally> {
  const { code, output } = await run([join(root, "node_modules", bin), ...args], "collect");
  process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name}\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function runJest(only: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "drover-test-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await run(
      [
        "--experimental-vm-modules",
        "--disable-warning=ExperimentalWarning",
        join(root, "node_modules/jest/bin/jest.js"),
        "--json",
        `--outputFile=${report}`,
        ...(only.length === 0 ? ["--coverage"] : only),
      ],
      "show",
    );
    return tallyOf(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that ends badly without a failing test (coverage too low, a crash) is one failure. */
function tallyOf(report: string, code: number): Tally {
  let counts: Record<string, number>;
  try {
    counts = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const failed = (counts["numFailedTests"] ?? 0) + (counts["numRuntimeErrorTestSuites"] ?? 0);
  return {
    passed: counts["numPassedTests"] ?? 0,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: (counts["numPendingTests"] ?? 0) + (counts["numTodoTests"] ?? 0),
  };
}

function run(
  args: readonly string[],
  mode: "show" | "collect",
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      // Jest prints its report of tests on stderr and, with --json, the data on stdout.
      stdio: mode === "show" ? ["ignore", "ignore", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
