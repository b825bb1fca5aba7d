/** Reading a tenant's state: what the service itself knows, or what a view of it shows by now. */
import { chanceOf } from "./chance.ts";
import { TENANT_LIMITS } from "./limits.ts";
import type { TableName, Tables } from "./objects.ts";
import { latest, shown, type Table } from "./records.ts";
import type { Scene, View, World } from "./world.ts";

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

export const hasRoom = ({ world }: Scene, table: TableName): boolean =>
  world.tables[table].size < TENANT_LIMITS.rowsPerTable;
