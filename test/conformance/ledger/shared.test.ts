import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { ledgerRows } from "../../../runtime/ledger/sqlite/ledger-rows.ts";
import { sharedLedger } from "../../../runtime/ledger/sqlite/shared-ledger.ts";
import { openSqliteStore, type SqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { ledgerSuite } from "./ledger-suite.ts";

const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
let folder: string;
let store: SqliteStore<string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drover-ledger-"));
  store = await openSqliteStore<string>({
    path: join(folder, "drover.db"),
    now: clock.now,
    delivery: () => ({ kind: "outbox", owner: "host-a", claimMs: 30_000 }),
  });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

ledgerSuite({
  name: "in the store's database",
  open: () => {
    const rows = store.share(ledgerRows);
    store.share((database) => database.exec("delete from job_ledger"));
    const ledger = sharedLedger(
      rows,
      (work) => store.together(({ now }) => work(now)),
      store.settled,
    );
    const inKilledProcess = async () => {};
    const world = { ledger, another: () => ledger, inKilledProcess };
    return { world: { ...world, pass: clock.advance, now: clock.now }, close: () => {} };
  },
  lacks: { "survives-its-process": "the store's own suite kills processes" },
});
