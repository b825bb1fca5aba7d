/** What is kept beside the state: the log of every batch, what needs a person, messages that the
 *  bus gave up, and which batch went from which version to which, once (R41). Batch 0 of the log is
 *  the platform itself. */
import { LIMITS } from "../../../contract/limits.ts";
import { instant, maybeInstant, maybeText, number, text } from "./column-kinds.ts";
import { longText, maybeOneOf } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;
/** `batch:{id}:worker:{worker}` and the like. */
const SUBJECT = NAME + 64;
/** A message's id, or a person's. */
const CAUSE = 256;

/** The events of one commit about one batch are one row, a list of lists: a thousand steps that end
 *  together write one row. The view `events` shows them one by one. */
const EVENTS: TableDefinition = {
  name: "event_chunks",
  primaryKey: ["batch_id", "last_seq"],
  columns: {
    batch_id: number,
    last_seq: number,
    first_seq: number,
    at: instant,
    events_json: longText,
  },
  indexes: [],
};

const ATTENTION: TableDefinition = {
  name: "attention",
  primaryKey: "numbered",
  columns: {
    batch_id: number,
    subject: text(SUBJECT),
    reason: longText,
    actions_json: longText,
    opened_at: instant,
    closed_at: maybeInstant,
  },
  indexes: [
    {
      name: "ux_attention_open",
      columns: ["subject"],
      unique: true,
      where: { column: "closed_at", is: "null" },
    },
    { name: "ix_attention_batch", columns: ["batch_id", "closed_at"] },
  ],
};

const TRANSITIONS: TableDefinition = {
  name: "batch_transitions",
  primaryKey: ["batch_id", "to_version"],
  columns: { batch_id: number, from_version: number, to_version: number, at: instant },
  indexes: [],
};

/** Messages that the bus gave up. The number is the topic's own, and a dead letter keeps it. */
const INCIDENTS: TableDefinition = {
  name: "incidents",
  primaryKey: "numbered",
  columns: {
    topic: text(CAUSE),
    subscription: text(CAUSE),
    sequence_number: number,
    message_id: text(LIMITS.messageIdChars),
    body: longText,
    properties_json: longText,
    reason: longText,
    description: longText,
    batch_id: number,
    opened_at: instant,
    closed_at: maybeInstant,
    closed_how: maybeOneOf(["redriven", "discarded"]),
    closed_by: maybeText(CAUSE),
  },
  indexes: [
    {
      name: "ux_incidents_place",
      columns: ["topic", "subscription", "sequence_number"],
      unique: true,
    },
    { name: "ix_incidents_open", columns: ["id"], where: { column: "closed_at", is: "null" } },
  ],
};

export const RECORD_TABLES: readonly TableDefinition[] = [
  EVENTS,
  ATTENTION,
  TRANSITIONS,
  INCIDENTS,
];
