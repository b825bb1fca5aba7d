/** The package manifest: exact versions, an engine, and a licence that is really there. */

import type { Check, Finding, Source } from "./source.ts";

type Manifest = {
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

const DEPENDENCY_FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
];

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const lineOf = (text: string, words: string): number =>
  text.slice(0, Math.max(0, text.indexOf(words))).split("\n").length;

export const pinned: Check = ({ path, text }) => {
  if (!/(?:^|\/)package\.json$/.test(path)) return [];
  const manifest: Manifest = JSON.parse(text);
  return DEPENDENCY_FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).flatMap(([name, version]): readonly Finding[] => {
      if (EXACT.test(String(version))) return [];
      const advice = `pin ${name} to one version: "${version}" is a range`;
      return [{ path, line: lineOf(text, `"${name}"`), advice }];
    }),
  );
};

/** What the text of a licence opens with, by its identifier. */
const LICENCE_TEXTS: Readonly<Record<string, RegExp>> = {
  "Apache-2.0": /Apache License\s+Version 2\.0/,
  MIT: /MIT License/,
};

/** The root's own files: manifest, licence, editor settings. */
export const root = (files: ReadonlyMap<string, Source | undefined>): readonly Finding[] => {
  const finding = (path: string, advice: string): Finding => ({ path, line: 1, advice });
  const manifest: Manifest = JSON.parse(files.get("package.json")?.text ?? "{}");
  const licence = files.get("LICENSE")?.text;
  const expected = LICENCE_TEXTS[manifest.license ?? ""];
  const editor = files.get(".editorconfig")?.text;
  return [
    ...(licence === undefined ? [finding("LICENSE", "add the licence the manifest names")] : []),
    ...(licence !== undefined && !expected?.test(licence)
      ? [finding("package.json", `"license" is not the one in LICENSE: ${manifest.license}`)]
      : []),
    ...(manifest.engines?.["node"] ? [] : [finding("package.json", 'name the "engines"')]),
    ...(editor === undefined ? [finding(".editorconfig", "add the editor settings")] : []),
    ...(editor !== undefined && !/^max_line_length = 100$/m.test(editor)
      ? [finding(".editorconfig", "set max_line_length to the 100 columns that are enforced")]
      : []),
  ];
};
