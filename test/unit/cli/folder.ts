/** Folders with files for a test; they go away after the tests of the file that imports this. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";

const root = mkdtempSync(join(tmpdir(), "drover-cli-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const at = mkdtempSync(join(root, "f-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), content);
  }
  return at;
}
