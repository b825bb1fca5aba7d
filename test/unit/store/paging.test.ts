/** Lists that are read in pages, or again and again: rows beside them are not looked at. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listMembers } from "../../../runtime/store/operations/batch/list-members.ts";
import { knownMembers } from "../../../runtime/store/operations/discovery/known-members.ts";
import { openIncidents } from "../../../runtime/store/operations/incident/open-incidents.ts";
import { dealtLimits } from "../../../runtime/store/operations/lookup/dealt-limits.ts";
import { compileOperation, type Operation } from "../../../runtime/store/operations/operation.ts";
import { slotsOfLimit } from "../../../runtime/store/operations/worker/slots-of-limit.ts";
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

test.each(
  [listMembers, knownMembers, openIncidents, slotsOfLimit].map(
    (each) => [each.name, each] as const,
  ),
)("%s: is found by an index and sorts nothing", (_, operation) => {
  const plan = planOf(operation);
  expect(plan).toMatch(/SEARCH/);
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
});

test("dealt limits: only shares are read, and no other slot of any batch", () => {
  expect(planOf(dealtLimits)).toMatch(/INDEX ix_slots_dealt$/);
});
