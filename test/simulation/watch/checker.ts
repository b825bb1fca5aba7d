/** What a checker is: one invariant, watched over one run. It is shown what happens and says what
 *  is wrong with it; it changes nothing and remembers only what it must. */

import type { Settlement, Source } from "../../../runtime/bus/lock.ts";
import type { Outgoing, Peeked, Received } from "../../../runtime/bus/message.ts";
import type { BatchId, RunbookVersion } from "../../../runtime/contract/ids.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import type { Incident } from "../../../runtime/store/incidents.ts";
import type { HeldLease } from "../../../runtime/store/leases.ts";
import type { LeaseToken } from "../../../runtime/store/loaded.ts";
import type { LoggedEvent } from "../../../runtime/store/records.ts";
import type { SourceMood } from "../world/plan.ts";
import type { BatchRows, Commit, UnitFacts } from "./commit.ts";
import type { Answered, DeadLetter, Effect } from "./effect.ts";

export type Violate = (text: string) => void;

export type Watcher = Partial<{
  readonly onCommit: (commit: Commit) => void;
  /** The whole transaction, before its batches; it may have written to none. */
  readonly onUnit: (unit: UnitFacts, host: string) => void;
  readonly onPublish: (host: string, topic: string, messages: readonly Outgoing[]) => void;
  readonly onDeliver: (host: string, source: Source, messages: readonly Received[]) => void;
  /** A host and the bus may disagree about what the host holds: a call about it failed, an answer
   *  was lost, or the connection broke. */
  readonly onUnsure: (host: string) => void;
  /** Somebody looked into a queue and took nothing. */
  readonly onPeek: (source: Source, messages: readonly Peeked[]) => void;
  readonly onSettle: (host: string, settlement: Settlement, isDone: boolean) => void;
  readonly onEffect: (effect: Effect) => void;
  readonly onAnswer: (answered: Answered) => void;
  /** Taken, under a token of its own. */
  readonly onLease: (lease: HeldLease) => void;
  /** Prolonged by whoever has it. */
  readonly onLeaseKept: (lease: HeldLease) => void;
  /** Given back by whoever had it. */
  readonly onLeaseEnded: (lease: LeaseToken) => void;
  /** Written beside the batches by whoever has this lease, or by somebody who needs none. */
  readonly onBeside: (host: string, what: string, lease: LeaseToken | null) => void;
  /** Rows of the outbox are somebody's from then on: of whoever committed them, or of a relay. */
  readonly onClaim: (owner: string, rows: readonly number[], at: Date) => void;
  /** Workers are registered. */
  readonly onRegister: (workerIds: readonly string[]) => void;
  /** A limit of jobs was set for the whole platform, or lifted. */
  readonly onLimit: (key: string, most: number | null) => void;
  /** A host read the source: how the source was, and whom it showed. */
  readonly onSource: (host: string, look: SourceLook) => void;
  /** Time passes; shown every now and then. */
  readonly onProbe: (probe: Probe) => void;
  /** Somebody set the store's clock, back or ahead. */
  readonly onClockSet: (byMs: number) => void;
  readonly onCrash: (host: string) => void;
  /** What a part told its observer; nobody else reads it. */
  readonly onTold: (host: string, told: unknown) => void;
  readonly onEnd: (end: End) => void;
}>;

export type SourceLook = {
  readonly mood: SourceMood;
  readonly keys: ReadonlySet<string>;
  /** Readings without a member that the asking version wants before it removes. */
  readonly confirmations: number;
};

/** A look at the batches while a run goes on. */
export type Probe = {
  readonly now: Date;
  readonly batches: Iterable<BatchRows>;
  /** Nothing has kept the platform from working for longer than this. */
  readonly calmForMs: number;
};

/** The world when a run is over. */
export type End = {
  readonly now: Date;
  /** Faults had stopped long enough for everything to come to rest. */
  readonly isCalm: boolean;
  /** When faults stopped, in a run in which they do; by the store's clock, as it was set last. */
  readonly calmSince: Date;
  /** Lives that go on: `scheduler-1.2` is the second one of its host. */
  readonly lives: ReadonlySet<string>;
  /** Until when the store says that a lease is held. */
  readonly heldUntil: ReadonlyMap<string, Date>;
  readonly batches: readonly BatchRows[];
  readonly outboxWaiting: number;
  /** Messages not settled, by place; dead letters apart. */
  readonly queued: ReadonlyMap<string, number>;
  readonly deadLetters: readonly DeadLetter[];
  /** Open ones. */
  readonly incidents: readonly Incident[];
  /** What the platform itself asks a person about, by subject. */
  readonly asked: readonly string[];
  /** The version that batches under way should follow. */
  readonly activeVersion: number;
  /** The keys of batches that have not ended. */
  readonly liveKeys: readonly string[];
  /** Batches the scheduler found and never began. */
  readonly unbegun: readonly BatchId[];
  /** Of a run with a past: how much of it is kept, and whose orders have their answer still. */
  readonly remembered: { readonly old: number; readonly kept: ReadonlySet<string> } | null;
  /** What the store has of each batch's log, and of the platform's (0). */
  readonly logs: ReadonlyMap<BatchId | 0, readonly LoggedEvent[]>;
};

export type Scene = {
  readonly now: () => Date;
  readonly planOf: (name: string, version: RunbookVersion) => Runbook;
  readonly rows: (id: BatchId) => BatchRows | undefined;
  readonly batches: () => Iterable<BatchRows>;
  /** Counts that something named happened. */
  readonly reached: (situation: string) => void;
};

export type Checker = {
  /** `I4`. */
  readonly id: string;
  readonly open: (scene: Scene, violate: Violate) => Watcher;
};
