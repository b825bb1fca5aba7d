/** The folder a local Drover keeps everything in, and the claim on it.
 *  D1. Two processes never use one folder: the claim is a lock that the operating system holds
 *      for the process (taken through SQLite), so two that start together cannot both get it.
 *  D2. The lock ends with its process, however it ends: nothing stale is ever left to judge.
 *  D3. The note beside it only tells others where the holder listens. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { fail, ok, type Result } from "../../contract/result.ts";

const HostNote = z.object({ pid: z.int(), address: z.url() });
export type HostNote = z.infer<typeof HostNote>;

export type Claim = {
  readonly folder: string;
  readonly announce: (note: HostNote) => void;
  readonly release: () => void;
};

const NOTE_FILE = "host.json";
const LOCK_FILE = "host.lock";

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  ENOTDIR: "a part of that path is a file",
  EEXIST: "a file of that name is in the way",
  EISDIR: "a folder stands where a file belongs",
  ENAMETOOLONG: "that name is too long",
  ELOOP: "its links lead in a circle",
  ENOENT: "no folder can be made there",
};

export function claimDataFolder(folder: string): Result<Claim, string> {
  try {
    makeFolder(folder);
    const probe = join(folder, ".probe");
    writeFileSync(probe, "drover\n");
    rmSync(probe);
    const lock = takeLock(join(folder, LOCK_FILE));
    if (lock === null) return fail(inUse(readNote(folder)));
    return ok(claimOf(folder, lock));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const reason = REASONS[code] ?? `the system says ${code}`;
    return fail(
      `Drover cannot keep its data in ${folder}: ${reason}. Choose another folder with --data DIR.`,
    );
  }
}

const OWNER_ONLY = 0o700;

/** One level at a time: asked for several at once, Node never gives up where none can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  // It holds members' data, also what runbooks mark as sensitive.
  mkdirSync(folder, { mode: OWNER_ONLY });
}

function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if (/locked|busy/.test(String(error))) return null;
    throw error;
  }
}

function claimOf(folder: string, lock: DatabaseSync): Claim {
  const note = join(folder, NOTE_FILE);
  rmSync(note, { force: true });
  return {
    folder,
    announce: (text) => writeFileSync(note, `${JSON.stringify(text, null, 2)}\n`),
    release: () => {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

function inUse(note: HostNote | null): string {
  const where = note === null ? "" : `: ${note.address} (process ${note.pid})`;
  return (
    `Drover is already running on this data${where}. ` +
    "Use that one, stop it with Ctrl-C, or start another with --data DIR."
  );
}

/** null while the holder has not announced itself yet. */
function readNote(folder: string): HostNote | null {
  const file = join(folder, NOTE_FILE);
  if (!existsSync(file)) return null;
  try {
    return HostNote.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Caught half written: the sentence then goes without the address.
    return null;
  }
}
