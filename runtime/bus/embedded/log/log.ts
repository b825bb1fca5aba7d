/** Makes a broker's records durable, in order, and lets answers out after that.
 *  L1. A chunk is written only when all before it are written, or together with them. So at most
 *      one is on its way by itself, and a store's commit takes it along.
 *  L2. An answer is given when every record noted before it is durable.
 *  L3. When a chunk is lost the broker is ahead of its journal: it is read again, and everything
 *      that had not been answered is refused. A chunk still on its way was made before the one
 *      that was lost, so it stays. */
import type { JournalRecord } from "../core/journal.ts";
import type { BusJournal } from "./bus-journal.ts";
import { writeChunk } from "./chunk.ts";
import { type Gate, gate } from "./gate.ts";

export type Log = {
  readonly note: (records: readonly JournalRecord[]) => void;
  readonly kept: <Answer>(answer: Answer, lost: Answer) => Promise<Answer>;
  /** All that is not yet durable, for somebody else's commit. */
  readonly take: () => { readonly records: string; readonly ended: (committed: boolean) => void };
  /** Forgets all that was noted and is not on its way. */
  readonly lose: () => void;
  /** When nothing is on its way any more. */
  readonly settled: () => Promise<void>;
};

export type LogParts = {
  readonly journal: Pick<BusJournal, "append">;
  /** The number of the last chunk there is. */
  readonly start: number;
  /** Puts the broker back to what the journal holds, without the chunk `lost`, and then what
   *  `still` says; answers with the number of the last chunk. */
  readonly reread: (still: string, lost: number | null) => number;
  /** Whatever else should be written along with a chunk. */
  readonly alongside: () => readonly JournalRecord[];
  /** So many more characters are durable. */
  readonly wrote: (chars: number) => void;
};

type Cut = { readonly number: number; readonly text: string; readonly gate: Gate };

type Desk = LogParts & {
  number: number;
  durable: number;
  pending: JournalRecord[];
  /** For those who wait for what is pending. */
  open: Gate | null;
  /** For those who wait for a store's commit. */
  fused: Gate | null;
  flight: Cut | null;
  isFlushing: boolean;
};

export function openLog(parts: LogParts): Log {
  const { start } = parts;
  const of: Desk = {
    ...parts,
    number: start,
    durable: start,
    pending: [],
    open: null,
    fused: null,
    flight: null,
    isFlushing: false,
  };
  return {
    note: (records) => {
      if (records.length === 0) return;
      for (const record of records) of.pending.push(record);
      if (of.isFlushing) return;
      of.isFlushing = true;
      // At the end of this turn, so that all of it is one chunk.
      void Promise.resolve().then(() => flush(of));
    },
    kept: async (answer, lost) => {
      if (of.pending.length > 0) of.open ??= gate();
      const behind = lastGate(of);
      return behind === undefined || (await behind.passed) ? answer : lost;
    },
    take: () => takeAll(of),
    lose: () => lose(of, null),
    settled: async () => {
      for (;;) {
        flush(of);
        const last = lastGate(of);
        if (last === undefined) return;
        await last.passed;
      }
    },
  };
}

const lastGate = ({ open, fused, flight }: Desk): Gate | undefined => open ?? fused ?? flight?.gate;

function cut(of: Desk): Cut {
  for (const record of of.alongside()) of.pending.push(record);
  const { pending, open } = of;
  of.pending = [];
  of.open = null;
  of.number += 1;
  return { number: of.number, text: writeChunk(of.number, pending), gate: open ?? gate() };
}

function keep(of: Desk, { number, text }: Cut): void {
  of.durable = Math.max(of.durable, number);
  of.wrote(text.length);
}

function lose(of: Desk, lost: number | null): void {
  const { open } = of;
  of.pending = [];
  of.open = null;
  of.number = of.reread(of.flight?.text ?? "", lost);
  open?.open(false);
}

function flush(of: Desk): void {
  of.isFlushing = false;
  if (of.flight !== null || of.pending.length === 0) return;
  const sent = cut(of);
  of.flight = sent;
  const landed = (isOk: boolean): void => {
    of.flight = null;
    // Also when a store's commit has taken it along.
    const isKept = isOk || of.durable >= sent.number;
    if (isKept) keep(of, sent);
    else lose(of, null);
    sent.gate.open(isKept);
    flush(of);
  };
  of.journal.append(sent.text).then(
    ({ ok }) => landed(ok),
    () => landed(false),
  );
}

function takeAll(of: Desk): ReturnType<Log["take"]> {
  const before = of.flight?.text ?? "";
  if (of.pending.length === 0) return { records: before, ended: () => {} };
  const taken = cut(of);
  of.fused = taken.gate;
  const ended = (committed: boolean): void => {
    if (of.fused === taken.gate) of.fused = null;
    if (committed) keep(of, taken);
    else lose(of, taken.number);
    taken.gate.open(committed);
  };
  return { records: before + taken.text, ended };
}
