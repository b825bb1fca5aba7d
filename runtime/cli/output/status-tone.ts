/** The colour that goes with a status; the status itself is always written out. */
import type { Tone } from "./colour.ts";

const TONES: Readonly<Record<string, Tone>> = {
  completed: "good",
  succeeded: "good",
  failed: "bad",
  poll_timeout: "bad",
  error: "bad",
  active: "accent",
  dispatched: "accent",
  polling: "accent",
  init_dispatched: "accent",
  skipped: "faint",
  superseded: "faint",
  cancelled: "faint",
  removed: "faint",
  pending: "faint",
};

export const statusTone = (status: string): Tone | null => TONES[status] ?? null;
