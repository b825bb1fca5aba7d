/** Two topics as plain as can be, for tests of a broker in a file. */
import type { Entity } from "../../../../runtime/bus/embedded/core/entity.ts";
import { MessageId } from "../../../../runtime/contract/message-id.ts";
import type { Properties } from "../../../../runtime/contract/messages/properties.ts";

const entity = (name: string, requiresSession = false): Entity => ({
  topic: { name, ttlMs: null, bytesMax: 100_000_000, duplicateWindowMs: 600_000 },
  subscriptions: [
    {
      name: "reader",
      ttlMs: null,
      lockMs: 60_000,
      maxDeliveryCount: 3,
      requiresSession,
      deadLetterOnExpiration: true,
      deadLetterOnFilterError: true,
      filters: [{ kind: "all" }],
    },
  ],
});

export const ENTITIES = [entity("jobs"), entity("results"), entity("ordered", true)];

export const JOBS = { topic: "jobs", subscription: "reader" } as const;
export const RESULTS = { topic: "results", subscription: "reader" } as const;

export const envelope = (id: string, properties: Properties = {}) => ({
  messageId: MessageId.parse(id),
  body: `body of ${id}`,
  properties,
});

export const outgoing = (topic: string, id: string, notBefore: Date | null = null) => ({
  topic,
  envelope: envelope(id),
  notBefore,
});
