import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { ledgerRows } from "../../../runtime/ledger/sqlite/ledger-rows.ts";
import { openDatabase } from "../../../runtime/store/sqlite/database.ts";
import type { Messages } from "../../../runtime/store/sqlite/delivery.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { commitRows, makeBatch } from "../../conformance/store/batch-of.ts";
import { memberRow } from "../../conformance/store/rows.ts";
import { type TemporaryStore, temporaryStore } from "./temporary-store.ts";

const PAGES = 240;
const LARGE = "x".repeat(20_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-database-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a database file", () => {
  test("is opened with a write-ahead log, a sync with every commit and pages of 4 KiB", () => {
    const database = openDatabase({ path: join(folder, "a.db") });
    const pragma = (name: string) =>
      Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("page_size")]).toEqual([
      "wal",
      2,
      4096,
    ]);
    database.close();
  });

  test("R06 (part): with a log made large beforehand keeps all, after a crash too", async () => {
    const logBytes = 3_000_000;
    const { store, path, clock, remove } = await temporaryStore({ logBytes });
    expect(statSync(`${path}-wal`).size).toBe(logBytes);
    const id = await makeBatch(store);
    answerOf(await store.leases.acquire("tick", "host-a", 1_000));
    const crashed = join(folder, "crashed.db");
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${crashed}${end}`);
    const again = await openSqliteStore<string>({
      path: crashed,
      now: () => clock.time,
      logBytes,
      delivery: () => ({ kind: "outbox", owner: "host-b", claimMs: 30_000 }),
    });
    expect(answerOf(await again.batches.read(id))?.key).toBe("one");
    expect(answerOf(await again.leases.acquire("tick", "host-b", 1_000))).toBeNull();
    await again.close();
    await remove();
  });

  test("that cannot have a write-ahead log is not opened", () => {
    expect(() => openDatabase({ path: ":memory:" })).toThrow("would not be durable");
  });

  test("that is no database is not opened", () => {
    const path = join(folder, "b.db");
    writeFileSync(path, "not a database at all".repeat(1_000));
    expect(() => openDatabase({ path })).toThrow("not a database");
  });
});

describe("a full disk", () => {
  test("R28: is a failure by name, nothing is half-written, and reading goes on", async () => {
    const { store, remove } = await temporaryStore({ pagesMax: PAGES });
    const id = await makeBatch(store);
    const add = (number: number) =>
      commitRows(store, id, {
        inserts: [
          {
            table: "members",
            row: memberRow(id, number, `m-${number}`, { data: new Map([["Note", LARGE]]) }),
          },
        ],
        counters: [{ table: "batches", id, add: { memberCount: 1 } }],
      });
    let number = 1;
    let last = await add(number);
    while (last.ok && number < PAGES) {
      number += 1;
      last = await add(number);
    }
    expect(failureOf(last)).toEqual({ kind: "full" });
    expect((await Promise.all([add(900), add(901)])).map(failureOf)).toEqual([
      { kind: "full" },
      { kind: "full" },
    ]);
    const batch = answerOf(await store.batches.read(id))?.batch;
    expect(batch?.memberCount).toBe(number - 1);
    expect(answerOf(await store.batches.members(id, 0, 1_000))).toHaveLength(number - 1);
    await remove();
  });
});

describe("a database that another process writes to", () => {
  test("is busy, by name, and the next unit goes through", async () => {
    const { store, path, remove } = await temporaryStore({ busyMs: 20 });
    const id = await makeBatch(store);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    expect(failureOf(await commitRows(store, id, {}))).toEqual({ kind: "busy" });
    other.exec("rollback");
    other.close();
    answerOf(await commitRows(store, id, {}));
    await remove();
  });
});

describe("a store fused with a broker", () => {
  let temporary: TemporaryStore;
  const heard: [Messages<string>, boolean][] = [];
  beforeEach(async () => {
    heard.length = 0;
    temporary = await temporaryStore({
      delivery: () => ({
        kind: "fused",
        fuse: (messages) => ({
          records: JSON.stringify(messages.settle),
          ended: (committed) => heard.push([messages, committed]),
        }),
      }),
    });
  });
  afterEach(() => temporary.remove());

  test("writes the broker's records in the unit's own commit and tells it of the end", async () => {
    const { store } = temporary;
    const id = await makeBatch(store);
    answerOf(await commitRows(store, id, {}, { unit: () => ({ settle: ["r-1"] }) }));
    expect(store.journal.read().map(({ records }) => records)).toEqual(['["r-1"]']);
    expect(heard.map(([{ settle }, committed]) => [settle, committed])).toEqual([[["r-1"], true]]);
  });

  test("R28 (part): tells the broker when its records could not be written", async () => {
    const told: boolean[] = [];
    const full = await temporaryStore({
      pagesMax: PAGES,
      delivery: () => ({
        kind: "fused",
        fuse: () => ({ records: LARGE.repeat(100), ended: (committed) => told.push(committed) }),
      }),
    });
    const id = await makeBatch(full.store);
    expect(failureOf(await commitRows(full.store, id, {}))).toEqual({ kind: "full" });
    expect(told).toEqual([false]);
    expect(full.store.journal.read()).toEqual([]);
    await full.remove();
  });

  test("asks nothing of the broker for a unit that is refused", async () => {
    const { store } = temporary;
    const id = await makeBatch(store);
    const inserts = [{ table: "members", row: memberRow(id, 1, "ada") }] as const;
    answerOf(await commitRows(store, id, { inserts }));
    heard.length = 0;
    const [good, bad] = await Promise.all([
      commitRows(store, id, {}, { unit: () => ({ settle: ["good"] }) }),
      commitRows(store, id, { inserts }, { unit: () => ({ settle: ["bad"] }) }),
    ]);
    expect([good.ok, bad.ok]).toEqual([true, false]);
    expect(heard.map(([{ settle }, committed]) => [settle, committed])).toEqual([[["good"], true]]);
    expect(store.journal.read().at(-1)?.records).toBe('["good"]');
  });

  test("tells the broker of a work undone before the next of its turn begins", async () => {
    const { store } = temporary;
    const told: string[] = [];
    const undone = store.together(({ deliver }) => {
      deliver({ publish: [], settle: ["first"] });
      throw new Error("after it delivered");
    });
    const next = store.together(({ deliver }) => {
      told.push(...heard.map(([{ settle }, committed]) => `${settle}: ${committed}`));
      deliver({ publish: [], settle: ["second"] });
    });
    await expect(undone).rejects.toThrow("after it delivered");
    answerOf(await next);
    expect(told).toEqual(["first: false"]);
    expect(heard.map(([{ settle }, committed]) => [settle, committed])).toEqual([
      [["first"], false],
      [["second"], true],
    ]);
  });

  test("R08 (part): a host's rows, messages and receipts are in one commit or none", async () => {
    const { store } = temporary;
    const rows = store.share(ledgerRows);
    const job = { jobId: JobId.parse("step-1-attempt-1"), delivery: "1-1", result: "first" };
    const kept = await store.together(({ now, deliver }) => {
      const result = rows.finish(job, now);
      deliver({ publish: [], settle: [result] });
      return result;
    });
    expect(answerOf(kept)).toBe("first");
    expect(store.journal.read().map(({ records }) => records)).toEqual(['["first"]']);
    const broken = store.together(({ now, deliver }) => {
      rows.finish({ ...job, jobId: JobId.parse("step-2-attempt-1") }, now);
      deliver({ publish: [], settle: ["second"] });
      throw new Error("a bug in a host");
    });
    await expect(broken).rejects.toThrow("a bug in a host");
    expect(rows.recall(JobId.parse("step-2-attempt-1"))).toBeNull();
    expect(rows.recall(job.jobId)).toBe("first");
    expect(heard.map(([{ settle }, committed]) => [settle, committed])).toEqual([
      [["first"], true],
      [["second"], false],
    ]);
    expect(store.journal.read()).toHaveLength(1);
  });

  test("keeps the broker's own records in order, and lets it put fewer there", async () => {
    const { journal } = temporary.store;
    const ids = await Promise.all(["a", "b", "c"].map((records) => journal.append(records)));
    const [, second = 0] = ids.map(answerOf);
    answerOf(await journal.compact(second, "ab"));
    expect(journal.read().map(({ records }) => records)).toEqual(["ab", "c"]);
  });
});
