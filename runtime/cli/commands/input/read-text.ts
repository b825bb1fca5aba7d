/** Reads text that a command line names: a file, or `-` for standard input. Size is checked
 *  while reading, so an endless pipe is refused and not swallowed; bytes that are not UTF-8 text
 *  are refused and not repaired. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { systemReason } from "./system-reason.ts";

export const STDIN = "-";

export type TextFile = { readonly file: string; readonly text: string };

type Limit = { readonly bytesMax: number };
type Reader = Pick<Context, "cwd" | "stdin">;

export async function readText(
  reader: Reader,
  path: string,
  { bytesMax }: Limit,
): Promise<Result<TextFile, CliError>> {
  const file = path === STDIN ? "<stdin>" : path;
  const source = path === STDIN ? reader.stdin() : createReadStream(resolve(reader.cwd, path));
  const bytes = await collect(source, bytesMax).catch((cause: unknown) => ({ cause }));
  if ("cause" in bytes) return refuse(...unreadable(file, bytes.cause));
  if (bytes.length > bytesMax)
    return refuse("E0113", "the file is too large to read", {
      where: file,
      why: `drover reads at most ${bytesMax} bytes of it`,
      next: "check that this is the file you meant",
    });
  return decode(file, bytes);
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

function decode(file: string, bytes: Uint8Array): Result<TextFile, CliError> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return ok({ file, text });
  } catch {
    // The only thing `fatal` throws for is a byte sequence that is not UTF-8: same answer as NUL.
  }
  return refuse("E0112", "the file is not text", {
    where: file,
    why: "it holds bytes that are not UTF-8 text",
    next: "save it as UTF-8, or check that this is the file you meant",
  });
}
