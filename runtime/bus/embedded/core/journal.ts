/** What every command leaves behind: records from which the same broker can be built again. The
 *  core changes only by applying them, so a record says everything about a change.
 *  A durable adapter writes the records of a command in one transaction and answers after it. */

import type { MessageId } from "../../../contract/message-id.ts";
import type { Properties } from "../../../contract/messages/properties.ts";
import type { SystemProperties } from "../../message.ts";
import type { SubscriptionSettings, TopicSettings } from "./entity.ts";
import type { Ranges } from "./ranges.ts";

export type QueueRef = {
  readonly topic: string;
  readonly subscription: string;
  readonly dead: boolean;
};

/** Shared by all copies of a message and never changed. */
export type StoredMessage = {
  readonly messageId: MessageId;
  readonly body: string;
  readonly properties: Properties;
  readonly sessionId: string | null;
  readonly ttlMs: number | null;
  readonly system: SystemProperties;
  /** Body and properties. */
  readonly bytes: number;
};

export type DeadLetter = { readonly reason: string; readonly description: string };

/** A subscription's copy of a message, from the start among the dead letters if it says so. */
export type NewCopy = {
  readonly subscription: string;
  readonly expiresAt: number | null;
  readonly dead: DeadLetter | null;
};

export type KeptLease = {
  readonly token: string;
  readonly owner: string;
  readonly until: number;
};

export type KeptCopy = {
  readonly sequence: number;
  readonly enqueuedAt: number;
  readonly expiresAt: number | null;
  readonly deliveries: number;
  readonly deferred: boolean;
  readonly suspect: boolean;
  readonly changes: Properties | null;
  readonly claim: string | null;
  readonly lease: KeptLease | null;
};

type Copies = { readonly queue: QueueRef; readonly ranges: Ranges };
type OfSession = { readonly queue: QueueRef; readonly sessionId: string };
/** Until when a message with the same id is a duplicate; null where it is one no longer than
 *  before, or never was. */
type Seen = { readonly seenUntil: number | null };

export type JournalRecord =
  | { readonly kind: "topic"; readonly settings: TopicSettings }
  | {
      readonly kind: "subscription";
      readonly topic: string;
      readonly settings: SubscriptionSettings;
    }
  | {
      readonly kind: "subscription-removed";
      readonly topic: string;
      readonly subscription: string;
    }
  | (Seen & {
      readonly kind: "scheduled";
      readonly topic: string;
      readonly sequence: number;
      readonly due: number;
      /** One. */
      readonly messages: readonly StoredMessage[];
    })
  | { readonly kind: "unscheduled"; readonly topic: string; readonly sequence: number }
  /** Messages that all go the same way, numbered one after the other. */
  | (Seen & {
      readonly kind: "enqueued";
      readonly topic: string;
      readonly first: number;
      readonly at: number;
      readonly messages: readonly StoredMessage[];
      readonly copies: readonly NewCopy[];
    })
  /** Only its number is used up. */
  | (Seen & {
      readonly kind: "left-out";
      readonly topic: string;
      readonly sequence: number;
      readonly messageId: MessageId;
      readonly why: "no-filter-takes-it" | "duplicate";
    })
  /** How many were left out because theirs had been seen. */
  | { readonly kind: "duplicates"; readonly topic: string; readonly count: number }
  /** Handed out: each of these has one more delivery. */
  | (Copies & {
      readonly kind: "claimed";
      readonly claim: string;
      readonly owner: string;
      readonly until: number;
      /** Whose lock protects them, in place of `until`. */
      readonly sessionId: string | null;
    })
  | (Copies & { readonly kind: "renewed"; readonly until: number })
  | (Copies & { readonly kind: "removed" })
  /** `suspect`: it may have been what its host died of. */
  | (Copies & { readonly kind: "returned"; readonly suspect: boolean })
  | (Copies & { readonly kind: "deferred" })
  | (Copies & { readonly kind: "dead-lettered"; readonly why: DeadLetter })
  | (Copies & { readonly kind: "changed"; readonly changes: Properties })
  | (OfSession & {
      readonly kind: "session-locked";
      readonly token: string;
      readonly owner: string;
      readonly until: number;
    })
  | (OfSession & { readonly kind: "session-renewed"; readonly until: number })
  | (OfSession & { readonly kind: "session-released" })
  | (OfSession & { readonly kind: "session-state"; readonly state: string | null })
  /** A checkpoint: what is between is told of by it, or happened meanwhile. */
  | { readonly kind: "checkpoint-began" | "checkpoint-ended"; readonly id: number }
  | {
      readonly kind: "kept-topic";
      readonly topic: string;
      readonly lastSequence: number;
      readonly dropped: number;
      readonly duplicates: number;
    }
  | (OfSession & {
      readonly kind: "kept-session";
      readonly state: string | null;
      readonly lease: KeptLease | null;
    })
  | {
      readonly kind: "kept-seen";
      readonly topic: string;
      readonly now: number;
      /** See seen-ids.ts. */
      readonly hashes: string;
    }
  | {
      readonly kind: "kept-scheduled";
      readonly topic: string;
      readonly scheduled: readonly (readonly [sequence: number, due: number])[];
      readonly messages: readonly StoredMessage[];
    }
  | {
      readonly kind: "kept-copies";
      readonly queue: QueueRef;
      readonly copies: readonly KeptCopy[];
      readonly messages: readonly StoredMessage[];
    };
