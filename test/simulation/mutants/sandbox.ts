/** A copy of the repository in which patches are tried: the sources and the tests, with the
 *  packages linked. One copy serves one mutant after the other. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, mutated } from "./mutant.ts";

const COPIED = ["runtime", "test", "runbooks", "package.json", "tsconfig.json", "jest.config.js"];

export type Sandbox = {
  readonly root: string;
  /** Null: the sources as they are. */
  readonly apply: (mutant: Mutant | null) => void;
  readonly remove: () => void;
};

export function openSandbox(repository: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), "drover-mutant-"));
  for (const name of COPIED) {
    if (existsSync(join(repository, name))) {
      cpSync(join(repository, name), join(root, name), { recursive: true });
    }
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  let restore = (): void => {};
  return {
    root,
    apply: (mutant) => {
      restore();
      restore = () => {};
      if (mutant === null) return;
      const path = join(root, mutant.file);
      const source = readFileSync(path, "utf8");
      writeFileSync(path, mutated(source, mutant));
      restore = () => writeFileSync(path, source);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
