/** Dealings with others: messages on their way out and those already dealt with, answers to
 *  repeated requests, leases, registered workers, and the next free id of each table. */
import { LIMITS } from "../../../contract/limits.ts";
import { instant, maybeInstant, number, text } from "./column-kinds.ts";
import { longText, maybeLongText } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;
const ACTOR = 256;

const OUTBOX: TableDefinition = {
  name: "outbox",
  primaryKey: "numbered",
  columns: {
    topic: text(ACTOR),
    message_id: text(LIMITS.messageIdChars),
    body: longText,
    properties_json: longText,
    not_before: maybeInstant,
    owner: text(ACTOR),
    claimed_until: instant,
  },
  indexes: [{ name: "ix_outbox_claims", columns: ["claimed_until", "id"] }],
};

const INBOX: TableDefinition = {
  name: "inbox",
  primaryKey: ["consumer", "message_id"],
  columns: {
    consumer: text(NAME),
    message_id: text(LIMITS.messageIdChars),
    at: instant,
    response: maybeLongText,
  },
  indexes: [{ name: "ix_inbox_at", columns: ["at"] }],
};

const IDEMPOTENCY: TableDefinition = {
  name: "idempotency",
  primaryKey: ["actor", "request_key"],
  columns: {
    actor: text(ACTOR),
    request_key: text(ACTOR),
    request_hash: text(NAME),
    response: longText,
    at: instant,
  },
  indexes: [{ name: "ix_idempotency_at", columns: ["at"] }],
};

const LEASES: TableDefinition = {
  name: "leases",
  primaryKey: ["name"],
  columns: { name: text(NAME), owner: text(ACTOR), token: number, held_until: instant },
  indexes: [],
};

const WORKERS: TableDefinition = {
  name: "workers",
  primaryKey: ["worker_id"],
  columns: { worker_id: text(NAME), manifest_json: longText, last_seen: instant },
  indexes: [],
};

const ID_COUNTERS: TableDefinition = {
  name: "id_counters",
  primaryKey: ["name"],
  columns: { name: text(NAME), next_id: number },
  indexes: [],
};

export const EXCHANGE_TABLES: readonly TableDefinition[] = [
  OUTBOX,
  INBOX,
  IDEMPOTENCY,
  LEASES,
  WORKERS,
  ID_COUNTERS,
];

/** Every counter begins at 1. `platform_event` counts the log of batch 0. */
export const COUNTERS = ["batch", "execution", "member", "phase", "platform_event"] as const;
