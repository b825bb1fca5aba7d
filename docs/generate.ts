/** `npm run docs`: writes every generated file anew. A test compares what is committed with
 *  what this would write, so a stale page cannot land. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generators/generated-files.ts";

const root = new URL("..", import.meta.url);

for (const { path, render } of generatedFiles()) {
  const file = fileURLToPath(new URL(path, root));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, render());
  process.stdout.write(`wrote ${path}\n`);
}
