import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
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

test("X-65 (part): a registered SQLite file is read in pages, with its kinds", async () => {
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

const ENDLESS =
  "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) as n from c";

test("a query that takes longer than it may is ended, with its process", async () => {
  const { source, clock } = database({ limitMs: 60_000 });
  const before = new Set(childrenOf(process.pid));
  const reading = answerOf(await source.ask(sqlQuestion(ENDLESS)));
  const asked = reading.next();
  const made = childrenOf(process.pid).filter((pid) => !before.has(pid));
  expect(made).toHaveLength(1);
  clock.advance(60_000);
  expect(failureOf(await asked)).toEqual({ kind: "timed-out", limitMs: 60_000 });
  await reading.close();
  while (made.some(isAlive)) await turn();
});

test("a query's process is gone after an answer, a refusal and an early end", async () => {
  const { source } = database();
  const before = new Set(childrenOf(process.pid));
  answerOf(await readAll(source, sqlQuestion("select * from people"), MAX));
  failureOf(await readAll(source, sqlQuestion("delete from people"), MAX));
  const reading = answerOf(await source.ask(sqlQuestion("select * from people")));
  expect(answerOf(await reading.next()).rows).toHaveLength(5_000);
  await reading.close();
  await reading.close();
  expect(failureOf(await reading.next()).kind).toBe("unavailable");
  while (childrenOf(process.pid).some((pid) => !before.has(pid))) await turn();
});

test("a query does not outlive the process that asked it, however that ends", async () => {
  const { path } = database();
  const asking = spawn(process.execPath, ["--input-type=module", "--eval", ASKING], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  asking.stdin.end(JSON.stringify({ path, query: ENDLESS }));
  while (childrenOf(asking.pid ?? 0).length === 0) await turn();
  const made = childrenOf(asking.pid ?? 0);
  asking.kill("SIGKILL");
  while (made.some(isAlive)) await turn();
});

const MODULE = new URL("../../../runtime/sources/sql/sql-source.ts", import.meta.url);
const ASKING = `
  import { text } from "node:stream/consumers";
  import { sqlSource } from "${MODULE}";
  const { path, query } = JSON.parse(await text(process.stdin));
  const connections = new Map([["hr", { dialect: "sqlite", path }]]);
  const clock = { now: () => new Date(), at: () => () => {} };
  const source = { type: "sql", connection: "hr", query };
  const reading = await sqlSource({ connections, clock }).ask({ runbookName: "r", source });
  await reading.value.next();
`;

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** As Linux lists them, of all the threads that could have made one. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number),
  );

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a type of source that this host cannot read is told so", async () => {
  const sources = sourcesByType({ sql: database().source });
  answerOf(await readAll(sources, sqlQuestion("select 1 as upn"), MAX));
  const failure = failureOf(await sources.ask(csvQuestion()));
  expect(failure).toEqual({ kind: "no-adapter", type: "csv" });
});
