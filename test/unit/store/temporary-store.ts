/** Stores in a temporary folder, with a clock that tests set. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Delivery } from "../../../runtime/store/sqlite/delivery.ts";
import type { Journal } from "../../../runtime/store/sqlite/journal.ts";
import { openSqliteStore, type SqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import { CLOCK_START, type TestClock } from "../../conformance/store/store-case.ts";

export type TemporaryStore = {
  readonly store: SqliteStore<string>;
  readonly clock: TestClock;
  readonly path: string;
  readonly remove: () => Promise<void>;
};

const OUTBOX: Delivery<string> = { kind: "outbox", owner: "host-a", claimMs: 30_000 };

export async function temporaryStore(
  given: {
    readonly pagesMax?: number;
    readonly busyMs?: number;
    readonly cachedRowsMax?: number;
    readonly logBytes?: number;
    readonly delivery?: (journal: Journal) => Delivery<string>;
  } = {},
): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), "drover-store-"));
  const path = join(folder, "drover.db");
  const clock = { time: CLOCK_START };
  const store = await openSqliteStore<string>({
    path,
    now: () => clock.time,
    delivery: () => OUTBOX,
    ...given,
  });
  const remove = async (): Promise<void> => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { store, clock, path, remove };
}
