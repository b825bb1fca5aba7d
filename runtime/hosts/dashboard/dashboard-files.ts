/** The dashboard from the project's folder: its sources, and the packages it is made of. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AssetSource, type Assets, makeAssets, VENDORED } from "../../dashboard/assets.ts";

const APP = fileURLToPath(new URL("../../dashboard/app", import.meta.url));
const SERVED = /\.(?:ts|css|svg)$/;

const ownFiles = (): readonly AssetSource[] =>
  readdirSync(APP, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SERVED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: `app${file.slice(APP.length).replaceAll("\\", "/")}`,
      text: readFileSync(file, "utf8"),
    }));

/** `preact` resolves to a file within the package; what is wanted lies beside it. */
function packageFolder(name: string): string {
  const resolved = dirname(createRequire(import.meta.url).resolve(name));
  const end = resolved.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length;
  return resolved.slice(0, end);
}

const packageName = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("@") ? 2 : 1)
    .join("/");

const vendoredFiles = (): readonly AssetSource[] =>
  Object.values(VENDORED).map((file) => {
    const name = packageName(file);
    const text = readFileSync(join(packageFolder(name), file.slice(name.length)), "utf8");
    return { path: `vendor/${file}`, text };
  });

/** Node warns of this function's first use that it may change. The Node that runs is pinned, and
 *  somebody who starts Drover can do nothing about it. */
function strip(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text, { mode: "transform" });
  } finally {
    process.emitWarning = emitWarning;
  }
}

export const readDashboard = (): Assets => makeAssets([...ownFiles(), ...vendoredFiles()], strip);
