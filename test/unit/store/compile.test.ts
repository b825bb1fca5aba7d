import { DatabaseSync, type StatementSync } from "node:sqlite";
import { describe, expect, test } from "@jest/globals";
import {
  type CompiledQuery,
  Kysely,
  MssqlAdapter,
  MssqlIntrospector,
  MssqlQueryCompiler,
} from "kysely";
import { azureSqlTools } from "../../../runtime/store/azure-sql/dialect.ts";
import { AZURE_SQL_MIGRATIONS } from "../../../runtime/store/azure-sql/migrations.ts";
import { OPERATIONS } from "../../../runtime/store/operations/all.ts";
import { INSIGHT_OPERATIONS } from "../../../runtime/store/operations/insight/all.ts";
import { compileOperation, type Operation } from "../../../runtime/store/operations/operation.ts";
import { REPORT_OPERATIONS } from "../../../runtime/store/operations/report/all.ts";
import { columnNames } from "../../../runtime/store/operations/row-codec.ts";
import { dataView } from "../../../runtime/store/operations/runbook/data-view.ts";
import { TABLE_DEFINITIONS } from "../../../runtime/store/operations/schema/migrations.ts";
import { patchRows } from "../../../runtime/store/operations/write/patch-rows.ts";
import { sqliteTools } from "../../../runtime/store/sqlite/dialect.ts";
import { migrate } from "../../../runtime/store/sqlite/migrate.ts";
import { SQLITE_MIGRATIONS } from "../../../runtime/store/sqlite/migrations.ts";

const PATCHES: readonly Operation[] = (
  ["batches", "phases", "members", "executions", "slots"] as const
).map((table) => {
  const columns = columnNames(table).filter((name) => name !== "batch_id" && name !== "limit_key");
  return patchRows({ table, set: columns, add: columns.slice(0, 2), expect: columns });
});
const ALL = [
  ...OPERATIONS,
  ...REPORT_OPERATIONS,
  ...INSIGHT_OPERATIONS,
  ...PATCHES,
  dataView("runbook_a_v1", "it's a", 1),
];

/** What only the other dialect understands. Quoted names and text do not count. */
const NOT_AZURE =
  /\blimit\b|\breturning\b|if not exists|on conflict|json_each|json_extract|\|\||\?/i;
const NOT_SQLITE =
  /\btop\b|\boutput\b|openjson|json_value|json_query|sysutcdatetime|\bfetch\b|merge|\[|@\d/i;

const bare = (text: string): string =>
  text
    .replace(/'[^']*'/g, "''")
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, "[]");
const bareForSqlite = (text: string): string =>
  text.replace(/'[^']*'/g, "''").replace(/"[^"]*"/g, '""');

describe.each(ALL.map((operation) => [operation.name, operation] as const))(
  "%s",
  (_, operation) => {
    test("compiles for Azure SQL to nothing that only SQLite understands", () => {
      const { sql } = compileOperation(withRows(operation), azureSqlTools());
      expect(bare(sql)).not.toMatch(NOT_AZURE);
    });

    test("compiles for SQLite to nothing that only Azure SQL understands", () => {
      const { sql } = compileOperation(operation, sqliteTools());
      expect(bareForSqlite(sql)).not.toMatch(NOT_SQLITE);
    });
  },
);

/** Azure SQL takes the rows of a plural operation as one argument. */
const withRows = (operation: Operation): Operation => ({
  ...operation,
  takes: [...operation.takes, "rows"],
});

