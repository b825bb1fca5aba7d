/** How many rows of each kind a database has, counted by somebody who only reads: for those who
 *  want to see with their own eyes that nothing is missing. */
import { DatabaseSync } from "node:sqlite";

export type RowCounts = {
  /** Steps of phases that succeeded. */
  readonly succeeded: number;
  /** Events that say so. */
  readonly stepEvents: number;
  /** Jobs whose result is remembered. */
  readonly ledger: number;
};

const COUNTS = {
  succeeded: "select count(*) n from step_executions where status = 'succeeded'",
  stepEvents: "select count(*) n from events where type = 'step.succeeded'",
  ledger: "select count(*) n from job_ledger where result is not null",
} as const satisfies Record<keyof RowCounts, string>;

export function countRows(path: string): RowCounts {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = (query: string): number => Number(database.prepare(query).get()?.["n"]);
  try {
    return {
      succeeded: count(COUNTS.succeeded),
      stepEvents: count(COUNTS.stepEvents),
      ledger: count(COUNTS.ledger),
    };
  } finally {
    database.close();
  }
}
