/** One composition root and all it imports, as one module of JavaScript. Nothing else is in it,
 *  so a change elsewhere in the repository does not look like a change of this component.
 *  B1. The text does not depend on where the repository lies or where its packages really are. */
import { build } from "esbuild";

export const MAIN_FILE = "main.mjs";

/** The Functions host brings this module along; it is in no package. */
const EXTERNAL = ["@azure/functions-core"];

/** Packages in the older module form ask for `require`, which a module does not have. */
const BANNER =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** `root` holds `node_modules`; `entry` is relative to it. */
export async function bundleEntry(root: string, entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: MAIN_FILE,
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    external: EXTERNAL,
    banner: { js: BANNER },
    charset: "utf8",
    legalComments: "eof",
    preserveSymlinks: true,
    tsconfigRaw: { compilerOptions: { target: "es2024", verbatimModuleSyntax: true } },
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`nothing came of bundling ${entry}`);
  return file.contents;
}
