/** The numbered migrations, forward only. Both dialects run the same ones in their own words.
 *  A file that has been released is never changed: what comes next is another number. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { RUNBOOK_TABLES } from "./0001-runbooks.ts";
import { BATCH_TABLES } from "./0002-batches.ts";
import { EXECUTION_TABLES } from "./0003-executions.ts";
import { RECORD_TABLES } from "./0004-records.ts";
import { COUNTERS, EXCHANGE_TABLES } from "./0005-exchange.ts";
import { LATER_INDEXES } from "./0008-indexes.ts";
import { REPORT_INDEXES, stepReport } from "./0009-reports.ts";
import { INSIGHT_INDEXES } from "./0010-insights.ts";
import { AUDIT_TABLES } from "./0011-audit.ts";
import { ABSENCE_COLUMNS } from "./0012-held-removals.ts";
import { ACCEPTED_COLUMNS } from "./0013-accepted.ts";
import { LATE_COLUMNS } from "./0014-late.ts";
import { ACCEPTANCE_COLUMNS } from "./0015-acceptances.ts";
import { type AddedColumn, columnStatement, withColumns } from "./added-column.ts";
import { indexStatement, type TableDefinition, type TableIndex, tableStatements } from "./table.ts";
import { viewsOf } from "./views.ts";
import type { Words } from "./words.ts";

/** A migration does not know the tables of the newest schema. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

const makes =
  (tables: readonly TableDefinition[], words: Words) =>
  async (db: AnyTables): Promise<void> => {
    for (const table of tables) {
      for (const statement of tableStatements(db.schema, words, table)) await statement.execute();
    }
  };

const indexes =
  (definitions: readonly TableIndex[]) =>
  async (db: AnyTables): Promise<void> => {
    for (const { table, ...index } of definitions) {
      await indexStatement(db.schema, table, index).execute();
    }
  };

const columns =
  (added: readonly AddedColumn[], words: Words) =>
  async (db: AnyTables): Promise<void> => {
    for (const each of added) await columnStatement(db.schema, words, each).execute();
  };

const ADDED_COLUMNS = [
  ...ABSENCE_COLUMNS,
  ...ACCEPTED_COLUMNS,
  ...LATE_COLUMNS,
  ...ACCEPTANCE_COLUMNS,
];

/** As they are after the newest migration. */
export const TABLE_DEFINITIONS: readonly TableDefinition[] = [
  ...RUNBOOK_TABLES,
  ...BATCH_TABLES,
  ...EXECUTION_TABLES,
  ...RECORD_TABLES,
  ...EXCHANGE_TABLES,
  ...AUDIT_TABLES,
].map((table) => withColumns(table, ADDED_COLUMNS));

export const migrationsIn = (words: Words): Readonly<Record<string, Migration>> => ({
  "0001-runbooks": { up: makes(RUNBOOK_TABLES, words) },
  "0002-batches": { up: makes(BATCH_TABLES, words) },
  "0003-executions": {
    up: async (db: AnyTables) => {
      await makes(EXECUTION_TABLES, words)(db);
      await words.afterExecutions?.execute(db);
    },
  },
  "0004-records": { up: makes(RECORD_TABLES, words) },
  "0005-exchange": {
    up: async (db: AnyTables) => {
      await makes(EXCHANGE_TABLES, words)(db);
      const rows = COUNTERS.map((name) => ({ name, next_id: 1 }));
      await db.insertInto("id_counters").values(rows).execute();
    },
  },
  "0006-views": {
    up: async (db: AnyTables) => {
      for (const { name, as } of viewsOf(words)) await db.schema.createView(name).as(as).execute();
    },
  },
  "0008-indexes": { up: indexes(LATER_INDEXES) },
  "0009-reports": {
    up: async (db: AnyTables) => {
      await indexes(REPORT_INDEXES)(db);
      await db.schema.createView("step_report").as(stepReport(words)).execute();
    },
  },
  "0010-insights": {
    up: async (db: AnyTables) => {
      await indexes(INSIGHT_INDEXES)(db);
      for (const statement of words.foldedKeys) await statement.execute(db);
    },
  },
  "0011-audit": { up: makes(AUDIT_TABLES, words) },
  "0012-held-removals": { up: columns(ABSENCE_COLUMNS, words) },
  "0013-accepted": { up: columns(ACCEPTED_COLUMNS, words) },
  "0014-late": { up: columns(LATE_COLUMNS, words) },
  "0015-acceptances": { up: columns(ACCEPTANCE_COLUMNS, words) },
});
