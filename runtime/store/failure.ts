/** Why the store did not do what it was asked. Each kind says what the caller does next:
 *  - `stale`: a row was not as the decision expected. Under the batch's lock that is a bug or a
 *    stolen lease; the unit is abandoned whole.
 *  - `lease-lost`: somebody else has the lease now; stop (I32).
 *  - `conflict`: a unique key was taken, such as a member that another batch has (I2, I3).
 *  - `ids-taken`: somebody else used the ids first; run the unit again.
 *  - `full`, `busy`, `unavailable`: nothing was written; stop receiving and try later (R28).
 *  - `unknown`: the commit was sent and no answer came; run the unit again (R06). */

export type StoreFailure =
  | { readonly kind: "full" }
  | { readonly kind: "busy" }
  | { readonly kind: "unavailable"; readonly reason: string };

export type Refusal =
  | { readonly kind: "stale"; readonly table: string; readonly row: string }
  | { readonly kind: "lease-lost"; readonly name: string }
  | { readonly kind: "conflict"; readonly key: string }
  | { readonly kind: "ids-taken" };

export type CommitFailure = StoreFailure | Refusal | { readonly kind: "unknown" };
