/** Lists that are read in pages: the rows behind a page are not looked at for it. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listMembers } from "../../../runtime/store/operations/batch/list-members.ts";
import { knownMembers } from "../../../runtime/store/operations/discovery/known-members.ts";
import { openIncidents } from "../../../runtime/store/operations/incident/open-incidents.ts";
import { compileOperation, type Operation } from "../../../runtime/store/operations/operation.ts";
import { sqliteTools } from "../../../runtime/store/sqlite/dialect.ts";
import { migrate } from "../../../runtime/store/sqlite/migrate.ts";

let database: DatabaseSync;
beforeAll(async () => {
  database = new DatabaseSync(":memory:");
  await migrate(database);
});
afterAll(() => database.close());

const planOf = (operation: Operation): string => {
  const { sql, bind } = compileOperation(operation, sqliteTools());
  const rows = database
    .prepare(`explain query plan ${sql}`)
    .all(...bind(operation.takes.map(() => 1)).map(Number));
  return rows.map(({ detail }) => String(detail)).join("; ");
};

test.each([listMembers, knownMembers, openIncidents].map((each) => [each.name, each] as const))(
  "%s: a page is found by an index and sorts nothing",
  (_, operation) => {
    const plan = planOf(operation);
    expect(plan).toMatch(/SEARCH/);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
  },
);
