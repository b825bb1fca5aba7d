/** What is in no list is compiled for no dialect by a test: the list must be all there is. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { OPERATIONS } from "../../../runtime/store/operations/all.ts";
import { INSIGHT_OPERATIONS } from "../../../runtime/store/operations/insight/all.ts";
import type { Operation } from "../../../runtime/store/operations/operation.ts";
import { REPORT_OPERATIONS } from "../../../runtime/store/operations/report/all.ts";

const FOLDER = join(import.meta.dirname, "../../../runtime/store/operations");
const LISTED: ReadonlySet<unknown> = new Set([
  ...OPERATIONS,
  ...REPORT_OPERATIONS,
  ...INSIGHT_OPERATIONS,
]);

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "build" in value && "takes" in value;

test("X-63 (part): every operation that a module gives is compiled for both dialects", async () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const unlisted: string[] = [];
  let found = 0;
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const module: object = await import(pathToFileURL(join(FOLDER, file)).href);
    for (const [name, value] of Object.entries(module)) {
      if (!isOperation(value)) continue;
      found += 1;
      if (!LISTED.has(value)) unlisted.push(`${file}: ${name}`);
    }
  }
  expect(unlisted).toEqual([]);
  expect(found).toBeGreaterThan(OPERATIONS.length / 2);
});
