/** Failures a caller of the bus must expect, by what can be done next. `unavailable` may pass
 *  when tried again; all others will not by themselves. */

export type Unavailable = { readonly kind: "unavailable"; readonly detail: string };

type UnknownEntity = { readonly kind: "unknown-entity"; readonly entity: string };
type InvalidOperation = { readonly kind: "invalid-operation"; readonly detail: string };
type SessionLockLost = { readonly kind: "session-lock-lost"; readonly sessionId: string };
type TooLarge = {
  readonly kind: "message-too-large" | "property-too-large" | "properties-too-large";
  readonly bytes: number;
  readonly bytesMax: number;
};
type NotFound = { readonly kind: "not-found"; readonly sequenceNumbers: readonly number[] };

/** `index` is the place of the offending message in what was to be published. */
export type PublishFailure =
  | Unavailable
  | UnknownEntity
  | (TooLarge & { readonly index: number })
  | { readonly kind: "malformed-message"; readonly index: number; readonly detail: string }
  | { readonly kind: "quota-exceeded"; readonly bytes: number; readonly bytesMax: number };

export type CancelFailure = Unavailable | UnknownEntity | NotFound;

export type ReceiveFailure =
  | Unavailable
  | UnknownEntity
  | InvalidOperation
  | SessionLockLost
  | NotFound;

export type SettleFailure =
  | Unavailable
  | UnknownEntity
  | InvalidOperation
  | SessionLockLost
  | TooLarge
  | { readonly kind: "lock-lost"; readonly sequenceNumber: number };

export type AcceptFailure =
  | Unavailable
  | UnknownEntity
  | InvalidOperation
  | { readonly kind: "session-cannot-be-locked"; readonly sessionId: string }
  /** Nobody's turn came while the caller waited. */
  | { readonly kind: "no-session-available" };

export type SessionFailure = Unavailable | UnknownEntity | SessionLockLost | InvalidOperation;
