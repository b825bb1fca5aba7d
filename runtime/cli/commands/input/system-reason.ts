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
  const code = textOf(error, "code");
  const reason = code === null ? undefined : REASONS[code];
  return { code, reason: reason ?? textOf(error, "message") ?? String(error) };
}

const textOf = (error: unknown, field: "code" | "message"): string | null => {
  if (typeof error !== "object" || error === null) return null;
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : null;
};
