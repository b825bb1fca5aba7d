/** Whether the clock that decides was set back and is not yet where it had been, by the platform's
 *  log. Of the log only the newest rows are looked at; the clock is seldom set. */
import { ok } from "../contract/result.ts";
import { type SetBack, setBackIn } from "../domain/clock-set-back.ts";
import type { Reports } from "../store/reports.ts";
import type { Answer } from "./parts.ts";

const LOOKED_AT = 40;

export async function setBackOf(
  { insights }: Pick<Reports, "insights">,
  now: Date,
): Answer<SetBack | null> {
  const newest = await insights.newest(0, Number.MAX_SAFE_INTEGER, LOOKED_AT);
  return newest.ok ? ok(setBackIn(newest.value, now)) : newest;
}
