/** What a receiver holds: a lock on one message, or on a session with all its messages. A lock
 *  is a value that can be kept, passed on and sent; having it is the right to settle. */
import type { Properties } from "../contract/messages/properties.ts";

export type Source = {
  readonly topic: string;
  readonly subscription: string;
  /** The queue of messages to deliver unless the dead letters are named. */
  readonly queue?: "active" | "dead-letter";
};

export type MessageLock = {
  readonly source: Source;
  readonly sequenceNumber: number;
  readonly token: string;
  /** The session whose lock protects the message; null where the message has its own. */
  readonly sessionId: string | null;
  readonly until: Date;
};

export type SessionLock = {
  readonly source: Source;
  readonly sessionId: string;
  readonly token: string;
  readonly until: Date;
};

/** `changes` are merged into the application properties. */
export type Settlement =
  | { readonly kind: "complete"; readonly lock: MessageLock }
  | { readonly kind: "abandon"; readonly lock: MessageLock; readonly changes?: Properties }
  | { readonly kind: "defer"; readonly lock: MessageLock; readonly changes?: Properties }
  | {
      readonly kind: "dead-letter";
      readonly lock: MessageLock;
      readonly reason: string;
      readonly description: string;
      readonly changes?: Properties;
    };
