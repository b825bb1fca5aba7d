/** What the database itself keeps to, whoever writes: closed sets of statuses, and the views that
 *  readers of earlier systems know. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  BATCH_STATUSES,
  MEMBER_STATUSES,
  PHASE_STATUSES,
  STEP_STATUSES,
} from "../../../runtime/contract/statuses.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import {
  type Bench,
  itemOf,
  MANIFEST,
  START,
  temporaryEngine,
} from "../engine/temporary-engine.ts";
import { yamlOf } from "../scheduler/runbook-texts.ts";

let bench: Bench;
let database: DatabaseSync;

/** A batch of two members, one of whom has left. */
beforeEach(async () => {
  bench = await temporaryEngine();
  answerOf(await bench.engine.registerWorkers([MANIFEST]));
  const yaml = yamlOf({ name: "moves" });
  const { name, version } = answerOf(
    await bench.engine.publishRunbook({ yaml, publishedBy: "ada" }),
  );
  const fixed = { isManual: false, budget: null, createdBy: null } as const;
  const batch = { runbookName: name, version, key: "one", start: START, ...fixed };
  const [made] = answerOf(await bench.store.batches.create([batch]));
  if (made === undefined) throw new Error("no batch");
  await bench.engine.handle([
    itemOf(made.id, memberNamed("ann")),
    itemOf(made.id, memberNamed("bob")),
    itemOf(made.id, { kind: "batch-detected" }),
  ]);
  const [, bob] = answerOf(await bench.store.batches.members(made.id, 0, 10));
  if (bob === undefined) throw new Error("no bob");
  const { id: memberId, generation } = bob;
  await bench.engine.handle([
    itemOf(made.id, { kind: "member-removed", memberId, generation, why: "left_source" }),
  ]);
  database = new DatabaseSync(bench.path, { timeout: 60_000 });
});
afterEach(async () => {
  database.close();
  await bench.remove();
});

const rows = (query: string) =>
  database
    .prepare(query)
    .all()
    .map((row) => ({ ...row }));

const STATUSES = {
  batch_rows: BATCH_STATUSES,
  member_rows: MEMBER_STATUSES,
  phase_rows: PHASE_STATUSES,
  execution_rows: STEP_STATUSES,
} as const;

/** Which of these words the table takes for a status. */
const taken = (table: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => {
    database.exec("savepoint trial");
    try {
      return database.prepare(`update ${table} set status = ?`).run(word).changes > 0;
    } catch {
      return false;
    } finally {
      database.exec("rollback to trial");
      database.exec("release trial");
    }
  });

const WORDS = [
  ...new Set(Object.values(STATUSES).flat()),
  ...["paused", "attention", "cancelling", "held", "skipped_step", "poll_dispatched", "", "Active"],
];

test("O-017: a step has one of eight statuses, and the database takes no other", () => {
  const eight = `pending dispatched succeeded failed polling poll_timeout rolled_back cancelled`;
  expect([...STEP_STATUSES].sort()).toEqual(eight.split(" ").sort());
  expect([...taken("execution_rows", WORDS)].sort()).toEqual([...STEP_STATUSES].sort());
});

describe("X-68: statuses are the published ones; all else is a column beside them", () => {
  test.each(Object.entries(STATUSES))("%s takes its own statuses and no other", (table, own) => {
    expect([...taken(table, WORDS)].sort()).toEqual([...own].sort());
  });

  test.each([
    ["batches", ["paused", "needs_attention", "fence", "status_reason", "outcome"]],
    ["phase_executions", ["paused", "outcome"]],
    ["execution_rows", ["fence", "outstanding", "held", "skipped", "poll_count"]],
  ])("%s shows %j", (table, columns) => {
    const found = database.prepare(`select * from ${table}`).columns();
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(columns));
  });
});

/** Writes the first row once more, under an id of its own and with what is changed about it. */
function again(table: string, changed: Readonly<Record<string, string | number>> = {}): void {
  const columns = database.prepare(`select * from ${table}`).columns();
  const others = columns.map(({ name }) => name).filter((name) => name !== "id");
  const values = others.map((name) => (name in changed ? JSON.stringify(changed[name]) : name));
  const literals = values.map((value) => value.replaceAll('"', "'"));
  const id = `(select max(id) + 1 from ${table})`;
  database.exec(
    `insert into ${table} (id, ${others.join(", ")})
     select ${id}, ${literals.join(", ")} from ${table} order by id limit 1`,
  );
}

test.each([
  ["runbooks", { is_active: 0, data_table_name: "x" }, "name", { version: 2 }],
  ["batch_rows", {}, "batch_key", { batch_key: "two" }],
  ["member_rows", { status: "removed" }, "member_key", { member_key: "cleo" }],
  ["phase_rows", {}, "phase_name", { version: 2 }],
  ["execution_rows", {}, "step_index", { generation: 2 }],
] as const)(
  "M-057, M-059, M-060, M-061, M-062: %s takes a row once, whoever writes",
  (table, alike, key, apart) => {
    expect(() => again(table, alike)).toThrow(new RegExp(`UNIQUE .*${table}\\.${key}`));
    again(table, { ...alike, ...apart });
  },
);

test("O-016: the old data table is read as before, and nobody can write it", () => {
  const [{ data_table_name: name } = { data_table_name: "" }] = rows(
    "select data_table_name from runbooks",
  );
  expect(name).toBe("runbook_moves_v1");
  const system = "_row_id _member_key _batch_time _first_seen_at _last_seen_at _is_current";
  const columns = database.prepare(`select * from ${name}`).columns();
  expect(columns.map((column) => column.name).slice(0, 6)).toEqual(system.split(" "));
  const found = (key: string) =>
    rows(`select * from ${name} where _member_key = '${key}' and _is_current = 1`);
  expect(found("ann")).toMatchObject([{ _batch_time: START.toISOString() }]);
  expect(JSON.parse(String(found("ann")[0]?.["data_json"]))).toEqual({ Key: "ann" });
  expect(found("bob")).toEqual([]);
  for (const change of [
    `update ${name} set _is_current = 1`,
    `delete from ${name}`,
    `insert into ${name} (_member_key) values ('cy')`,
  ]) {
    expect(() => database.exec(change)).toThrow("view");
  }
});
