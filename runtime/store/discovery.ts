/** What the scheduler asks and keeps between two looks at a source. Read without a lock; what is
 *  done about it is decided later, under the batch's lock. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, MemberId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { MemberRow } from "../domain/engine/rows.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { LeaseToken } from "./loaded.ts";

export type KnownMember = Pick<
  MemberRow,
  "id" | "key" | "status" | "generation" | "data" | "removalApproved"
>;

/** What is kept of a member that the source does not show where it is, until it does. */
export type Absence = {
  /** Looks in a row that found no row of the member's; 0 when it asks for another batch. */
  readonly misses: number;
  /** How many followed the source when the absence began; null when it was not noted. */
  readonly among: number | null;
  /** Its removal waits for an operator. */
  readonly held: boolean;
};

/** Null: it is where it belongs again, or no member any more. */
export type AbsenceChange = { readonly key: MemberKey; readonly absence: Absence | null };

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Discovery = {
  /** Of any status, in the order in which the store sorts keys, after the one given. The index
   *  that keeps keys unique in a batch gives that order: a page costs its own rows only. */
  readonly members: (
    id: BatchId,
    after: MemberKey | "",
    most: number,
  ) => Answer<readonly KnownMember[]>;
  /** For which of these members a step of a phase was ever sent. */
  readonly started: (ids: readonly MemberId[]) => Answer<ReadonlySet<MemberId>>;
  /** Which of these have nothing left to do in their batch, nor anything that is being undone. */
  readonly through: (ids: readonly MemberId[]) => Answer<ReadonlySet<MemberId>>;
  readonly absences: (name: RunbookName) => Answer<ReadonlyMap<MemberKey, Absence>>;
  readonly noteAbsences: (
    name: RunbookName,
    changes: readonly AbsenceChange[],
    lease?: LeaseToken,
  ) => Promise<Result<void, CommitFailure>>;
};
