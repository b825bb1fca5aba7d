/** pg-boss with everything batched: one job per step, taken 500 at a time; the results and the
 *  members' rows in one statement, the next steps in one insert. The fastest peer known. */
import type { Marks, StepResult } from "./marks.ts";
import type { Peer } from "./peer.ts";
import { count, openPool, type Pool } from "./pg.ts";
import { chunks, until } from "./portions.ts";

type Data = { readonly member: number; readonly index: number };
type Job = { readonly data: Data };
type Boss = {
  readonly on: (event: "error", listener: (error: unknown) => void) => void;
  readonly start: () => Promise<unknown>;
  readonly createQueue: (name: string, options: object) => Promise<unknown>;
  readonly insert: (name: string, jobs: readonly Job[]) => Promise<unknown>;
  readonly work: (
    name: string,
    options: object,
    handler: (jobs: readonly Job[]) => Promise<void>,
  ) => Promise<unknown>;
};
type Package = { readonly PgBoss: new (options: object) => Boss };

const BATCH = 500;
const LANES = 2;

const TABLES = `
  drop schema if exists pgboss cascade;
  drop table if exists pb_member, pb_result;
  create table pb_member (id int primary key, step int not null, status text not null);
  create table pb_result (id bigserial primary key, member int, step int, body jsonb);
`;
const MEMBERS =
  "insert into pb_member select g, 0, 'running' from generate_series(0, $1::int - 1) g";
const RESULTS = `
  with x as (select * from unnest($1::int[], $2::int[], $3::jsonb[]) as x(m, i, b)),
  u as (
    update pb_member t
    set step = x.i + 1, status = case when x.i + 1 = $4 then 'done' else 'running' end
    from x where t.id = x.m and t.step = x.i
    returning x.m, x.i, x.b
  )
  insert into pb_result (member, step, body) select m, i, b from u
`;
const OPEN = "select count(*)::int n from pgboss.job where name = 'step' and state < 'completed'";

export const pgBoss: Peer = {
  name: "pg-boss",
  about: "batches of 500, state rows",
  server: "postgres",
  open: async (parts) => {
    const pool = await openPool(parts, 5);
    await pool.query(TABLES);
    const { PgBoss } = (await parts.load("pg-boss")) as Package;
    const boss = new PgBoss({
      connectionString: parts.serverUrl,
      max: 10,
      useListenNotify: true,
      schedule: false,
      supervise: false,
    });
    boss.on("error", (error) => process.stderr.write(`${error}\n`));
    await boss.start();
    await boss.createQueue("step", { notify: true });
    let current: Marks | null = null;
    await boss.work(
      "step",
      {
        batchSize: BATCH,
        localConcurrency: LANES,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      },
      (jobs) => (current === null ? Promise.resolve() : handle(boss, pool, current, jobs)),
    );
    return {
      round: async (marks) => {
        await pool.query("truncate pb_member, pb_result");
        current = marks;
        marks.start();
        await pool.query(MEMBERS, [marks.members]);
        for (const members of chunks(marks.members, BATCH)) {
          const jobs = members.map((member) => ({ data: { member, index: 0 } }));
          await boss.insert("step", jobs);
        }
        await marks.allDone;
        await until(async () => (await count(pool, OPEN)) === 0, 2);
      },
    };
  },
};

async function handle(boss: Boss, pool: Pool, marks: Marks, jobs: readonly Job[]): Promise<void> {
  const data = jobs.map((job) => job.data);
  const results = data.map(({ member, index }): StepResult => marks.step(member, index));
  await pool.query({
    name: "results",
    text: RESULTS,
    values: [
      data.map(({ member }) => member),
      data.map(({ index }) => index),
      results.map((result) => JSON.stringify(result)),
      marks.steps,
    ],
  });
  const next = data
    .filter(({ index }) => index + 1 < marks.steps)
    .map(({ member, index }) => ({ data: { member, index: index + 1 } }));
  if (next.length > 0) await boss.insert("step", next);
  for (const { index } of data) if (index + 1 === marks.steps) marks.memberDone();
}
