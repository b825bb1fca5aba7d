/** What every command leaves behind: records from which the same broker can be built again. The
 *  core changes only by applying them, so a record says everything about a change.
 *  A durable adapter writes the records of a command in one transaction and answers after it. */

import type { MessageId } from "../../../contract/message-id.ts";
import type { Properties } from "../../../contract/messages/properties.ts";
import type { SystemProperties } from "../../message.ts";
import type { SubscriptionSettings, TopicSettings } from "./entity.ts";

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

type Sequences = { readonly queue: QueueRef; readonly sequences: readonly number[] };
type OfSession = { readonly queue: QueueRef; readonly sessionId: string };

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
  | {
      readonly kind: "seen";
      readonly topic: string;
      readonly messageIds: readonly string[];
      readonly until: number;
      /** How many were left out because theirs had been seen. */
      readonly duplicates: number;
    }
  | {
      readonly kind: "scheduled";
      readonly topic: string;
      readonly sequence: number;
      readonly due: number;
      readonly message: StoredMessage;
    }
  | { readonly kind: "unscheduled"; readonly topic: string; readonly sequence: number }
  | {
      readonly kind: "enqueued";
      readonly topic: string;
      readonly sequence: number;
      readonly at: number;
      readonly message: StoredMessage;
      readonly copies: readonly NewCopy[];
    }
  /** Only its number is used up. */
  | {
      readonly kind: "left-out";
      readonly topic: string;
      readonly sequence: number;
      readonly why: "no-filter-takes-it" | "duplicate";
    }
  /** Handed out: each of these has one more delivery. */
  | (Sequences & {
      readonly kind: "claimed";
      readonly claim: string;
      readonly owner: string;
      readonly until: number;
      /** Whose lock protects them, in place of `until`. */
      readonly sessionId: string | null;
    })
  | (Sequences & { readonly kind: "renewed"; readonly until: number })
  | (Sequences & { readonly kind: "removed" })
  /** `suspect`: it may have been what its host died of. */
  | (Sequences & { readonly kind: "returned"; readonly suspect: boolean })
  | (Sequences & { readonly kind: "deferred" })
  | (Sequences & { readonly kind: "dead-lettered"; readonly why: DeadLetter })
  | (Sequences & { readonly kind: "changed"; readonly changes: Properties })
  | (OfSession & {
      readonly kind: "session-locked";
      readonly token: string;
      readonly owner: string;
      readonly until: number;
    })
  | (OfSession & { readonly kind: "session-renewed"; readonly until: number })
  | (OfSession & { readonly kind: "session-released" })
  | (OfSession & { readonly kind: "session-state"; readonly state: string | null });
