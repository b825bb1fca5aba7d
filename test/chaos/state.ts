/** What the platform's database shows to somebody who only reads: for the one who runs the chaos
 *  and for the person in it. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type State = {
  readonly batches: number;
  readonly completed: number;
  readonly inFlight: number;
  readonly attention: readonly string[];
  readonly incidents: number;
  /** Grows with everything that happens. */
  readonly events: number;
};

const NOTHING: State = {
  batches: 0,
  completed: 0,
  inFlight: 0,
  attention: [],
  incidents: 0,
  events: 0,
};

const BUSY_MS = 60_000;

function reading<Value>(path: string, look: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

const COUNTS = `
  select count(*) batches, coalesce(sum(status = 'completed'), 0) completed,
    coalesce(sum(in_flight), 0) in_flight from batch_rows
`;
const ATTENTION = "select subject, reason from attention where closed_at is null";
const INCIDENTS = "select count(*) n from incidents where closed_at is null";
const EVENTS = "select count(*) n from events";
const KEYS = `
  select id, json_extract(params_json, '$.key') key from step_executions
  where params_json is not null and status = 'dispatched' or status = 'failed' or status = 'pending'
`;

const LAST_TABLE = "select 1 from sqlite_schema where name = 'events'";

/** False also while the file is being made and nobody can read it yet. */
export function hasTables(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return reading(path, (database) => database.prepare(LAST_TABLE).get() !== undefined);
  } catch {
    return false;
  }
}

/** Before there is a database there is nothing. */
export function stateOf(path: string): State {
  if (!hasTables(path)) return NOTHING;
  return reading(path, (database) => {
    const one = (query: string) => database.prepare(query).get() ?? {};
    const counts = one(COUNTS);
    return {
      batches: Number(counts["batches"]),
      completed: Number(counts["completed"]),
      inFlight: Number(counts["in_flight"]),
      attention: database
        .prepare(ATTENTION)
        .all()
        .map(({ subject, reason }) => `${subject}: ${reason}`),
      incidents: Number(one(INCIDENTS)["n"]),
      events: Number(one(EVENTS)["n"]),
    };
  });
}

const DUE = `
  select exists (select 1 from execution_rows where outstanding = 1 or due_at <= $at)
    or exists (select 1 from phase_rows where status = 'pending' and due_at <= $at) due
`;

/** Whether a platform whose clock shows this has anything to do for the batches it knows. What was
 *  planned by a clock that was ahead waits until it is there again. */
export const isAnythingDue = (path: string, at: Date): boolean =>
  hasTables(path) &&
  reading(path, (database) => database.prepare(DUE).get({ at: at.toISOString() })?.["due"] === 1);

/** The tenant's key of each step that is not done. */
export const stepKeys = (path: string): ReadonlyMap<number, string> =>
  reading(
    path,
    (database) =>
      new Map(
        database
          .prepare(KEYS)
          .all()
          .map(({ id, key }) => [Number(id), String(key)]),
      ),
  );
