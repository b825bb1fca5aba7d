import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import { sourcesByType } from "../../../runtime/sources/by-type.ts";
import type { SourceFailure } from "../../../runtime/sources/failure.ts";
import { explainSourceFailure } from "../../../runtime/sources/failure.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import { type SqlParts, sqlSource } from "../../../runtime/sources/sql/sql-source.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { csvQuestion, sqlQuestion, temporaryFolder } from "./sources.ts";

const MAX = 1_000_000;

function database(more: Partial<SqlParts> = {}) {
  const path = join(temporaryFolder(), "hr.db");
  const db = new DatabaseSync(path);
  db.exec("create table people (upn text, site text, floor integer, ratio real)");
  const insert = db.prepare("insert into people values (?, ?, ?, ?)");
  db.exec("begin");
  for (let n = 0; n < 6_001; n += 1) insert.run(`u${n}`, n % 2 === 0 ? "north" : null, n, n / 4);
  db.exec("commit");
  db.close();
  const clock = manualClock(new Date("2026-05-01T00:00:00Z"));
  const connections = new Map([["hr", { dialect: "sqlite", path } as const]]);
  return { path, clock, source: sqlSource({ connections, clock, ...more }) };
}

const refusal = async (query: string): Promise<SourceFailure> => {
  const { source } = database();
  return failureOf(await readAll(source, sqlQuestion(query), MAX));
};

test("X-65: a registered SQLite file is read in pages, with its kinds of values", async () => {
  const { source } = database();
  const all = answerOf(await readAll(source, sqlQuestion("select * from people"), MAX));
  expect(all.columns).toEqual(["upn", "site", "floor", "ratio"]);
  expect(all.rows).toHaveLength(6_001);
  expect(all.rows[6_000]).toEqual(["u6000", "north", 6_000, 1_500]);
  expect(all.rows[1]).toEqual(["u1", null, 1, 0.25]);
  expect(all.end).toEqual({ complete: true });
});

test("R32: more rows than are read is an answer that is not complete", async () => {
  const { source } = database({ rowsMax: 6_000 });
  const cut = answerOf(await readAll(source, sqlQuestion("select upn from people"), MAX));
  expect(cut.rows).toHaveLength(6_000);
  expect(cut.end).toMatchObject({ complete: false });
  const exact = database({ rowsMax: 6_001 }).source;
  const all = answerOf(await readAll(exact, sqlQuestion("select upn from people"), MAX));
  expect(all.end).toEqual({ complete: true });
});

test("values are bound by name and never become part of the text", async () => {
  const { source } = database();
  const query = "select upn from people where site = :site and floor < :floor";
  const values = new Map<string, string | number>([
    ["site", "north' or 1 = 1 --"],
    ["floor", 10],
  ]);
  expect(answerOf(await readAll(source, sqlQuestion(query, values), MAX)).rows).toEqual([]);
  const north = new Map(values).set("site", "north");
  expect(answerOf(await readAll(source, sqlQuestion(query, north), MAX)).rows).toHaveLength(5);
});

test.each([
  "delete from people",
  "update people set upn = 'x' returning upn",
  "pragma user_version = 3",
  "attach 'other.db' as other",
  "create table mine (a)",
  "vacuum into 'copy.db'",
  "select upn from people; delete from people",
  "select 1; select 2",
  "select load_extension('x')",
  "select nothing from people",
  "not sql at all",
  "-- nothing",
  "select x'00ff' as bytes",
  "select 9007199254740993 as id",
])("R52, R32 (part): a query may only select, and is one statement: %s", async (query) => {
  expect((await refusal(query)).kind).toBe("refused");
});

test("a statement may end with a semicolon and a comment", async () => {
  const { source } = database();
  const query = "-- who\nselect upn from people where floor = 3; /* that is all */ -- really\n";
  expect(answerOf(await readAll(source, sqlQuestion(query), MAX)).rows).toEqual([["u3"]]);
});

test("R52: an unknown connection is told by name; no setting or path is tried for it", async () => {
  const { source, path } = database();
  for (const connection of ["PATH", "HOME", path, "HR", "constructor", "__proto__"]) {
    const question = csvQuestion("people", { type: "sql", connection, query: "select 1" });
    const failure = failureOf(await source.ask(question));
    expect(failure).toEqual({ kind: "unknown-connection", name: connection });
    expect(explainSourceFailure(failure)).toContain(`"${connection}"`);
  }
});

test("R32: a database that is not there is a failure, and is not made", async () => {
  const clock = manualClock(new Date(0));
  const path = join(temporaryFolder(), "gone.db");
  const source = sqlSource({ connections: new Map([["hr", { dialect: "sqlite", path }]]), clock });
  expect(failureOf(await source.ask(sqlQuestion("select 1"))).kind).toBe("unavailable");
  expect(failureOf(await source.ask(sqlQuestion("select 1"))).kind).toBe("unavailable");
});

test("a query that takes longer than it may is left behind; nobody waits for it", async () => {
  const { source, clock } = database({ limitMs: 60_000 });
  const long =
    "with recursive c(x) as (select 1 union all select x + 1 from c where x < 2000000) " +
    "select count(*) as n from c";
  const asked = readAll(source, sqlQuestion(long), MAX);
  while (clock.next() === null) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(60_000);
  expect(failureOf(await asked)).toEqual({ kind: "timed-out", limitMs: 60_000 });
});

test("a type of source that this host cannot read is told so", async () => {
  const sources = sourcesByType({ sql: database().source });
  answerOf(await readAll(sources, sqlQuestion("select 1 as upn"), MAX));
  const failure = failureOf(await sources.ask(csvQuestion()));
  expect(failure).toEqual({ kind: "no-adapter", type: "csv" });
});
