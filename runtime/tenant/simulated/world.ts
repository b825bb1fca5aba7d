/** The state of a simulated tenant and the only two ways to it: views for reading, `commit` for
 *  writing. Everything a request decides is decided from views and returned as changes.
 *  W1. A change is in the journal before anybody can see it, all changes of one decision at once.
 *  W2. Indexes only say where to look; who uses one checks what it finds. */
import { chanceOf } from "./chance.ts";
import type { FaultState } from "./faults/fault-state.ts";
import type { TenantJournal } from "./journal.ts";
import { TENANT_LIMITS } from "./limits.ts";
import { type Change, TABLE_NAMES, type TableName, type Tables } from "./objects.ts";
import { latest, type Row, shown, type Table, withVersion } from "./records.ts";
import type { TenantSettings } from "./settings.ts";

export type View = "directory" | "exchange" | "resource-graph" | "truth";

export type World = {
  readonly settings: TenantSettings;
  readonly tables: { readonly [Name in TableName]: Table<Tables[Name]> };
  readonly indexes: Indexes;
  readonly faults: FaultState;
  readonly journal: TenantJournal | null;
  /** The last written state of every object that was ever changed, in order of first change. */
  readonly written: Map<string, WrittenChange>;
};

export type WrittenChange = Change & { readonly at: number };

/** Who may be meant by a name, an address or a membership. */
export type Indexes = {
  readonly usersByName: Map<string, Set<string>>;
  readonly ownersByAddress: Map<string, Set<string>>;
  readonly membersOf: Map<string, Set<string>>;
  readonly groupsOf: Map<string, Set<string>>;
};

/** A world at one instant, as request handlers get it. */
export type Scene = { readonly world: World; readonly now: number };

export function emptyWorld(
  settings: TenantSettings,
  faults: FaultState,
  journal: TenantJournal | null,
): World {
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, new Map()]));
  return {
    settings,
    tables: tables as unknown as World["tables"],
    indexes: {
      usersByName: new Map(),
      ownersByAddress: new Map(),
      membersOf: new Map(),
      groupsOf: new Map(),
    },
    faults,
    journal,
    written: new Map(),
  };
}

export function see<Name extends TableName>(
  { world, now }: Scene,
  view: View,
  table: Name,
  key: string,
): Tables[Name] | null {
  const row = (world.tables[table] as Table<Tables[Name]>).get(key);
  if (view === "truth") return latest(row);
  return shown(row, key, now, (of, at) => lagOf(world, view, of, at));
}

/** All objects of a table that a view shows, in order of first appearance. */
export function* seeAll<Name extends TableName>(
  scene: Scene,
  view: View,
  table: Name,
): Generator<{ readonly key: string; readonly seq: number; readonly value: Tables[Name] }> {
  for (const [key, { seq }] of scene.world.tables[table] as Table<Tables[Name]>) {
    const value = see(scene, view, table, key);
    if (value !== null) yield { key, seq, value };
  }
}

function lagOf(world: World, view: Exclude<View, "truth">, key: string, at: number): number {
  const [min, max] = world.faults.profile.lagMs[view];
  if (max === 0) return 0;
  return min + chanceOf(world.settings.seed, "lag", view, key, at) * (max - min);
}

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

export const hasRoom = ({ world }: Scene, table: TableName): boolean =>
  world.tables[table].size < TENANT_LIMITS.rowsPerTable;

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

/** `SMTP:Kim@x.example` and `kim@x.example` are one address. */
export const bareAddress = (address: string): string =>
  address.replace(/^smtp:/i, "").toLowerCase();
