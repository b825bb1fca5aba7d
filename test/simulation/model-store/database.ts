/** The model as a database that processes connect to: its seams, and what may go wrong there. */
import type { StoreFailure } from "../../../runtime/store/failure.ts";
import type { Holder, LockTable } from "./locks.ts";
import type { Tables } from "./tables.ts";

export type Seam =
  | "before lock"
  | "before load"
  | "before commit"
  | "after commit"
  | "before read"
  | "before write"
  | "after write";

/** What goes wrong at a seam. `unknown` is about a commit: no answer came, and it was or was not
 *  carried out. */
export type Fault = StoreFailure | { readonly kind: "unknown"; readonly done: boolean };

/** Nothing: go on at once. */
export type Step = (seam: Seam) => Promise<Fault | undefined> | undefined;

/** How a transaction keeps others away from its batches. */
export type Discipline =
  | "locked in order"
  /** As the caller names them: two that cross are a deadlock. */
  | "locked as named"
  /** Not at all: loses what two transactions do at once (R04). */
  | "unlocked";

export type Database = {
  readonly tables: Tables;
  readonly locks: LockTable;
  readonly now: () => Date;
  readonly discipline: Discipline;
};

export type Connection = {
  readonly database: Database;
  readonly step: Step;
  readonly open: Set<Holder>;
  dead: boolean;
};
