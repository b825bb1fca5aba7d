/** Who waits for a permit, and whose turn it is: among batches the one that was served least, in
 *  one batch the one that came first.
 *  T1. While a batch waits, no other begins more calls than it does, but for the size of one
 *      request.
 *  T2. Being away saves nothing up: who comes back stands where the others are.
 *  T3. Whoever leaves is as if it had never come. */
import type { BatchId } from "../../contract/ids.ts";

export type Turns<Waiter> = {
  readonly join: (batchId: BatchId, calls: number, waiter: Waiter) => Leave;
  /** The next one, taken out; undefined when nobody waits. */
  readonly take: () => Waiter | undefined;
  readonly size: () => number;
};

type Leave = () => void;

type Entry<Waiter> = { readonly calls: number; readonly waiter: Waiter };
type Line<Waiter> = { readonly waiting: Set<Entry<Waiter>>; served: number };

export function takingTurns<Waiter>(): Turns<Waiter> {
  const lines = new Map<BatchId, Line<Waiter>>();
  let level = 0;
  let size = 0;

  const drop = (batchId: BatchId, line: Line<Waiter>, entry: Entry<Waiter>): void => {
    if (!line.waiting.delete(entry)) return;
    size -= 1;
    // Who was served beyond the others is remembered until they are level again.
    if (line.waiting.size === 0 && line.served <= level) lines.delete(batchId);
  };

  return {
    join: (batchId, calls, waiter) => {
      const line = lines.get(batchId) ?? { waiting: new Set(), served: level };
      lines.set(batchId, line);
      if (line.waiting.size === 0) line.served = Math.max(line.served, level);
      const entry = { calls, waiter };
      line.waiting.add(entry);
      size += 1;
      return () => drop(batchId, line, entry);
    },
    take: () => {
      const found = leastServed(lines);
      if (found === null) return undefined;
      const { batchId, line, entry } = found;
      level = line.served;
      line.served += entry.calls;
      drop(batchId, line, entry);
      for (const [id, { waiting, served }] of lines) {
        if (waiting.size === 0 && served <= level) lines.delete(id);
      }
      return entry.waiter;
    },
    size: () => size,
  };
}

function leastServed<Waiter>(lines: ReadonlyMap<BatchId, Line<Waiter>>) {
  let found: { batchId: BatchId; line: Line<Waiter>; entry: Entry<Waiter> } | null = null;
  for (const [batchId, line] of lines) {
    const [entry] = line.waiting;
    if (entry === undefined || (found !== null && line.served >= found.line.served)) continue;
    found = { batchId, line, entry };
  }
  return found;
}
