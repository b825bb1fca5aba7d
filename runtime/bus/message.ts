/** Messages on their way into the bus and out of it. Bodies are text: whoever writes a message
 *  serialises it, whoever reads it parses it, and nobody shares a reference with anybody. */
import type { Envelope } from "../contract/messages/envelope.ts";
import type { MessageLock } from "./lock.ts";

/** What Service Bus carries beside the application properties; filters see it as `sys.…`. */
export type SystemProperties = {
  readonly correlationId?: string;
  readonly subject?: string;
  readonly contentType?: string;
  readonly to?: string;
  readonly replyTo?: string;
  readonly replyToSessionId?: string;
};

export type Outgoing = Envelope & {
  /** Messages of one session are delivered in order where a subscription asks for sessions. */
  readonly sessionId?: string;
  /** Not delivered before this instant. */
  readonly notBefore?: Date;
  /** Counted from when it becomes deliverable; a subscription's own limit may shorten it. */
  readonly ttlMs?: number;
  readonly system?: SystemProperties;
};

export type Scheduled = Outgoing & { readonly notBefore: Date };

type Delivered = Envelope & {
  readonly sessionId: string | null;
  readonly system: SystemProperties;
  /** Increases within a topic. A dead letter keeps the number it had. */
  readonly sequenceNumber: number;
  readonly enqueuedAt: Date;
  /** null in a dead-letter queue, where nothing expires. */
  readonly expiresAt: Date | null;
  /** How often it was handed out; on a received message this delivery is counted too. */
  readonly deliveryCount: number;
};

export type Received = Delivered & { readonly lock: MessageLock };

/** A locked message is `active`, as in Service Bus. */
export type Peeked = Delivered & { readonly state: "active" | "deferred" };
