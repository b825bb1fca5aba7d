/** What is known of a runbook's members, and what a tick found in its source: the two sides that
 *  a member diff compares. Keys are already in the one writing of the contract's MemberKey. */
import type { MemberStatus } from "../contract/statuses.ts";
import type { Runbook } from "./runbook.ts";

/** `scheduled` batches follow the source. `immediate` and `manual` ones are closed: their
 *  members were chosen once, and rows that come or go do not change them (X-69, M-090). */
export type BatchKind = "scheduled" | "immediate" | "manual";

export type KnownBatch = {
  readonly batchKey: string;
  readonly kind: BatchKind;
  /** Not yet completed or failed. */
  readonly live: boolean;
};

export type Membership = {
  readonly key: string;
  readonly batchKey: string;
  readonly status: MemberStatus;
  readonly generation: number;
  readonly dataHash: string;
  /** Removed by an operator, and its row has not been gone since. */
  readonly keptOut: boolean;
  /** Whether a phase was dispatched for this member. */
  readonly started: boolean;
  /** Nothing is left for the member in this batch. Known only of those whose row is missing. */
  readonly through: boolean;
  /** Ticks in a row in which the member's row was missing. */
  readonly misses: number;
  /** How many followed the source when it first missed the member; null when that is not known. */
  readonly among: number | null;
  /** Its removal waits for an operator since an earlier tick. */
  readonly held: boolean;
};

export type SourceRow = {
  readonly key: string;
  readonly batchKey: string;
  readonly dataHash: string;
};

export type QueryAnswer =
  /** A failed query says nothing about anybody. */
  | { readonly kind: "failed" }
  | {
      readonly kind: "rows";
      readonly rows: readonly SourceRow[];
      /** False when the source may have sent only a part: then nobody counts as missing. */
      readonly complete: boolean;
      /** Keys whose row is there but could not be placed, such as one in a clock change. */
      readonly unplaced: ReadonlySet<string>;
    };

export type DiffInput = {
  readonly mode: "scheduled" | "immediate";
  readonly batches: ReadonlyMap<string, KnownBatch>;
  /** Oldest first: the last membership of a key is its latest. */
  readonly members: readonly Membership[];
  readonly answer: QueryAnswer;
  readonly onReschedule: Runbook["onReschedule"];
  readonly removalConfirmations: number;
  /** Keys whose removal an operator approved. */
  readonly approvedRemovals: ReadonlySet<string>;
};
