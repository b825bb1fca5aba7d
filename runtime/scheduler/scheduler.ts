/** The scheduler: at every tick it sees that whatever is due happens, and looks into the sources
 *  of runbooks for members who came, changed, moved or left.
 *  T1. What is due comes first and depends on no source, no automation setting and no active
 *      version (R25, I15).
 *  T2. Only who holds the lease ticks, and every change is made under its token: one who lost it
 *      commits nothing (R42, I32).
 *  T3. A tick that was cut off anywhere is completed by the next one.
 *  T4. A runbook or source that fails is noted and keeps nobody else from their turn (M-005). */
import type { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import type { CommitFailure } from "../store/failure.ts";

export type Scheduler = {
  readonly tick: () => Promise<TickReport>;
  /** Ticks at the interval until it is stopped; a tick never overlaps the one before. */
  readonly start: () => Running;
};

export type Running = {
  /** After the tick in hand. */
  readonly stop: () => Promise<void>;
  readonly ended: Promise<void>;
};

export type TickReport = {
  /** `running`: the tick before has not ended. `elsewhere`: somebody else has the lease. */
  readonly outcome: "done" | "running" | "elsewhere" | "lease-lost" | "failed";
  readonly failure: CommitFailure | null;
  /** The store's time at its start; null when there was none. */
  readonly at: Date | null;
  /** How long nobody had ticked, when that was too long (R42). */
  readonly missedMs: number | null;
  /** Rows that were due and were handled. */
  readonly handled: number;
  /** Batches that an earlier tick had found and not begun. */
  readonly begun: number;
  readonly runbooks: readonly RunbookReport[];
};

export type RunbookReport = {
  readonly name: RunbookName;
  readonly version: RunbookVersion;
  readonly outcome: "looked" | "automation-off" | "source-failed" | "failed";
  /** What its record now says is wrong; null when nothing is. */
  readonly error: string | null;
  readonly found: Found;
};

export type Found = {
  readonly rows: number;
  /** False when the source may have sent only a part. */
  readonly complete: boolean;
  readonly batchesMade: number;
  readonly begun: number;
  readonly added: number;
  readonly returned: number;
  readonly moved: number;
  readonly removed: number;
  readonly refreshed: number;
  readonly unchanged: number;
  /** Members whose rows are missing and who are not removed yet. */
  readonly missing: number;
  readonly held: number;
  /** Rows that ask for what cannot be, such as a place in a batch that has ended. */
  readonly refused: number;
  readonly duplicates: number;
  /** Rows whose key, time or lists could not be read. */
  readonly unreadable: number;
};

export type SchedulerFault =
  /** Nobody had ticked for so long; phases and polls were late by as much (R42). */
  | { readonly kind: "ticks-missed"; readonly forMs: number; readonly everyMs: number }
  /** The clock had been at `was` already, about a minute sooner perhaps (R43). */
  | { readonly kind: "clock-set-back"; readonly was: Date; readonly at: Date }
  | { readonly kind: "store-failed"; readonly doing: string; readonly failure: CommitFailure }
  | { readonly kind: "runbook-failed"; readonly name: RunbookName; readonly reason: string }
  /** A bug: the tick ended, the next one begins anew. */
  | { readonly kind: "threw"; readonly doing: string; readonly error: unknown };

export const FOUND_NOTHING: Found = {
  rows: 0,
  complete: false,
  batchesMade: 0,
  begun: 0,
  added: 0,
  returned: 0,
  moved: 0,
  removed: 0,
  refreshed: 0,
  unchanged: 0,
  missing: 0,
  held: 0,
  refused: 0,
  duplicates: 0,
  unreadable: 0,
};
