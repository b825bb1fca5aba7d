/** The engines that are measured beside ours, and those that cannot be, with the reason. */
import { bullmq } from "./bullmq.ts";
import { dbos } from "./dbos.ts";
import { graphile } from "./graphile.ts";
import { openWorkflowOnPostgres, openWorkflowOnSqlite } from "./openworkflow.ts";
import type { Peer, ServerName } from "./peer.ts";
import { pgBoss } from "./pg-boss.ts";
import { startPostgres } from "./postgres-server.ts";
import { startRedis } from "./redis-server.ts";
import { restate } from "./restate.ts";
import { startRestate } from "./restate-server.ts";
import type { Started } from "./server.ts";

/** The fastest first, so that one who wants only that one can stop there. */
export const PEERS: readonly Peer[] = [
  pgBoss,
  bullmq,
  graphile,
  restate,
  dbos,
  openWorkflowOnSqlite,
  openWorkflowOnPostgres,
];

export const NOT_MEASURED = [
  { name: "Absurd", reason: "its package does not bring the tables it needs" },
] as const;

export const SERVERS: Readonly<Record<ServerName, (folder: string) => Started>> = {
  postgres: startPostgres,
  redis: startRedis,
  restate: startRestate,
};
