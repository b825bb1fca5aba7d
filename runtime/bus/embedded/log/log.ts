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
  /** How many characters are durable, and which chunk is the last of them. */
  readonly wrote: (chars: number, number: number) => void;
};

type Flight = { readonly number: number; readonly text: string; readonly gate: Gate };

export function openLog({ journal, start, reread, alongside, wrote }: LogParts): Log {
  let number = start;
  let durable = start;
  let pending: JournalRecord[] = [];
  let open: Gate | null = null;
  let fused: Gate | null = null;
  let flight: Flight | null = null;
  let isFlushing = false;

  const cut = (): Omit<Flight, "gate"> => {
    for (const record of alongside()) pending.push(record);
    const records = pending;
    pending = [];
    number += 1;
    return { number, text: writeChunk(number, records) };
  };
  const takeGate = (): Gate => {
    const taken = open ?? gate();
    open = null;
    return taken;
  };
  const lose = (lost: number | null): void => {
    pending = [];
    takeGate().open(false);
    number = reread(flight?.text ?? "", lost);
  };
  const keep = (kept: number, chars: number): void => {
    durable = Math.max(durable, kept);
    wrote(chars, durable);
  };
  const flush = (): void => {
    isFlushing = false;
    if (flight !== null || pending.length === 0) return;
    const sent = { ...cut(), gate: takeGate() };
    flight = sent;
    const landed = (isOk: boolean): void => {
      flight = null;
      const isKept = isOk || durable >= sent.number;
      if (isKept) keep(sent.number, sent.text.length);
      else lose(null);
      sent.gate.open(isKept);
      flush();
    };
    journal.append(sent.text).then(
      ({ ok }) => landed(ok),
      () => landed(false),
    );
  };
  return {
    note: (records) => {
      if (records.length === 0) return;
      for (const record of records) pending.push(record);
      if (isFlushing) return;
      isFlushing = true;
      queueMicrotask(flush);
    },
    kept: async (answer, lost) => {
      if (pending.length > 0) open ??= gate();
      const behind = open ?? fused ?? flight?.gate;
      return behind === undefined || (await behind.passed) ? answer : lost;
    },
    take: () => {
      const before = flight?.text ?? "";
      if (pending.length === 0) return { records: before, ended: () => {} };
      const { number: mine, text } = cut();
      const taken = takeGate();
      fused = taken;
      const ended = (committed: boolean): void => {
        if (fused === taken) fused = null;
        if (committed) keep(mine, text.length);
        else lose(mine);
        taken.open(committed);
      };
      return { records: before + text, ended };
    },
    lose: () => lose(null),
    settled: async () => {
      for (;;) {
        flush();
        const last = (open ?? fused ?? flight?.gate)?.passed;
        if (last === undefined) return;
        await last;
      }
    },
  };
}
