/** Says in words why the operating system refused, without its path and call names. */

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is nothing with this name",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  EEXIST: "a file with this name exists already",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ELOOP: "symbolic links lead in a circle",
  ENAMETOOLONG: "the name is too long",
};

export function systemReason(error: unknown): {
  readonly code: string | null;
  readonly reason: string;
} {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const fallback = error instanceof Error ? error.message : String(error);
  return { code, reason: (code === null ? undefined : REASONS[code]) ?? fallback };
}
