import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { INSIGHT_OPERATIONS } from "../../../runtime/store/operations/insight/all.ts";
import { compileOperation, type Operation } from "../../../runtime/store/operations/operation.ts";
import { sqliteTools } from "../../../runtime/store/sqlite/dialect.ts";
import { migrate } from "../../../runtime/store/sqlite/migrate.ts";

let database: DatabaseSync;
beforeAll(async () => {
  database = new DatabaseSync(":memory:");
  await migrate(database);
});
afterAll(() => database.close());

function planOf(operation: Operation): readonly string[] {
  const { sql, bind } = compileOperation(operation, sqliteTools());
  const cells = bind(operation.takes.map(() => "[1]"));
  const plan = database.prepare(`explain query plan ${sql}`).all(...cells);
  return plan.map(({ detail }) => String(detail));
}

/** Read whole: lists that a call brings, windows that are bounded within, and the few things that
 *  are open at any time, by their own index. */
const SMALL = /^SCAN (?:json_each|CONSTANT ROW|armed|f$|attention USING|incidents USING)/;
/** In the order of an index, and left as soon as there are enough. */
const IN_ORDER = /^SCAN (?:execution_rows|event_chunks|m|incidents) USING (?:COVERING )?INDEX/;

describe("what questions read", () => {
  test.each(INSIGHT_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s finds its rows by an index and sorts none",
    (_, operation) => {
      const plan = planOf(operation);
      const isBounded = operation.takes.includes("most") || operation.takes.includes("window");
      const scans = plan.filter(
        (step) =>
          step.startsWith("SCAN") && !SMALL.test(step) && !(isBounded && IN_ORDER.test(step)),
      );
      expect(scans).toEqual([]);
      if (isBounded) expect(plan.filter((step) => step.includes("FOR ORDER BY"))).toEqual([]);
    },
  );
});
