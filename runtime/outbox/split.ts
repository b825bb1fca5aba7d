/** A store with an outbox and a bus of its own, put together so that a caller sees one store:
 *  commit, then publish what was committed, then settle what it came with.
 *  O1. Nothing is published or settled before the commit, nor when there was none.
 *  O2. The answer is that of the commit: what is not published now a relay publishes later, and
 *      what is not settled comes again.
 *  O3. Rows that were published leave with the next commit; those without one, after a while. */
import type { Bus } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { OutboxRow } from "../store/outbox.ts";
import type { Store } from "../store/store.ts";
import type { Committed, Unit } from "../store/unit.ts";
import type { Cancel, Clock } from "../time/clock.ts";
import type { OutboxFault } from "./fault.ts";
import { publishRows } from "./publish-rows.ts";

export type SplitParts = {
  /** Put together with an outbox. */
  readonly store: Store<Settlement>;
  readonly bus: Pick<Bus, "publish" | "settle">;
  readonly observe: (fault: OutboxFault) => void;
  /** With it, rows that wait for a next commit which does not come are taken off by themselves. */
  readonly clock?: Clock;
};

/** Well before the claim on a row runs out, so that the relay does not publish it once more. */
const SENT_MS_MAX = 5_000;

export function openSplit(parts: SplitParts): Store<Settlement> {
  const { store, bus, observe } = parts;
  const sent = sentRows(parts);
  return {
    ...store,
    transact: async (locks, decide) => {
      const taken = sent.take();
      let unit: Unit<Settlement> | null = null;
      const committed = await store
        .transact(locks, (loaded) => {
          unit = decide(loaded);
          return taken.length === 0 ? unit : { ...unit, sent: [...unit.sent, ...taken] };
        })
        .catch((error: unknown) => {
          sent.add(taken);
          throw error;
        });
      if (!committed.ok) {
        sent.add(taken);
        return committed;
      }
      const decided = unit as Unit<Settlement> | null;
      if (decided === null) throw new Error("the store committed what nobody decided");
      const rows = rowsOf(decided, committed.value);
      sent.add(await publishRows({ bus, incidents: store.incidents, observe }, rows));
      await settle(bus, decided.settle, observe);
      return committed;
    },
    close: async () => {
      await sent.flush();
      await store.close();
    },
  };
}

const rowsOf = ({ publish }: Unit<Settlement>, { outbox }: Committed): readonly OutboxRow[] =>
  publish.map((message, index) => {
    const id = outbox[index];
    if (id === undefined) throw new Error("a message was committed without a row");
    return { ...message, id };
  });

async function settle(
  bus: SplitParts["bus"],
  settlements: readonly Settlement[],
  observe: SplitParts["observe"],
): Promise<void> {
  if (settlements.length === 0) return;
  try {
    for (const result of await bus.settle(settlements))
      if (!result.ok) observe({ kind: "settle-failed", failure: result.error });
  } catch (error) {
    observe({ kind: "bug", error });
  }
}

type SentRows = {
  readonly add: (ids: readonly number[]) => void;
  readonly take: () => readonly number[];
  readonly flush: () => Promise<void>;
};

function sentRows({ store, clock, observe }: SplitParts): SentRows {
  let ids: readonly number[] = [];
  let cancel: Cancel | null = null;
  const take = (): readonly number[] => {
    const taken = ids;
    ids = [];
    cancel?.();
    cancel = null;
    return taken;
  };
  const add = (more: readonly number[]): void => {
    if (more.length === 0) return;
    ids = [...ids, ...more];
    if (clock === undefined) return;
    cancel ??= clock.at(new Date(clock.now().getTime() + SENT_MS_MAX), () => void flush());
  };
  const flush = async (): Promise<void> => {
    const taken = take();
    if (taken.length === 0) return;
    const gone = await store.outbox.sent(taken);
    if (gone.ok) return;
    observe({ kind: "store-failed", failure: gone.error });
    add(taken);
  };
  return { add, take, flush };
}
