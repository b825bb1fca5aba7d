/** A moment, as text in one writing: UTC, milliseconds, `2025-03-15T00:00:00.000Z`. Texts then
 *  compare like the moments they name. Readers take any ISO 8601 time that states its offset;
 *  a time without one is refused, because nobody could say which moment it means. */
import { z } from "zod";

const WRITING_CHARS = "2025-03-15T00:00:00.000Z".length;

/** Most texts come from ourselves; no other legal writing has as many characters as ours. */
function toUtc(text: string): string {
  if (text.length === WRITING_CHARS) return text;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
}

export const Instant = z.iso
  .datetime({ offset: true })
  .overwrite(toUtc)
  .length(WRITING_CHARS)
  .brand<"Instant">();
export type Instant = z.output<typeof Instant>;
