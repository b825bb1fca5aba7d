/** The heart of a run: virtual time, and one thing happening after the other.
 *  K1. Time stands still while anything happens and then jumps to whatever is next.
 *  K2. Between two things all continuations have run to where they wait for a port again: a thing
 *      that happens is one answer of one port, or one timer, and nothing else moves meanwhile.
 *  K3. Same seed, same order, same trace (I37). */
import { type Entry, heap } from "./heap.ts";
import { stream } from "./random.ts";

export type Cancel = () => void;

export type Kernel = {
  /** Milliseconds of virtual time. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Cancel;
  /** Mixes a word into the trace. */
  readonly note: (word: string) => void;
  readonly traceHash: () => string;
  readonly events: () => number;
  /** Lets things happen until `isDone`, until nothing is left, or until the time is up. */
  readonly run: (until: Until) => Promise<"done" | "idle" | "time" | "events">;
};

export type Until = {
  readonly isDone: () => boolean;
  readonly timeMs: number;
  readonly eventsMax: number;
};

/** Kept before the globals are taken away. */
const immediately = setImmediate;
const { nextTick } = process;

/** The machine has had its turn as well: once in a run, so that what is told gets out. */
const machineTurn = (): Promise<void> => new Promise((resolve) => immediately(resolve));
/** Asked for in a continuation, a tick comes when no continuation is left. */
const settled = (): Promise<void> => new Promise((resolve) => nextTick(resolve));

const FNV_PRIME = 0x01000193;

function hashed(from: number, word: string): number {
  let hash = from;
  for (let at = 0; at < word.length; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  }
  return hash;
}

/** `told` hears every word of the trace. */
export function kernel(
  seed: number,
  startMs: number,
  told: ((ms: number, word: string) => void) | null = null,
): Kernel {
  const todo = heap();
  const turns = stream(seed, "turns");
  let now = startMs;
  let events = 0;
  let trace = 0x811c9dc5;
  const note = (word: string): void => {
    told?.(now - startMs, word);
    trace = Math.imul(hashed(trace, word) ^ (now & 0xffff_ffff), FNV_PRIME);
  };
  const happen = (entry: Entry): Promise<void> => {
    now = Math.max(now, entry.at);
    events += 1;
    entry.run();
    return settled();
  };
  return {
    now: () => now,
    after: (ms, run) => {
      const entry = { at: now + Math.max(0, ms), turn: turns.next(), run, isOff: false };
      todo.push(entry);
      return () => {
        entry.isOff = true;
      };
    },
    note,
    traceHash: () => (trace >>> 0).toString(16).padStart(8, "0"),
    events: () => events,
    run: async ({ isDone, timeMs, eventsMax }) => {
      await machineTurn();
      await settled();
      const last = events + eventsMax;
      for (;;) {
        if (isDone()) return "done";
        if (events >= last) return "events";
        const next = todo.peek();
        if (next === undefined) return "idle";
        if (next.at > timeMs) return "time";
        todo.pop();
        if (!next.isOff) await happen(next);
      }
    },
  };
}
