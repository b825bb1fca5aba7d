/** The objects of a tenant as they are, for people who look: not what a view shows. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { type Answer, json } from "../answer.ts";
import { COMPANY_AT } from "../company/company-at.ts";
import { TABLE_NAMES, type TableName } from "../objects.ts";
import { latest, type Table } from "../records.ts";
import type { World } from "../world.ts";

const TOP_DEFAULT = 50;
const TOP_MAX = 1_000;

const isTable = (name: string): name is TableName =>
  (TABLE_NAMES as readonly string[]).includes(name);

const tableOf = (world: World, name: TableName): Table<JsonObject> =>
  world.tables[name] as unknown as Table<JsonObject>;

const noTable = (name: string): Answer =>
  json(404, {
    error: { code: "NotFound", message: `There is no table "${name}": ${TABLE_NAMES.join(", ")}.` },
  });

export function countOf(world: World, name: TableName): number {
  let count = 0;
  for (const row of tableOf(world, name).values()) if (latest(row) !== null) count++;
  return count;
}

export function listObjects(world: World, name: string, query: URLSearchParams): Answer {
  if (!isTable(name)) return noTable(name);
  const search = (query.get("search") ?? "").toLowerCase();
  const after = Number(query.get("after") ?? -1);
  const asked = Number(query.get("top") ?? TOP_DEFAULT);
  const top = Number.isInteger(asked) && asked > 0 ? Math.min(asked, TOP_MAX) : TOP_DEFAULT;
  const items: JsonObject[] = [];
  let total = 0;
  let last = -1;
  let more = false;
  for (const [key, row] of tableOf(world, name)) {
    const value = latest(row);
    if (value === null || !(search === "" || holds(`${key} ${textOf(value)}`, search))) continue;
    total++;
    if (row.seq <= after) continue;
    if (items.length < top) {
      const changedAt = row.versions.at(-1)?.at ?? COMPANY_AT;
      items.push({
        key,
        value: withoutSecrets(value),
        changedAt: changedAt === COMPANY_AT ? null : new Date(changedAt).toISOString(),
        isNew: row.versions[0]?.at !== COMPANY_AT,
      });
      last = row.seq;
    } else more = true;
  }
  return json(200, { items, next: more ? last : null, total });
}

const holds = (text: string, search: string): boolean => text.toLowerCase().includes(search);

const textOf = (value: JsonObject): string => JSON.stringify(withoutSecrets(value));

export function oneObject(world: World, name: string, key: string): Answer {
  if (!isTable(name)) return noTable(name);
  const row = tableOf(world, name).get(key);
  if (row === undefined) {
    return json(404, { error: { code: "NotFound", message: `Nothing in ${name} has this key.` } });
  }
  const value = latest(row);
  return json(200, {
    key,
    value: value === null ? null : withoutSecrets(value),
    versions: row.versions.map((version) => ({
      at: new Date(version.at).toISOString(),
      value: version.value === null ? null : withoutSecrets(version.value),
    })),
  });
}

/** The versions of a secret say everything about it but what it is. */
function withoutSecrets(value: JsonObject): JsonObject {
  const versions = value["versions"];
  if (!Array.isArray(versions)) return value;
  const shown = versions.map((each) =>
    isJsonObject(each) ? { ...each, value: "(hidden)" } : each,
  );
  return { ...value, versions: shown };
}
