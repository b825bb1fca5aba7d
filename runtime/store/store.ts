/** The store: the rows of the engine, and one way to change them.
 *  S1. `transact` locks the batches first, by a write; then loads, decides and writes, all in one
 *      transaction. `decide` is synchronous and reads nothing else, so nothing can come between.
 *  S2. A unit is committed whole or not at all. When `decide` throws, nothing was written.
 *  S3. An answer of ok means that the rows survive the process, whatever happens next.
 *  S4. Every change of a status is along the arrows of the domain's tables, guarded by the status
 *      it was decided from (M-055).
 *  Reads outside of `transact` see what was committed and lock nothing. */
import type { Result } from "../contract/result.ts";
import type { Batches } from "./batches.ts";
import type { Discovery } from "./discovery.ts";
import type { DueRows } from "./due.ts";
import type { CommitFailure } from "./failure.ts";
import type { Incidents } from "./incidents.ts";
import type { Leases } from "./leases.ts";
import type { Loaded, Locks } from "./loaded.ts";
import type { Lookups } from "./lookups.ts";
import type { Outbox } from "./outbox.ts";
import type { Records } from "./records.ts";
import type { Runbooks } from "./runbooks.ts";
import type { Committed, Unit } from "./unit.ts";
import type { Workers } from "./workers.ts";

export type Store<Receipt> = {
  readonly transact: (
    locks: Locks,
    decide: (loaded: Loaded) => Unit<Receipt>,
  ) => Promise<Result<Committed, CommitFailure>>;
  readonly due: DueRows;
  readonly leases: Leases;
  readonly batches: Batches;
  readonly runbooks: Runbooks;
  readonly records: Records;
  readonly incidents: Incidents;
  readonly lookups: Lookups;
  readonly discovery: Discovery;
  readonly outbox: Outbox;
  readonly workers: Workers;
  /** After what was begun has ended. */
  readonly close: () => Promise<void>;
};
