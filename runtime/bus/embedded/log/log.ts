/** Makes a broker's records durable, in order, and lets answers out after that.
 *  L1. A chunk is written only when all before it are written, or together with them. So at most
 *      one is on its way by itself, and a store's commit takes it along.
 *  L2. An answer is given when every record noted before it is durable.
 *  L3. When a chunk is lost the broker is ahead of its journal: it is read again, and everything
 *      that had not been answered is refused. A chunk still on its way was made before the one
 *      that was lost, so it stays. */
import type { JournalRecord } from "../core/journal.ts";
import type { BusJournal } from "./bus-journal.ts";
import { type Chunk, writeChunk } from "./chunk.ts";
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

type Flight = Chunk & { readonly text: string; readonly gate: Gate };

/** `reread` puts the broker back to what the journal holds and then `still`; it answers with the
 *  number of the last chunk. */
export function openLog(
  journal: Pick<BusJournal, "append">,
  start: number,
  reread: (still: Chunk | null) => number,
): Log {
  let number = start;
  let durable = start;
  let pending: JournalRecord[] = [];
  let open: Gate | null = null;
  let fused: Gate | null = null;
  let flight: Flight | null = null;
  let isFlushing = false;

  const cut = (): Omit<Flight, "gate"> => {
    const records = pending;
    pending = [];
    number += 1;
    return { number, records, text: writeChunk(number, records) };
  };
  const takeGate = (): Gate => {
    const taken = open ?? gate();
    open = null;
    return taken;
  };
  const lose = (): void => {
    pending = [];
    takeGate().open(false);
    number = reread(flight);
    durable = flight === null ? number : Math.min(durable, flight.number - 1);
  };
  const flush = (): void => {
    isFlushing = false;
    if (flight !== null || pending.length === 0) return;
    const sent = { ...cut(), gate: takeGate() };
    flight = sent;
    const landed = (isOk: boolean): void => {
      flight = null;
      const isKept = isOk || durable >= sent.number;
      if (isKept) durable = Math.max(durable, sent.number);
      else lose();
      sent.gate.open(isKept);
      flush();
    };
    journal.append(sent.text).then(
      ({ ok }) => landed(ok),
      () => landed(false),
    );
  };
  const settled = async (): Promise<void> => {
    for (;;) {
      flush();
      const last = (open ?? fused ?? flight?.gate)?.passed;
      if (last === undefined) return;
      await last;
    }
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
      if (pending.length === 0) return { records: flight?.text ?? "", ended: () => {} };
      const before = flight?.text ?? "";
      const { number: mine, text } = cut();
      const taken = takeGate();
      fused = taken;
      const ended = (committed: boolean): void => {
        if (fused === taken) fused = null;
        if (committed) durable = Math.max(durable, mine);
        else lose();
        taken.open(committed);
      };
      return { records: before + text, ended };
    },
    lose,
    settled,
  };
}
