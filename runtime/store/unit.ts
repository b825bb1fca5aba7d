/** One commit, as data: all of it or nothing. What becomes of `publish` and `settle` is up to how
 *  the store was put together: in the same transaction (fused), or as outbox rows that a relay
 *  sends afterwards, with the settling left to the caller (split). Callers cannot tell.
 *  U1. When the commit succeeded the writes are durable.
 *  U2. Each message is published at least once, never before the commit, in any order.
 *  U3. A settlement may be lost; its message then comes again. */
import type { BatchId } from "../contract/ids.ts";
import type { Envelope } from "../contract/messages/envelope.ts";
import type { Decision } from "../domain/engine/decision.ts";
import type { NextIds } from "../domain/engine/world.ts";

/** The part of a decision that is rows. */
export type DecidedRows = Pick<
  Decision,
  "patches" | "inserts" | "counters" | "bulk" | "events" | "attention"
>;

export type BatchWrites = { readonly batchId: BatchId; readonly decision: DecidedRows };

export type OutgoingMessage = {
  readonly topic: string;
  readonly envelope: Envelope;
  readonly notBefore: Date | null;
};

/** The answer to a request, kept for when the same request comes again (R17). */
export type RememberedAnswer = {
  readonly actor: string;
  readonly key: string;
  readonly requestHash: string;
  readonly response: string;
};

/** For handlers whose repeat only an inbox row makes harmless. */
export type ConsumedMessage = {
  readonly consumer: string;
  readonly messageId: string;
  readonly response: string | null;
};

export type Unit<Receipt> = {
  readonly writes: readonly BatchWrites[];
  /** How far the decisions went, from where `Loaded` began. */
  readonly nextIds: NextIds;
  readonly publish: readonly OutgoingMessage[];
  readonly settle: readonly Receipt[];
  readonly remember: readonly RememberedAnswer[];
  readonly consumed: readonly ConsumedMessage[];
  /** Outbox rows of earlier commits that have been published since. */
  readonly sent: readonly number[];
};

export type Committed = {
  /** The outbox row of each message of `publish`, in order; none when they are published. */
  readonly outbox: readonly number[];
};
