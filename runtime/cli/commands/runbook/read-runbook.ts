/** Reads a runbook's text. What is somewhat too large is read all the same, so that the runbook
 *  language can say so as a problem with a place; what is far too large is not. */
import { LIMITS } from "../../../contract/limits.ts";
import type { Context } from "../../context.ts";
import { readText } from "../input/read-text.ts";

const READ_BYTES_MAX = 4 * LIMITS.runbookBytes;

export const readRunbook = (context: Pick<Context, "cwd" | "stdin">, path: string) =>
  readText(context, path, { bytesMax: READ_BYTES_MAX });
