/** The folder in which member tables lie. A name leads to a file right inside it or to nothing:
 *  not above it, not through a link, not to a pipe or a device. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, type Result } from "../../contract/result.ts";

export type FolderFailure =
  | { readonly kind: "bad-name" | "missing" | "not-a-file" | "too-large" | "changing" }
  | { readonly kind: "unreadable"; readonly code: string };

export type MembersFolder = {
  readonly read: (name: string, bytesMax: number) => Promise<Result<Buffer, FolderFailure>>;
};

/** One name, of no folder: no separators of any system, no drive, no NUL, nothing hidden. */
const PLAIN_NAME = /^[^./\\:\0][^/\\:\0]*$/;

export const membersFolder = (folder: string): MembersFolder => ({
  read: async (name, bytesMax) => {
    if (!PLAIN_NAME.test(name)) return fail({ kind: "bad-name" });
    try {
      /** A link is refused by the system as it opens: nothing can be put in between. A pipe
       *  would block; with this flag it opens at once and is then seen to be none. */
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const file = await open(join(folder, name), flags);
      try {
        return await contents(file, bytesMax);
      } finally {
        await file.close();
      }
    } catch (error) {
      return fail(failureOf(error));
    }
  },
});

/** The open file is asked, so that nobody can swap it between a look and the reading. One that
 *  grows or shrinks meanwhile is being written: half of it would be a truncated answer (R32). */
async function contents(
  file: FileHandle,
  bytesMax: number,
): Promise<Result<Buffer, FolderFailure>> {
  const before = await file.stat();
  if (!before.isFile()) return fail({ kind: "not-a-file" });
  if (before.size > bytesMax) return fail({ kind: "too-large" });
  const bytes = await file.readFile();
  const after = await file.stat();
  const isSame = after.size === before.size && after.mtimeMs === before.mtimeMs;
  return isSame && bytes.length === before.size ? ok(bytes) : fail({ kind: "changing" });
}

function failureOf(error: unknown): FolderFailure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === "ENOENT") return { kind: "missing" };
  if (code === "ELOOP" || code === "EMLINK" || code === "ENXIO") return { kind: "not-a-file" };
  return { kind: "unreadable", code };
}
