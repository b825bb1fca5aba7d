/** Writing a tenant's state.
 *  W1. A change is in the journal before anybody can see it, all changes of one decision at once.
 *  W2. Indexes only say where to look; who uses one checks what it finds. */
import { bareAddress } from "./bare-address.ts";
import type { Change, TableName } from "./objects.ts";
import { type Row, type Table, withVersion } from "./records.ts";
import type { Indexes, Scene, World, WrittenChange } from "./world.ts";

export function commit(scene: Scene, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const { world, now } = scene;
  world.journal?.append(JSON.stringify({ at: now, changes }));
  for (const change of changes) apply(world, { ...change, at: now });
}

/** Puts one change in its place, without telling the journal. */
export function apply(world: World, change: WrittenChange): void {
  place(world, change);
  world.written.set(`${change.table}/${change.key}`, change);
}

/** As `apply`, for what belongs to the company the tenant began with. */
export function place(world: World, { table, key, value, at }: WrittenChange): void {
  const rows = world.tables[table] as Table<unknown>;
  const row = rows.get(key) as Row<unknown> | undefined;
  rows.set(key, withVersion(row, rows.size, { at, value }));
  index(world.indexes, table, key, value as Readonly<Record<string, unknown>> | null);
}

function index(
  indexes: Indexes,
  table: TableName,
  key: string,
  value: Readonly<Record<string, unknown>> | null,
): void {
  if (value === null) return;
  if (table === "users") {
    note(indexes.usersByName, String(value["userPrincipalName"]).toLowerCase(), key);
    note(indexes.ownersByAddress, String(value["userPrincipalName"]).toLowerCase(), key);
  }
  if (table === "users" || table === "groups") {
    const addresses = [...(value["proxyAddresses"] as readonly string[]), value["mail"]];
    for (const address of addresses) {
      if (typeof address === "string") note(indexes.ownersByAddress, bareAddress(address), key);
    }
  }
  if (table === "members") {
    const [group = "", member = ""] = key.split("/");
    note(indexes.membersOf, group, member);
    note(indexes.groupsOf, member, group);
  }
}

function note(into: Map<string, Set<string>>, key: string, value: string): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, new Set([value]));
  else known.add(value);
}
