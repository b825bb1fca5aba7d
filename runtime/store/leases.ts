/** Leases: who may do what only one may do. A lease that changes hands gets a higher token; a
 *  transaction that names an older one does not commit (I32, R42). */
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";
import type { LeaseToken } from "./loaded.ts";

export type HeldLease = LeaseToken & { readonly until: Date };

export type Leases = {
  /** Null while another owner has it. An owner who asks again gets a new token, too: it may have
   *  started anew and forgotten what its former self was doing. All who ask for a lease ask for as
   *  long: one that ends later than theirs would is from before the clock was set back, and counts
   *  as over. */
  readonly acquire: (
    name: string,
    owner: string,
    forMs: number,
  ) => Promise<Result<HeldLease | null, StoreFailure>>;
  /** Null when it was lost meanwhile. */
  readonly renew: (
    lease: LeaseToken,
    forMs: number,
  ) => Promise<Result<HeldLease | null, StoreFailure>>;
  /** Until when it is or was last held; null when nobody ever had it. */
  readonly heldUntil: (name: string) => Promise<Result<Date | null, StoreFailure>>;
  /** False when it was not held any more. */
  readonly release: (lease: LeaseToken) => Promise<Result<boolean, StoreFailure>>;
};
