/** What becomes of the messages of a unit: the store is put together with one of two ways.
 *  - `outbox` (split): messages become rows, claimed for whoever commits them; receipts are left
 *    to the caller, who settles after the commit.
 *  - `fused`: an embedded broker takes messages and receipts and gives back the records of what
 *    changed in it, which are written in the same transaction. It is told how that ended. */

import { insertMessage } from "../operations/outbox/insert-message.ts";
import type { Committed, OutgoingMessage, Unit } from "../unit.ts";
import type { Journal } from "./journal.ts";
import type { Statements } from "./statements.ts";

export type Messages<Receipt> = Pick<Unit<Receipt>, "publish" | "settle">;

type Ended = (committed: boolean) => void;

/** Called within the transaction. When the broker hears that it was not committed it is ahead of
 *  its journal and must be restored from it. */
export type Fuse<Receipt> = (
  messages: Messages<Receipt>,
  now: Date,
) => {
  readonly records: string;
  readonly ended: Ended;
  /** Somebody was given a message before it is durable, who writes to the same store. */
  readonly isFollowed?: boolean;
};

export type Delivery<Receipt> =
  | { readonly kind: "outbox"; readonly owner: string; readonly claimMs: number }
  | { readonly kind: "fused"; readonly fuse: Fuse<Receipt> };

/** `tell` gets to know whom to tell before anything can fail. */
export function deliver<Receipt>(
  statements: Statements,
  journal: Journal,
  delivery: Delivery<Receipt>,
  messages: Messages<Receipt>,
  now: Date,
  tell: (ended: Ended) => void,
  expect: () => void,
): Committed {
  if (delivery.kind === "outbox") {
    const until = new Date(now.getTime() + delivery.claimMs).toISOString();
    const { owner } = delivery;
    const outbox = messages.publish.map((each) => keep(statements, each, owner, until));
    return { outbox };
  }
  const { records, ended, isFollowed } = delivery.fuse(messages, now);
  tell(ended);
  if (isFollowed === true) expect();
  if (records !== "") journal.appendWithin(records);
  return { outbox: [] };
}

function keep(
  statements: Statements,
  { topic, envelope, notBefore }: OutgoingMessage,
  owner: string,
  until: string,
): number {
  const { messageId, body, properties } = envelope;
  const later = notBefore?.toISOString() ?? null;
  const cells = [topic, messageId, body, JSON.stringify(properties), later, owner, until];
  return Number(statements.all(insertMessage, cells)[0]?.[0]);
}
