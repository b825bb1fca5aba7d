/** The bus as its users see it: topics one publishes to, subscriptions one receives from. The
 *  promises are those of the weakest adapter, so nothing may rest on more than this:
 *  B1. At least once. A message may be delivered again after a lost lock, a crash or a settlement
 *      that did not arrive; a published one may be there twice when its publisher tried again.
 *  B2. A publish that failed as `unavailable` may still have happened, wholly or in part.
 *  B3. Order holds within one session of a session subscription; elsewhere there is none.
 *  B4. A settlement that answered ok may be lost with the broker; the message then comes again.
 *  B5. A topic drops what no subscription's filter takes, and the publisher sees success (R20).
 *  B6. The duplicate window spares work and never carries correctness (R12).
 *  Every operation is plural; where items succeed and fail apart, there is one answer per item, in
 *  the order asked. */
import type { Result } from "../contract/result.ts";
import type {
  AcceptFailure,
  CancelFailure,
  PublishFailure,
  ReceiveFailure,
  SessionFailure,
  SettleFailure,
} from "./failure.ts";
import type { MessageLock, SessionLock, Settlement, Source } from "./lock.ts";
import type { Outgoing, Peeked, Received, Scheduled } from "./message.ts";

export type Bus = {
  readonly publish: (
    topic: string,
    messages: readonly Outgoing[],
  ) => Promise<Result<{ readonly accepted: number }, PublishFailure>>;
  /** Answers with a number per message, good for cancelling; delivery brings a new one. */
  readonly schedule: (
    topic: string,
    messages: readonly Scheduled[],
  ) => Promise<Result<readonly number[], PublishFailure>>;
  readonly cancelScheduled: (
    topic: string,
    sequenceNumbers: readonly number[],
  ) => Promise<readonly Result<number, CancelFailure>[]>;
  /** As soon as there is a message, up to `max`; none after `waitMs` is an empty list. */
  readonly receive: (
    source: Source,
    request: ReceiveRequest,
  ) => Promise<Result<readonly Received[], ReceiveFailure>>;
  /** All of them, or a failure that lists those that are not there. */
  readonly receiveDeferred: (
    source: Source,
    request: DeferredRequest,
  ) => Promise<Result<readonly Received[], ReceiveFailure>>;
  /** Messages from a sequence number on, without locking; at most `PEEK_MAX`. */
  readonly peek: (
    source: Source,
    request: { readonly from: number; readonly max: number },
  ) => Promise<Result<readonly Peeked[], ReceiveFailure>>;
  readonly settle: (
    settlements: readonly Settlement[],
  ) => Promise<readonly Result<number, SettleFailure>[]>;
  readonly renew: (
    locks: readonly MessageLock[],
  ) => Promise<readonly Result<MessageLock, SettleFailure>[]>;
  readonly acceptSession: (
    source: Source,
    request: AcceptRequest,
  ) => Promise<Result<SessionLock, AcceptFailure>>;
  readonly renewSessions: (
    locks: readonly SessionLock[],
  ) => Promise<readonly Result<SessionLock, SessionFailure>[]>;
  /** Unsettled messages of the session go back to it. */
  readonly releaseSessions: (
    locks: readonly SessionLock[],
  ) => Promise<readonly Result<string, SessionFailure>[]>;
  readonly readSessionState: (lock: SessionLock) => Promise<Result<string | null, SessionFailure>>;
  readonly writeSessionState: (
    lock: SessionLock,
    state: string | null,
  ) => Promise<Result<string | null, SessionFailure>>;
};

/** Service Bus hands out no more in one peek. */
export const PEEK_MAX = 250;

export type ReceiveRequest = {
  readonly max: number;
  readonly waitMs: number;
  /** Needed where the subscription delivers by session. */
  readonly session?: SessionLock;
  /** Ends the wait early; the answer is then what a wait without a message gives. */
  readonly signal?: AbortSignal;
};

export type DeferredRequest = {
  readonly sequenceNumbers: readonly number[];
  readonly session?: SessionLock;
};

export type AcceptRequest = {
  /** null: the next session that has messages and no holder. */
  readonly sessionId: string | null;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
};
