/** That the clock which decides what is due was set back: as the platform's log tells it, and as
 *  people are told. It is over by itself, when the clock is where it had been. Until then whatever
 *  was planned by the clock before comes later by as much: the next try, the next question, the
 *  end of a wait for an answer. A phase has a time of its own, and begins then. */
import type { JsonObject } from "../contract/json-object.ts";

export const CLOCK_SET_BACK = "scheduler.clock_set_back";

export type SetBack = {
  /** Where the clock had been, at the most. */
  readonly was: Date;
  /** When it was noticed, by the clock as it was then. */
  readonly at: Date;
};

export const detailOf = ({ was, at }: SetBack): JsonObject => ({
  was: was.toISOString(),
  byMs: was.getTime() - at.getTime(),
});

type Told = { readonly type: string; readonly at: Date; readonly detail: unknown };

/** The one that reaches furthest; null when the clock is past all of them. */
export function setBackIn(events: readonly Told[], now: Date): SetBack | null {
  const found = events
    .filter(({ type }) => type === CLOCK_SET_BACK)
    .map(({ at, detail }) => ({ at, was: wasIn(detail) }))
    .filter(({ was }) => was > now)
    .sort((one, other) => other.was.getTime() - one.was.getTime());
  return found[0] ?? null;
}

const wasIn = (detail: unknown): Date => {
  const was = typeof detail === "object" && detail !== null && "was" in detail ? detail.was : "";
  return new Date(String(was));
};

const MINUTE_MS = 60_000;

const aboutMinutes = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** What a person reads. */
export const sentenceOf = ({ was, at }: SetBack): string =>
  `The clock was set back by about ${aboutMinutes(was.getTime() - at.getTime())}: it had been ` +
  `${was.toISOString().slice(0, 19).replace("T", " ")} UTC. What was planned by it before, such ` +
  "as a next try or a next question, comes when the clock is there again.";
