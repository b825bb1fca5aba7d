/** Writes planted imports to disk: source files, the files they name, and just enough of a
 *  package manifest and of installed packages for every import to resolve. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ALLOWED, BROKEN, CYCLE } from "./planted.ts";

const DEPENDENCIES = ["@azure/service-bus", "commander", "csv-parse", "hono", "tedious", "yaml"];
const DEV_DEPENDENCIES = [
  "@azure/identity",
  "@grpc/grpc-js",
  "@pulumi/pulumi",
  "esbuild",
  "fast-check",
];
const INSTALLED = [...DEPENDENCIES, ...DEV_DEPENDENCIES];

const MISSING_ON_PURPOSE = "runtime/domain/not-there.ts";

const isFile = (target: string): boolean => /\.[jt]s$/.test(target) && target.includes("/");

const specifier = (from: string, to: string): string => {
  if (!isFile(to)) return to;
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
};

const statement = (from: string, to: string, how = "import"): string => {
  const source = JSON.stringify(specifier(from, to));
  if (how === "lazy") return `export const leaf = () => import(${source});\n`;
  if (how === "export") return `export { leaf } from ${source};\n`;
  const keyword = how === "type" ? "import type" : "import";
  return `${keyword} { leaf } from ${source};\nexport const own: typeof leaf = 1;\n`;
};

const write = (tree: string, path: string, text: string): void => {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
};

const versions = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, "1.0.0"]));

const installPackages = (tree: string): void => {
  const manifest = {
    type: "module",
    dependencies: versions(DEPENDENCIES),
    devDependencies: versions(DEV_DEPENDENCIES),
  };
  write(tree, "package.json", JSON.stringify(manifest));
  for (const name of INSTALLED) {
    write(tree, `node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0" }));
    write(tree, `node_modules/${name}/index.js`, "export const leaf = 1;\n");
  }
};

export const plant = (tree: string): void => {
  installPackages(tree);
  const rows = [
    ...BROKEN.map(([, from, to, how]) => ({ from, to, how })),
    ...ALLOWED.map(([from, to, how]) => ({ from, to, how })),
    ...CYCLE.map(([from, to]) => ({ from, to, how: undefined })),
  ];
  for (const { to } of rows) {
    if (isFile(to) && to !== MISSING_ON_PURPOSE) write(tree, to, "export const leaf = 1;\n");
  }
  for (const { from, to, how } of rows) write(tree, from, statement(from, to, how));
};

/** Where dependency-cruiser will say that an import leads. */
export const resolved = (to: string): string => {
  if (to === MISSING_ON_PURPOSE) return "./not-there.ts";
  if (isFile(to) || !INSTALLED.includes(to)) return to;
  return `node_modules/${to}/index.js`;
};
