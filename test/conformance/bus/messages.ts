/** Messages and places the cases use. */
import type { Source } from "../../../runtime/bus/lock.ts";
import type { Outgoing } from "../../../runtime/bus/message.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";

export const READER: Source = { topic: "work", subscription: "reader" };

export const deadLettersOf = (source: Source): Source => ({ ...source, queue: "dead-letter" });

export const message = (id: string, over: Partial<Omit<Outgoing, "messageId">> = {}): Outgoing => ({
  messageId: MessageId.parse(id),
  body: `body of ${id}`,
  properties: {},
  ...over,
});

export const idsOf = (messages: readonly { readonly messageId: string }[]): readonly string[] =>
  messages.map(({ messageId }) => messageId);
