/** The folder a local Drover keeps everything in, and the note that says who is using it.
 *  D1. Two processes never use one folder: the second is told where the first one listens.
 *  D2. A note whose process was killed is recognised (nobody answers with its instance id)
 *      and replaced. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Health } from "../../contract/http/health.ts";
import { fail, ok, type Result } from "../../contract/result.ts";

const HostNote = z.object({ instanceId: z.string(), pid: z.int(), address: z.url() });
export type HostNote = z.infer<typeof HostNote>;

const NOTE_FILE = "host.json";
const ANSWER_WITHIN_MS = 1_000;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  ENOTDIR: "a part of that path is a file",
  EEXIST: "a file of that name is in the way",
};

/** Makes the folder and proves that it can be written to. */
export function prepareDataFolder(folder: string): Result<string, string> {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, ".probe");
    writeFileSync(probe, "drover\n");
    rmSync(probe);
    return ok(folder);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
    if (reason === undefined) throw error;
    return fail(
      `Drover cannot keep its data in ${folder}: ${reason}. Choose another folder with --data DIR.`,
    );
  }
}

/** The Drover that is using this folder right now, if one is. */
export async function findRunningHost(folder: string): Promise<HostNote | null> {
  const note = readNote(folder);
  if (note === null) return null;
  try {
    const answer = await fetch(new URL("/api/health", note.address), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const health = Health.safeParse(await answer.json());
    return health.success && health.data.instanceId === note.instanceId ? note : null;
  } catch {
    // Nobody answers at that address: the process behind the note is gone.
    return null;
  }
}

export function writeNote(folder: string, note: HostNote): void {
  writeFileSync(join(folder, NOTE_FILE), `${JSON.stringify(note, null, 2)}\n`);
}

/** Removes the note if it is ours; another process may have replaced it. */
export function removeNote(folder: string, instanceId: string): void {
  if (readNote(folder)?.instanceId === instanceId) rmSync(join(folder, NOTE_FILE), { force: true });
}

function readNote(folder: string): HostNote | null {
  let text: string;
  try {
    text = readFileSync(join(folder, NOTE_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return HostNote.parse(JSON.parse(text));
  } catch {
    // A half-written note (the machine went down) says nothing about a living process.
    return null;
  }
}
