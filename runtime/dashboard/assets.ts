/** The dashboard's files as browsers get them: types and comments taken out, modules joined,
 *  compressed once, under an address that has the hash of them all in it, so that a browser may
 *  keep each for ever. Nothing is built beforehand. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { linkModules } from "./link.ts";

/** A source and where it lies below the assets' folder: `app/main.ts`, `vendor/htm.mjs`. */
export type AssetSource = { readonly path: string; readonly text: string };

/** Takes the types out of TypeScript. */
export type Strip = (text: string) => string;

export type Asset = {
  readonly path: string;
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
};

export type Assets = { readonly hash: string; readonly byPath: ReadonlyMap<string, Asset> };

/** What a module calls its packages, and the files that are served for them. */
export const VENDORED: Readonly<Record<string, string>> = {
  preact: "preact/dist/preact.mjs",
  "preact/hooks": "preact/hooks/dist/hooks.mjs",
  "@preact/signals": "@preact/signals/dist/signals.mjs",
  "@preact/signals-core": "@preact/signals-core/dist/signals-core.mjs",
  htm: "htm/dist/htm.mjs",
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

const HASH_CHARS = 16;
/** Browsers would ask for a map that is not served. */
const SOURCE_MAP = /^\/\/# sourceMappingURL=.*$/m;
/** No text of the dashboard begins a line with spaces that mean something. */
const INDENTATION = /\n\s+/g;
/** Behind what opens and before what closes a line need not end; no text has such a line. */
const LINE_END = /(?<=[{([])\n|\n(?=[})\]])/g;
const STYLE_COMMENT = /\/\*.*?\*\//gs;
/** Around these spaces mean nothing to a style sheet; before a colon they do. */
const STYLE_SPACE = /\s*([{};,])\s*|(?<=:)\s+/g;
const PACKED = { level: 9 };

const hashOf = (text: string | Uint8Array): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS);

const scriptOf = (text: string): string =>
  text.replace(SOURCE_MAP, "").replaceAll(INDENTATION, "\n").replaceAll(LINE_END, "");

const styleOf = (text: string): string =>
  text.replaceAll(STYLE_COMMENT, "").replaceAll(STYLE_SPACE, "$1").trim();

function makeAsset({ path, text }: AssetSource): Asset {
  const contentType = CONTENT_TYPES[path.slice(path.lastIndexOf(".") + 1)];
  if (contentType === undefined) throw new Error(`${path} is of no kind that the dashboard serves`);
  const plain = Buffer.from(path.endsWith(".css") ? styleOf(text) : scriptOf(text));
  return { path, contentType, etag: `"${hashOf(plain)}"`, plain, gzip: gzipSync(plain, PACKED) };
}

const isModule = ({ path }: AssetSource): boolean => path.endsWith(".ts");

/** The entry with all it imports as one file, the script that runs before it as another. */
function scripts(sources: readonly AssetSource[], strip: Strip): readonly AssetSource[] {
  const modules = sources.filter(isModule).map(({ path, text }) => ({ path, code: strip(text) }));
  const first = modules.find(({ path }) => path === "app/first-paint.ts");
  return [
    { path: "app/main.js", text: linkModules(modules, "app/main.ts") },
    { path: "app/first-paint.js", text: first?.code ?? "" },
  ];
}

export function makeAssets(sources: readonly AssetSource[], strip: Strip): Assets {
  const others = sources.filter((source) => !isModule(source));
  const assets = [...scripts(sources, strip), ...others]
    .map(makeAsset)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = hashOf(assets.map(({ path, etag }) => `${path} ${etag}`).join("\n"));
  return { hash, byPath: new Map(assets.map((asset) => [asset.path, asset])) };
}
