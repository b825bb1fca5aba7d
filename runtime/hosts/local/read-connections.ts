/** The named connections of a local host: `connections.json` in its data folder, such as
 *  `{"hr": {"dialect": "sqlite", "path": "hr.db"}}`. Paths are taken from that folder. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { readJson } from "../../contract/json.ts";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { checkSchema } from "../../contract/schema-check.ts";
import type { Connections } from "../../sources/connections.ts";

const Registered = z.record(
  z.string().min(1).max(LIMITS.nameChars),
  z.strictObject({ dialect: z.literal("sqlite"), path: z.string().min(1) }),
);

export function readConnections(folder: string, file: string): Result<Connections, string> {
  if (!existsSync(file)) return ok(new Map());
  const json = readJson(readFileSync(file, "utf8"), LIMITS.requestBytes);
  if (!json.ok) return fail(`${file} is not JSON. Mend it or move it away.`);
  const registered = checkSchema(Registered, json.value);
  if (!registered.ok) {
    const [problem] = registered.error;
    return fail(`${file} does not fit at "${problem?.field}": ${problem?.message}.`);
  }
  const entries = Object.entries(registered.value).map(([name, connection]) => {
    return [name, { ...connection, path: resolve(folder, connection.path) }] as const;
  });
  return ok(new Map(entries));
}
