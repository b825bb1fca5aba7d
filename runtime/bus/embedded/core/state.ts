/** The broker's working memory. It is changed in place, by `apply` alone.
 *  S1. A copy is in `all` of exactly one queue, and either ready, leased or deferred (a deferred
 *      copy may also be leased). Among the ready ones only the unleased, undeferred are listed.
 *  S2. A session is listed as free exactly when nobody holds it and it has a ready copy. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { CopyMap } from "./copy-map.ts";
import type { SubscriptionSettings, TopicSettings } from "./entity.ts";
import type { JournalRecord, QueueRef, StoredMessage } from "./journal.ts";
import type { Line } from "./line.ts";
import type { ReadyList } from "./ready-list.ts";
import type { Router } from "./router.ts";
import type { Rule } from "./rule.ts";
import type { SeenIds } from "./seen-ids.ts";
import type { SequenceList } from "./sequence-list.ts";
import type { Timer, Timers } from "./timers.ts";

export type Copy = {
  readonly message: StoredMessage;
  readonly sequence: number;
  readonly enqueuedAt: number;
  readonly expiresAt: number | null;
  /** Where its queue delivers by session. */
  readonly session: Session | null;
  deliveries: number;
  deferred: boolean;
  suspect: boolean;
  changes: Properties | null;
  /** Names the delivery under way: the token of its lock. */
  claim: string | null;
  lease: Lease | null;
  /** Where it has one of its own; see expiries.ts. */
  expiry: Timer<Due> | null;
  /** Where it is listed as ready; null: nowhere. */
  listed: "line" | "late" | null;
  /** No longer in its queue. */
  gone: boolean;
  /** The settling that last named it: it may not name it twice. */
  settling: number;
};

/** Messages handed out together, or a session with what is handed out of it. */
export type Lease = {
  readonly queue: Queue;
  readonly session: Session | null;
  readonly token: string;
  readonly owner: string;
  until: number;
  /** Those it was granted for; one that has left names another lease, or none. */
  readonly copies: Copy[];
  held: number;
  timer: Timer<Due> | null;
};

export type Session = {
  readonly id: string;
  readonly ready: ReadyList<Copy>;
  /** Copies of the session in any state. */
  live: number;
  lease: Lease | null;
  state: string | null;
  /** Its place among the free sessions: the number of its first ready copy. */
  freeAt: number | null;
};

export type Queue = {
  readonly ref: QueueRef;
  /** Where a receiver waits; see wake.ts. */
  readonly place: string;
  readonly topic: TopicState;
  settings: SubscriptionSettings;
  readonly all: CopyMap<Copy>;
  readonly ready: ReadyList<Copy>;
  /** See expiries.ts. */
  readonly expiries: Line<Copy>;
  expiryTimer: Timer<Due> | null;
  /** null where messages are delivered one by one. */
  readonly sessions: Map<string, Session> | null;
  readonly free: SequenceList<Session>;
  locked: number;
};

type SubscriptionState = {
  readonly active: Queue;
  readonly dead: Queue;
  rules: readonly Rule[];
};

export type TopicState = {
  settings: TopicSettings;
  readonly subscriptions: Map<string, SubscriptionState>;
  lastSequence: number;
  readonly scheduled: Map<number, { readonly message: StoredMessage; readonly timer: Timer<Due> }>;
  readonly seen: SeenIds;
  /** Made when it is first needed after a change of subscriptions. */
  router: Router | null;
  /** Of all copies and scheduled messages. */
  bytes: number;
  dropped: number;
  duplicates: number;
};

export type Due =
  | { readonly kind: "lease"; readonly lease: Lease }
  | { readonly kind: "expiry"; readonly queue: Queue; readonly copy: Copy }
  | { readonly kind: "expiries"; readonly queue: Queue }
  | {
      readonly kind: "scheduled";
      readonly topic: TopicState;
      readonly sequence: number;
      readonly message: StoredMessage;
    };

export type State = {
  readonly topics: Map<string, TopicState>;
  readonly timers: Timers<Due>;
  readonly owners: Map<string, Set<Lease>>;
  readonly nextId: () => string;
  now: number;
  /** Counts settlings; see Copy.settling. */
  settlings: number;
  /** While a checkpoint is read: what a record names may be told of only later. */
  isPatchy: boolean;
  journal: JournalRecord[];
  /** Where somebody who waits should look again. */
  readonly woken: Set<string>;
};
