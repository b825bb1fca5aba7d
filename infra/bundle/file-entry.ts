/** A file of an archive, and the hash of several. Archives are written from sorted entries with a
 *  fixed time and nothing of the machine that wrote them.
 *  F1. The hash is of names, modes and bytes, not of an archive: how archives are written may
 *      change without any code looking changed. */
import { createHash } from "node:crypto";

export type FileEntry = {
  /** With forward slashes, relative, without dots. */
  readonly path: string;
  readonly bytes: Uint8Array;
};

/** Readable for all: the identity that reads a package is not the one that wrote it. */
export const FILE_MODE = 0o644;

/** 1 January 1980, 00:00: the earliest time that every archive format can say. */
export const FILE_TIME_SEC = 315_532_800;

const PATH_FORM = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w@.+/-]{1,100}$/;

export function sorted(entries: readonly FileEntry[]): readonly FileEntry[] {
  const bad = entries.find(({ path }) => !PATH_FORM.test(path));
  if (bad !== undefined)
    throw new Error(`"${bad.path}" cannot be the path of a file in an archive`);
  const ordered = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const twice = ordered.find(({ path }, at) => path === ordered[at + 1]?.path);
  if (twice !== undefined) throw new Error(`two files of an archive are called "${twice.path}"`);
  return ordered;
}

/** Lengths stand before contents, so that no two lists of files read alike. */
export function contentHash(entries: readonly FileEntry[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of sorted(entries)) {
    hash.update(`${path.length} ${path} ${FILE_MODE.toString(8)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}
