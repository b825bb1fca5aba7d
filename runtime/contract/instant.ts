/** A moment, as text in one writing: UTC, milliseconds, `2025-03-15T00:00:00.000Z`. Texts then
 *  compare like the moments they name. Readers take any ISO 8601 time; one without an offset is
 *  UTC, because the .NET programs that write messages leave it out of their UTC times. */
import { z } from "zod";

const WRITING_CHARS = "2025-03-15T00:00:00.000Z".length;

const HAS_OFFSET = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** Most texts come from ourselves and are left as they are. */
function toUtc(text: string): string {
  if (text.length === WRITING_CHARS && text.endsWith("Z")) return text;
  const milliseconds = Date.parse(HAS_OFFSET.test(text) ? text : `${text}Z`);
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
}

export const Instant = z.iso
  .datetime({ offset: true, local: true })
  .overwrite(toUtc)
  .length(WRITING_CHARS)
  .brand<"Instant">();
export type Instant = z.output<typeof Instant>;

/** What is written together mostly names the same millisecond. */
let last: { readonly ms: number; readonly text: Instant } | null = null;

export function instantOf(at: Date): Instant {
  const ms = at.getTime();
  if (last?.ms === ms) return last.text;
  last = { ms, text: at.toISOString() as Instant };
  return last.text;
}
