/** Keeps the journal from growing for ever: when enough was written since the last checkpoint
 *  began, the broker's state is written again, a slice along with each chunk; when the last slice
 *  is durable, everything before the first is dropped.
 *  A checkpoint that is cut short, by a crash or by a lost commit, is as if it had never begun. */
import type { JournalRecord } from "../core/journal.ts";
import type { BusJournal } from "./bus-journal.ts";

export type Checkpoints = {
  /** The slice that goes with the next chunk. */
  readonly alongside: () => readonly JournalRecord[];
  readonly wrote: (chars: number) => void;
  readonly abandon: () => void;
};

export type CheckpointParts = {
  readonly journal: Pick<BusJournal, "append" | "compact">;
  readonly slices: (id: number) => Iterator<readonly JournalRecord[], void>;
  /** What the journal holds at the start. */
  readonly chars: number;
  /** Written between two checkpoints, at the least. */
  readonly charsMin: number;
};

type Running = {
  /** The segment before the first slice. */
  readonly before: number;
  readonly slices: Iterator<readonly JournalRecord[], void>;
  /** Chunks cut since the last slice was given away; the next chunk that is durable holds it. */
  isLastGiven: boolean;
};

/** Times the size of what is kept, so that writing it again stays a part of all that is written. */
const GROWTH = 4;

export function checkpoints(parts: CheckpointParts): Checkpoints {
  const { journal, slices, charsMin } = parts;
  let since = parts.chars;
  let limit = charsMin;
  let ids = 0;
  let running: Running | null = null;
  let isStarting = false;

  /** Marked by an empty segment: everything up to it was written before the first slice. */
  const begin = async (): Promise<void> => {
    isStarting = true;
    const mark = await journal.append("").catch(() => null);
    isStarting = false;
    if (mark === null || !mark.ok) return;
    ids += 1;
    since = 0;
    running = { before: mark.value, slices: slices(ids), isLastGiven: false };
  };
  const end = ({ before }: Running): void => {
    running = null;
    limit = Math.max(charsMin, GROWTH * since);
    // What stays because this fails goes with the next checkpoint.
    journal.compact(before, "").catch(() => {});
  };
  return {
    alongside: () => {
      if (running === null || running.isLastGiven) return [];
      const slice = running.slices.next();
      if (slice.done === true) return [];
      running.isLastGiven = slice.value.some(({ kind }) => kind === "checkpoint-ended");
      return slice.value;
    },
    wrote: (chars) => {
      since += chars;
      if (running?.isLastGiven === true) end(running);
      else if (running === null && !isStarting && since > limit) void begin();
    },
    abandon: () => {
      running = null;
    },
  };
}
