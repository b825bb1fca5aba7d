import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { generatedFiles } from "../../../docs/generators/generated-files.ts";

const committed = (path: string): string | null => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};

describe("generated files", () => {
  test.each(generatedFiles())("$path is what `npm run docs` would write", ({ path, render }) => {
    expect(committed(path) === render()).toBe(true);
  });
});
