/** Names that have passed their schema once need not pass it again: a batch's messages repeat
 *  the same few. Bounded, because whoever sends messages chooses the texts. */
import type { z } from "zod";

const KNOWN_MAX = 1_024;

/** Says whether a schema takes a text as it stands. A schema that would change it says no. */
export function knownTexts(schema: z.ZodType): (text: unknown) => boolean {
  const known = new Set<unknown>();
  return (text) => {
    if (known.has(text)) return true;
    const checked = schema.safeParse(text);
    if (!checked.success || checked.data !== text) return false;
    if (known.size >= KNOWN_MAX) known.clear();
    known.add(text);
    return true;
  };
}
