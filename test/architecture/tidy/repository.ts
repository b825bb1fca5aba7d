/** Reads the repository for the checks: every file that git would keep, texts where it is text. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Source } from "./source.ts";

const TEXT =
  /\.(?:[cm]?[jt]sx?|json|md|ya?ml|html|css|sql|csv|sh|toml)$|(?:^|\/)[^/.]+$|(?:^|\/)\.[^/]+$/;

const ignoredNames = (root: string): ReadonlySet<string> => {
  const lines = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  return new Set([".git", ...lines.map((line) => line.trim().replaceAll("/", ""))]);
};

/** Path → text, in path order; undefined for what is not text. */
export const readRepository = (root: string): ReadonlyMap<string, Source | undefined> => {
  const ignored = ignoredNames(root);
  const files = new Map<string, Source | undefined>();
  const walk = (folder: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name);
      if (ignored.has(entry.name)) continue;
      if (entry.isDirectory()) walk(full);
      if (!entry.isFile()) continue;
      const path = relative(root, full).split(sep).join("/");
      files.set(path, TEXT.test(path) ? { path, text: readFileSync(full, "utf8") } : undefined);
    }
  };
  walk(root);
  return files;
};
