/** Phase offsets, `T-5d` … `T-0`: how long before the batch start a phase is due. They are
 *  elapsed time, never calendar days: `T-1d` is 24 hours, also across a clock change (R44).
 *  They are stored in whole minutes; seconds round up, that is, to the earlier minute (M-024). */
import { fail, ok, type Result } from "../contract/result.ts";
import { parseDurationSec } from "./duration.ts";

export type OffsetFailure =
  | { readonly kind: "malformed"; readonly text: string }
  | { readonly kind: "after-start"; readonly text: string }
  | { readonly kind: "too-long"; readonly minutes: number };

const PREFIX = "T-";

export function parseOffsetMinutes(text: string): Result<number, OffsetFailure> {
  if (text.startsWith("T+")) return fail({ kind: "after-start", text });
  if (!text.startsWith(PREFIX)) return fail({ kind: "malformed", text });
  const span = text.slice(PREFIX.length);
  if (span === "0") return ok(0);
  const seconds = parseDurationSec(span);
  if (seconds.ok) return ok(Math.ceil(seconds.value / 60));
  if (seconds.error.kind === "malformed") return fail({ kind: "malformed", text });
  return fail({ kind: "too-long", minutes: Math.ceil(seconds.error.seconds / 60) });
}

/** When a phase is due: elapsed time before the start, whatever clocks on walls do. */
export function dueAt(batchStart: Date, offsetMinutes: number): Date {
  return new Date(batchStart.getTime() - offsetMinutes * 60_000);
}
