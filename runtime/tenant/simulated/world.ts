/** The state of a simulated tenant. There are two ways to it: views for reading, `commit` for
 *  writing. Everything a request decides is decided from views and returned as changes. */
import type { FaultState } from "./faults/fault-state.ts";
import type { TenantJournal } from "./journal-place.ts";
import { type Change, TABLE_NAMES, type TableName, type Tables } from "./objects.ts";
import type { Table } from "./records.ts";
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
