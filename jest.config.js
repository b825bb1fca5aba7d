/** Tests run the sources as Node itself runs them: types are blanked out in place, so every
 *  line and column of a stack trace or a coverage report is the one in the file. */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/strip-types.js" },
  collectCoverageFrom: ["runtime/**/*.{ts,js}", "infra/**/*.ts", "policies/**/*.ts"],
  coverageProvider: "v8",
  coverageReporters: ["text-summary", "json-summary", "lcovonly"],
};
