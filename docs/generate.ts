/** `npm run docs`: writes every generated file anew. A test compares what is committed with
 *  what this would write, so a stale page cannot land. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generators/generated-files.ts";

const root = new URL("..", import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, root));

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  process.stdout.write(`wrote ${path}\n`);
}

/** The preview draws it from a plan of its own: documents know nothing of how one is made. */
function pictureOf(stack: string): string {
  const words = [at("infra/preview/preview.ts"), "--stack", stack, "--svg"];
  return execFileSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", "pipe", 2] });
}

for (const { path, render } of generatedFiles()) write(path, render());
for (const stack of ["dev", "prod"]) write(`docs/images/estate-${stack}.svg`, pictureOf(stack));
