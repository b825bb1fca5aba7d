/** DBOS Transact: a workflow per member from one of its queues, a durable step for each step. */
import type { Marks } from "./marks.ts";
import type { Peer } from "./peer.ts";
import { count, openPool } from "./pg.ts";
import { chunks, pauseMs, until } from "./portions.ts";

type Start = (member: number) => Promise<unknown>;
type Dbos = {
  readonly registerWorkflow: (body: Start, options: object) => Start;
  readonly runStep: (body: () => Promise<unknown>, options: object) => Promise<unknown>;
  readonly setConfig: (options: object) => void;
  readonly launch: () => Promise<void>;
  readonly registerQueue: (name: string, options: object) => Promise<unknown>;
  readonly startWorkflow: (workflow: Start, options: object) => Start;
};
type Package = { readonly DBOS: Dbos };

const CONCURRENCY = 100;
const POOL = 20;
const DONE = `
  select count(*)::int n from dbos.workflow_status
  where workflow_uuid like $1 and status = 'SUCCESS'
`;

export const dbos: Peer = {
  name: "DBOS",
  about: "queue, 100 workflows at a time",
  server: "postgres",
  open: async (parts) => {
    const pool = await openPool(parts, 2);
    const { DBOS } = (await parts.load("@dbos-inc/dbos-sdk")) as Package;
    let current: Marks | null = null;
    const member = DBOS.registerWorkflow(
      async (number) => {
        const marks = current;
        if (marks === null) return;
        for (let index = 0; index < marks.steps; index += 1) {
          await DBOS.runStep(async () => marks.step(number, index), { name: `s${index}` });
        }
        marks.memberDone();
      },
      { name: "member" },
    );
    DBOS.setConfig({
      name: "peers",
      systemDatabaseUrl: parts.serverUrl,
      systemDatabasePoolSize: POOL,
      logLevel: "error",
      maxConcurrentQueueDispatches: 3,
    });
    await DBOS.launch();
    await DBOS.registerQueue("members", {
      workerConcurrency: CONCURRENCY,
      minPollingIntervalMs: 20,
      onConflict: "always_update",
    });
    await pauseMs(2_500);
    let rounds = 0;
    return {
      round: async (marks) => {
        rounds += 1;
        const round = `round-${rounds}-`;
        current = marks;
        const start = (number: number) =>
          DBOS.startWorkflow(member, { queueName: "members", workflowID: `${round}${number}` })(
            number,
          );
        marks.start();
        for (const members of chunks(marks.members, 50)) await Promise.all(members.map(start));
        await marks.allDone;
        await until(async () => (await count(pool, DONE, [`${round}%`])) === marks.members, 5);
      },
    };
  },
};
