/** A copy as its reader sees it. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { StoredMessage } from "./journal.ts";
import type { Copy, Lease } from "./state.ts";

export type Delivery = {
  readonly message: StoredMessage;
  /** Those of the message with the changes made while it was settled. */
  readonly properties: Properties;
  readonly sequence: number;
  readonly enqueuedAt: number;
  readonly expiresAt: number | null;
  readonly deliveries: number;
};

export type HandedOut = Delivery & {
  readonly token: string;
  readonly until: number;
  readonly sessionId: string | null;
};

export const deliveryOf = (copy: Copy): Delivery => ({
  message: copy.message,
  properties: propertiesOf(copy),
  sequence: copy.sequence,
  enqueuedAt: copy.enqueuedAt,
  expiresAt: copy.expiresAt,
  deliveries: copy.deliveries,
});

export const handedOut = (copy: Copy, lease: Lease, token: string): HandedOut => ({
  message: copy.message,
  properties: propertiesOf(copy),
  sequence: copy.sequence,
  enqueuedAt: copy.enqueuedAt,
  expiresAt: copy.expiresAt,
  deliveries: copy.deliveries,
  token,
  until: lease.until,
  sessionId: lease.session?.id ?? null,
});

const propertiesOf = ({ message, changes }: Copy): Properties =>
  changes === null ? message.properties : Object.freeze({ ...message.properties, ...changes });
