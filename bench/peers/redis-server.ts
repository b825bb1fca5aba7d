/** A Redis of its own for one measurement, which syncs every write before it answers. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../runtime/contract/result.ts";
import { programOf, type Started, startServer } from "./server.ts";

const PORT = 16_379;

export async function startRedis(folder: string): Started {
  const program = programOf("redis-server");
  if (program === null) return fail("redis-server is not installed");
  const data = join(folder, "redis");
  mkdirSync(data);
  const durable = ["--save", "", "--appendonly", "yes", "--appendfsync", "always"];
  return startServer({
    program,
    args: ["--port", String(PORT), "--bind", "127.0.0.1", "--dir", data, ...durable],
    ports: [PORT],
    url: `redis://127.0.0.1:${PORT}`,
  });
}
