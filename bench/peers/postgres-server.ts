/** A Postgres of its own for one measurement: default durability, room for the peers' pools. It
 *  refuses to run as root; there the user `postgres` runs it. */
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../runtime/contract/result.ts";
import { programOf, type Started, startServer } from "./server.ts";

const PORT = 15_432;
const DEBIAN = "/usr/lib/postgresql";
const SETTINGS = [
  "max_connections=200",
  "shared_buffers=1GB",
  "max_wal_size=4GB",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
];

export async function startPostgres(folder: string): Started {
  const folders = debianFolders();
  const postgres = programOf("postgres", folders);
  const initdb = programOf("initdb", folders);
  if (postgres === null || initdb === null) return fail("Postgres is not installed");
  const user = userOf();
  if (user === undefined) return fail("Postgres does not run as root, and there is no other user");
  const data = join(folder, "postgres");
  mkdirSync(data);
  if (user !== null) chownSync(data, user.uid, user.gid);
  const options = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-instructions"];
  const made = spawnSync(initdb, options, { encoding: "utf8", ...(user ?? {}) });
  if (made.status !== 0) return fail(`initdb: ${made.stderr.trim().split("\n").at(-1)}`);
  return startServer({
    program: postgres,
    args: ["-D", data, "-p", String(PORT), ...SETTINGS.flatMap((setting) => ["-c", setting])],
    ports: [PORT],
    url: `postgres://bench@127.0.0.1:${PORT}/postgres`,
    user,
  });
}

/** Debian keeps the programs of each version in a folder of its own. */
function debianFolders(): readonly string[] {
  try {
    return readdirSync(DEBIAN).map((version) => join(DEBIAN, version, "bin"));
  } catch {
    return [];
  }
}

/** null: as who we are; undefined: we are root and nobody else is there to do it. */
function userOf(): { readonly uid: number; readonly gid: number } | null | undefined {
  if (process.getuid?.() !== 0) return null;
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name]) => name === "postgres");
  return entry === undefined ? undefined : { uid: Number(entry[2]), gid: Number(entry[3]) };
}
