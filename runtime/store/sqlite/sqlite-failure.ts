/** What an error of SQLite means for the caller, by its primary code. Anything else is a bug and
 *  is thrown on: a missing column, a broken CHECK, a statement that does not parse. */
import type { CommitFailure } from "../failure.ts";

const CONSTRAINT_UNIQUE = 2_067;
const CONSTRAINT_PRIMARY_KEY = 1_555;
const PRIMARY = 0xff;
const BUSY = 5;
const LOCKED = 6;
const FULL = 13;
const UNAVAILABLE: Readonly<Record<number, string>> = {
  8: "the database is read-only",
  10: "the disk failed",
  11: "the database is damaged",
  14: "the database cannot be opened",
  26: "the file is no database",
};

export function failureOf(error: unknown): CommitFailure | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  const code = Number(error.errcode);
  if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARY_KEY) {
    const message = "message" in error ? String(error.message) : "";
    return { kind: "conflict", key: message.replace(/^.*failed: /, "") };
  }
  const primary = code & PRIMARY;
  if (primary === FULL) return { kind: "full" };
  if (primary === BUSY || primary === LOCKED) return { kind: "busy" };
  const reason = UNAVAILABLE[primary];
  return reason === undefined ? null : { kind: "unavailable", reason };
}
