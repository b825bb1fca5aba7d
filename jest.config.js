/** Tests run the sources as Node itself runs them: types are blanked out in place, so every
 *  line and column of a stack trace or a coverage report is the one in the file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What several test files plan alike is planned once and kept here while this run lasts.
const plans = mkdtempSync(join(tmpdir(), "drover-plans-"));
process.env["DROVER_TEST_PLANS"] = plans;
process.once("exit", () => rmSync(plans, { recursive: true, force: true }));

export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/strip-types.js" },
  // What runs in a browser is proven there: test/e2e/dashboard.
  collectCoverageFrom: [
    "runtime/**/*.{ts,js}",
    "!runtime/dashboard/app/**",
    "infra/**/*.ts",
    "policies/**/*.ts",
  ],
  // Every core works; a test that starts processes may have to wait for one.
  maxWorkers: "100%",
  // No test is about speed: a limit this long only ends one that hangs.
  testTimeout: 600_000,
  coverageProvider: "v8",
  // Decisions are covered to the last branch; the rest must not fall behind.
  coverageThreshold: {
    // What runs in processes and browsers of its own (handlers, hosts, sign-in) is proven there
    // and not counted here.
    global: { lines: 95, branches: 91 },
    "./runtime/domain/*.ts": { lines: 100, branches: 100 },
    "./runtime/contract/**/*.ts": { lines: 99, branches: 98 },
  },
  coverageReporters: ["text-summary", "json-summary", "lcovonly"],
};
