/** graphile-worker with local queue and batched completion: one job per step; the member's row,
 *  the result and the next job in one statement. */
import type { Marks } from "./marks.ts";
import type { Peer } from "./peer.ts";
import { count, openPool } from "./pg.ts";
import { chunks, pauseMs, until } from "./portions.ts";

type Data = { readonly member: number; readonly index: number };
type Utils = {
  readonly migrate: () => Promise<void>;
  readonly addJobs: (
    jobs: readonly { readonly identifier: string; readonly payload: Data }[],
  ) => Promise<unknown>;
};
type Package = {
  readonly run: (options: object) => Promise<unknown>;
  readonly makeWorkerUtils: (options: object) => Promise<Utils>;
  readonly Logger: new (log: () => () => void) => object;
};

const CONCURRENCY = 100;
const LOCAL_QUEUE = 500;

const TABLES = `
  drop table if exists gw_member, gw_result;
  create table gw_member (id int primary key, step int not null, status text not null);
  create table gw_result (id bigserial primary key, member int, step int, body jsonb);
`;
const MEMBERS =
  "insert into gw_member select g, 0, 'running' from generate_series(0, $1::int - 1) g";
const STEP = `
  with u as (
    update gw_member
    set step = $2::int + 1, status = case when $2::int + 1 = $4::int then 'done' else 'running' end
    where id = $1 and step = $2
    returning id
  ),
  r as (insert into gw_result (member, step, body) select id, $2, $3::jsonb from u)
  select case when $2::int + 1 < $4::int then (
    select (graphile_worker.add_job(
      'step', json_build_object('member', id, 'index', $2::int + 1)
    )).id
    from u
  ) end
`;
const OPEN = "select count(*)::int n from graphile_worker._private_jobs";

export const graphile: Peer = {
  name: "graphile-worker",
  about: "local queue of 500, state rows",
  server: "postgres",
  open: async (parts) => {
    const pgPool = await openPool(parts, 30);
    await pgPool.query(TABLES);
    const { run, makeWorkerUtils, Logger } = (await parts.load("graphile-worker")) as Package;
    const logger = new Logger(() => () => undefined);
    const utils = await makeWorkerUtils({ pgPool, logger });
    await utils.migrate();
    let current: Marks | null = null;
    const step = async ({ member, index }: Data): Promise<void> => {
      if (current === null) return;
      const body = JSON.stringify(current.step(member, index));
      const values = [member, index, body, current.steps];
      await pgPool.query({ name: "step", text: STEP, values });
      if (index + 1 === current.steps) current.memberDone();
    };
    const localQueue = { size: LOCAL_QUEUE, refetchDelay: { durationMs: 10, threshold: 0 } };
    const batching = { localQueue, completeJobBatchDelay: 1, failJobBatchDelay: 1 };
    const worker = { concurrentJobs: CONCURRENCY, pollInterval: 500, logger, ...batching };
    await run({ preset: { worker }, taskList: { step }, pgPool });
    await pauseMs(500);
    return {
      round: async (marks) => {
        await pgPool.query("truncate gw_member, gw_result");
        current = marks;
        marks.start();
        await pgPool.query(MEMBERS, [marks.members]);
        for (const members of chunks(marks.members, LOCAL_QUEUE)) {
          const payloads = members.map((member) => ({ member, index: 0 }));
          await utils.addJobs(payloads.map((payload) => ({ identifier: "step", payload })));
        }
        await marks.allDone;
        await until(async () => (await count(pgPool, OPEN)) === 0, 2);
      },
    };
  },
};
