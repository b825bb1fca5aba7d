/** Reads what a command line names: a file, or `-` for standard input. Reading ends soon after
 *  the limit, so an endless pipe is not swallowed; whoever gets more than the limit says what
 *  that means. What the bytes mean is not judged here. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { systemReason } from "./system-reason.ts";

export const STDIN = "-";

/** `file` is the name for people. */
export type InputFile = { readonly file: string; readonly bytes: Uint8Array };

type Limit = { readonly bytesMax: number };
type Reader = Pick<Context, "cwd" | "stdin">;

/** All bytes, or somewhat more than `bytesMax` of them. */
export async function readBytes(
  reader: Reader,
  path: string,
  { bytesMax }: Limit,
): Promise<Result<InputFile, CliError>> {
  const file = path === STDIN ? "<stdin>" : path;
  const source = path === STDIN ? reader.stdin() : createReadStream(resolve(reader.cwd, path));
  const bytes = await collect(source, bytesMax).catch((cause: unknown) => ({ cause }));
  if ("cause" in bytes) return refuse(...unreadable(file, bytes.cause));
  return ok({ file, bytes });
}

/** At most one chunk more than `bytesMax` is ever held. */
async function collect(source: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) break;
  }
  return Buffer.concat(chunks);
}

function unreadable(file: string, cause: unknown): Parameters<typeof refuse> {
  const { code, reason } = systemReason(cause);
  if (code === "ENOENT" || code === "ENOTDIR")
    return [
      "E0110",
      "the file does not exist",
      { where: file, why: reason, next: "check the path, or list the folder", cause },
    ];
  const next = "check that it is a file and that you may read it";
  return ["E0111", "the file cannot be read", { where: file, why: reason, next, cause }];
}