describe("every operation", () => {
  test("is prepared by a real SQLite with the newest tables", async () => {
    const database = new DatabaseSync(":memory:");
    await migrate(database);
    for (const operation of ALL) {
      const { sql } = compileOperation(operation, sqliteTools());
      expect(() => database.prepare(sql)).not.toThrow();
    }
    database.close();
  });

  test("R07: a claim asks the row it takes, too: what it found beside may be old", () => {
    const claim = OPERATIONS.find(({ name }) => name === "claim messages");
    expect(claim).toBeDefined();
    if (claim === undefined) return;
    for (const tools of [azureSqlTools(), sqliteTools()]) {
      const { sql } = compileOperation(claim, tools);
      expect(sql).toMatch(/where claimed_until <= \S+ and id in/);
    }
  });

  test("has a name of its own, because statements are kept by name", () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  });

  test("is bound to exactly the arguments it takes", () => {
    for (const operation of ALL) {
      const { sql, bind } = compileOperation(operation, sqliteTools());
      const places = bareForSqlite(sql).split("?").length - 1;
      expect(bind(operation.takes.map((_, index) => index))).toHaveLength(places);
    }
  });

  test("that uses an argument it does not take is refused when it is compiled", () => {
    const [first] = OPERATIONS;
    expect(first).toBeDefined();
    if (first === undefined) return;
    expect(() => compileOperation({ ...first, takes: [] }, sqliteTools())).toThrow("does not take");
  });
});

describe("migrations", () => {
  test("are the same in both dialects, except for what an embedded broker needs", () => {
    const shared = Object.keys(AZURE_SQL_MIGRATIONS);
    expect(Object.keys(SQLITE_MIGRATIONS)).toEqual([...shared, "0007-bus-journal"]);
  });

  test("are written for Azure SQL in its own words", async () => {
    const texts = await azureDefinitions();
    expect(texts.length).toBeGreaterThan(TABLE_DEFINITIONS.length);
    for (const text of texts) {
      expect(bare(text)).not.toMatch(NOT_AZURE);
      expect(bare(text)).not.toMatch(/\bstrict\b|without rowid|autoincrement|\btext\b/i);
    }
    expect(texts.join("\n")).toContain("Latin1_General_100_BIN2");
    expect(texts.join("\n")).toContain("lock_escalation = disable");
  });

  test("run twice leave a SQLite database as it was", async () => {
    const database = new DatabaseSync(":memory:");
    expect(await migrate(database)).toHaveLength(Object.keys(SQLITE_MIGRATIONS).length);
    expect(await migrate(database)).toEqual([]);
    database.close();
  });

  test("that end at any statement leave the database as it was", async () => {
    const database = new DatabaseSync(":memory:");
    const tables = () => database.prepare("select name, sql from sqlite_schema").all();
    const statements = 200;
    for (let most = 1; tables().length === 0; most += 1) {
      expect(most).toBeLessThan(statements);
      const given = endingAfter(database, most);
      await migrate(given).catch((error) => expect(error).toEqual(new Error("ended")));
    }
    const whole = new DatabaseSync(":memory:");
    await migrate(whole);
    expect(tables()).toEqual(whole.prepare("select name, sql from sqlite_schema").all());
    database.close();
    whole.close();
  });

  test("no column of a unique key may be null: the dialects disagree about two of them", () => {
    for (const { indexes, columns } of TABLE_DEFINITIONS) {
      for (const index of indexes.filter(({ unique }) => unique)) {
        for (const column of index.columns) expect(columns[column]?.nullable).toBe(false);
      }
    }
  });
});

/** The database, until so many statements were prepared. */
function endingAfter(database: DatabaseSync, most: number): DatabaseSync {
  let prepared = 0;
  const prepare = (text: string): StatementSync => {
    prepared += 1;
    if (prepared > most) throw new Error("ended");
    return database.prepare(text);
  };
  return new Proxy(database, {
    get: (target, name) => {
      if (name === "prepare") return prepare;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Every statement that the migrations would run, without a server to run them. */
async function azureDefinitions(): Promise<readonly string[]> {
  const texts: string[] = [];
  const connection = {
    executeQuery: async ({ sql }: CompiledQuery) => {
      texts.push(sql);
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error("a migration reads nothing");
    },
  };
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: {
      createAdapter: () => new MssqlAdapter(),
      createIntrospector: (own) => new MssqlIntrospector(own),
      createQueryCompiler: () => new MssqlQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        destroy: async () => {},
      }),
    },
  });
  for (const { up } of Object.values(AZURE_SQL_MIGRATIONS)) await up(db);
  return texts;
}
