/** Restate's own server for one measurement; it comes with the peers' packages. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, ok } from "../../runtime/contract/result.ts";
import { pauseMs } from "./portions.ts";
import { type Started, startServer } from "./server.ts";

const INGRESS_PORT = 18_080;
const ADMIN_PORT = 19_070;
const NODE_PORT = 15_122;
/** It listens before it has a partition to put anything in. */
const SETTLE_MS = 3_000;

export const RESTATE_SERVICE_PORT = 19_080;
export const RESTATE_ADMIN_URL = `http://127.0.0.1:${ADMIN_PORT}`;

export async function startRestate(folder: string): Started {
  const platform = `${process.platform}-${process.arch}`;
  const packaged = `node_modules/@restatedev/restate-server-${platform}/bin/restate-server`;
  const program = join(folder, packaged);
  if (!existsSync(program)) return fail(`Restate has no server for ${platform}`);
  const started = await startServer({
    program,
    args: ["--no-logo", "--node-name", "n1"],
    ports: [INGRESS_PORT, ADMIN_PORT],
    url: `http://127.0.0.1:${INGRESS_PORT}`,
    env: {
      RESTATE_BASE_DIR: join(folder, "restate"),
      RESTATE_BIND_IP: "127.0.0.1",
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_INGRESS__BIND_PORT: String(INGRESS_PORT),
      RESTATE_ADMIN__BIND_PORT: String(ADMIN_PORT),
      RESTATE_BIND_PORT: String(NODE_PORT),
      RESTATE_DEFAULT_NUM_PARTITIONS: "4",
      RESTATE_DISABLE_TELEMETRY: "true",
      DO_NOT_TRACK: "1",
      RUST_LOG: "error",
    },
  });
  if (!started.ok) return started;
  await pauseMs(SETTLE_MS);
  return ok(started.value);
}
