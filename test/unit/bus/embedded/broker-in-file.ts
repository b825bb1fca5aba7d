/** A durable broker in a real database file, with a clock that tests set; it can be closed and
 *  opened again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entity } from "../../../../runtime/bus/embedded/core/entity.ts";
import {
  type BrokerFault,
  type DurableBroker,
  openDurableBroker,
} from "../../../../runtime/bus/embedded/durable.ts";
import type { Settlement } from "../../../../runtime/bus/lock.ts";
import type { Journal } from "../../../../runtime/store/sqlite/journal.ts";
import {
  openSqliteStore,
  type SqliteStore,
} from "../../../../runtime/store/sqlite/sqlite-store.ts";
import { type ManualClock, manualClock } from "../../../../runtime/time/manual/manual-clock.ts";

export type BrokerInFile = {
  readonly broker: DurableBroker;
  readonly store: SqliteStore<Settlement>;
  readonly clock: ManualClock;
  readonly faults: readonly BrokerFault[];
  /** Closed in good order, and opened again on the same file. */
  readonly reopen: () => Promise<BrokerInFile>;
  readonly close: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

type Given = {
  readonly entities: readonly Entity[];
  readonly path?: string;
  readonly clock?: ManualClock;
  readonly through?: (journal: Journal) => Journal;
  readonly checkpointChars?: number;
};

let ids = 0;
const nextId = (): string => {
  ids += 1;
  return `id-${ids}`;
};

export async function brokerInFile(given: Given): Promise<BrokerInFile> {
  const path = given.path ?? join(mkdtempSync(join(tmpdir(), "drover-bus-")), "drover.db");
  const clock = given.clock ?? manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const through = given.through ?? ((journal) => journal);
  const faults: BrokerFault[] = [];
  const observe = (fault: BrokerFault) => void faults.push(fault);
  let opened: DurableBroker | null = null;
  const store = await openSqliteStore<Settlement>({
    path,
    now: clock.now,
    delivery: (journal) => {
      const { checkpointChars = 2 ** 24 } = given;
      const parts = { clock, nextId, observe, checkpointChars };
      opened = openDurableBroker({ journal: through(journal), ...parts });
      return { kind: "fused", fuse: opened.fuse };
    },
  });
  const broker = opened as DurableBroker | null;
  if (broker === null) throw new Error("the store asked for no delivery");
  const configured = await broker.configure(given.entities);
  if (!configured.ok) throw new Error(JSON.stringify(configured.error));
  const close = async (): Promise<void> => {
    await broker.stop();
    await store.close();
  };
  return {
    broker,
    store,
    clock,
    faults,
    close,
    reopen: async () => {
      await close();
      return brokerInFile({ ...given, path, clock });
    },
    remove: async () => {
      await close();
      rmSync(join(path, ".."), { recursive: true });
    },
  };
}
