/** Text for people inside a message: error, reason, log line. Too long is cut, not refused:
 *  losing the end of a sentence is better than losing the result it came with. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Never leaves half a character at the end. */
function cut(text: string): string {
  if (text.length <= LIMITS.textChars) return text;
  return text.slice(0, LIMITS.textChars).replace(HIGH_SURROGATE, "");
}

export const FreeText = z.string().overwrite(cut);
