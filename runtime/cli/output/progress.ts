/** Shows progress on stderr: one line that is drawn over on a terminal, otherwise a plain line
 *  every ten seconds. CI counts as no terminal. Data on stdout is never touched. */
import type { Context } from "../context.ts";
import { fitLine, type Progress, progressLine } from "./progress-line.ts";

export type ProgressDisplay = {
  readonly show: (progress: Progress) => void;
  /** Takes the line away, so that what is printed next begins on a clean one. */
  readonly end: () => void;
};

const DRAW_MS = 100;
const PLAIN_MS = 10_000;
/** Before this much has passed, a rate is a guess. */
const RATE_MS_MIN = 2_000;
const COLUMNS_DEFAULT = 80;
const CLEAR = "\r\u001b[2K";

type Subject = { readonly what: string; readonly unit: string };

export function progressOn(context: Context, { what, unit }: Subject): ProgressDisplay {
  const { world, note, isTty, env, columns } = context;
  const isDrawn = isTty.stderr && env["CI"] === undefined && env["TERM"] !== "dumb";
  const startedMs = world.nowMs();
  let first: number | null = null;
  let shownMs: number | null = null;
  return {
    show: (progress) => {
      const nowMs = world.nowMs();
      first ??= progress.done;
      const everyMs = isDrawn ? DRAW_MS : PLAIN_MS;
      // Without a terminal, nothing short is reported at all.
      const lastMs = shownMs ?? (isDrawn ? Number.NEGATIVE_INFINITY : startedMs);
      if (nowMs - lastMs < everyMs) return;
      shownMs = nowMs;
      const pastMs = nowMs - startedMs;
      const ratePerSec = pastMs < RATE_MS_MIN ? null : (progress.done - first) / (pastMs / 1000);
      const line = progressLine(what, unit, progress, { ratePerSec });
      note(isDrawn ? CLEAR + fitLine(line, columns ?? COLUMNS_DEFAULT) : `${line}\n`);
    },
    end: () => {
      if (isDrawn && shownMs !== null) note(CLEAR);
    },
  };
}
