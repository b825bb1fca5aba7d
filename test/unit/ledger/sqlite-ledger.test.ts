import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { ledgerRows } from "../../../runtime/ledger/sqlite/ledger-rows.ts";
import { openSqliteLedger } from "../../../runtime/ledger/sqlite/sqlite-ledger.ts";

const NOW = new Date("2026-03-01T08:00:00.000Z");
const JOB = { jobId: JobId.parse("step-1-attempt-1"), delivery: "1-1" };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the ledger in a SQLite file", () => {
  test("its file is written ahead and synced with every commit", () => {
    const path = join(folder, "ledger.db");
    openSqliteLedger(path, () => NOW).close();
    const database = new DatabaseSync(path);
    expect(database.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    database.close();
  });

  test("a database that cannot be durable is not used", () => {
    expect(() => openSqliteLedger(":memory:", () => NOW)).toThrow("would not be durable");
  });

  test("a file that another process keeps locked is unavailable, and later is not", async () => {
    const path = join(folder, "ledger.db");
    const ledger = openSqliteLedger(path, () => NOW, 1);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    expect(await ledger.begin([JOB])).toEqual({
      ok: false,
      error: { kind: "unavailable", detail: "database is locked" },
    });
    other.exec("rollback");
    other.close();
    expect(await ledger.begin([JOB])).toEqual({ ok: true, value: [{ kind: "new" }] });
    ledger.close();
  });

  test("a call that fails keeps nothing of what it was asked", async () => {
    const path = join(folder, "ledger.db");
    let calls = 0;
    const ledger = openSqliteLedger(path, () => {
      calls += 1;
      if (calls === 2) throw new Error("no time");
      return NOW;
    });
    const second = { ...JOB, jobId: JobId.parse("step-2-attempt-1") };
    await expect(ledger.begin([JOB, second])).rejects.toThrow("no time");
    const states = await ledger.begin([{ ...JOB, delivery: "1-2" }]);
    expect(states).toEqual({ ok: true, value: [{ kind: "new" }] });
    ledger.close();
  });

  test("a ledger that was closed throws: its user has a bug", async () => {
    const ledger = openSqliteLedger(join(folder, "ledger.db"), () => NOW);
    ledger.close();
    await expect(ledger.begin([JOB])).rejects.toThrow("not open");
  });

  test("its rows share the transaction of a database that others write to", () => {
    const database = new DatabaseSync(":memory:");
    const rows = ledgerRows(database);
    database.exec("begin");
    rows.begin(JOB, NOW);
    database.exec("rollback");
    expect(rows.begin({ ...JOB, delivery: "1-2" }, NOW)).toEqual({ kind: "new" });
    database.close();
  });
});
