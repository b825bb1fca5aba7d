/** What is kept beside the state: the log of every batch, what needs a person, and which batch
 *  went from which version to which, once (R41). Batch 0 of the log is the platform itself. */
import { LIMITS } from "../../../contract/limits.ts";
import { instant, maybeInstant, maybeText, number, text } from "./column-kinds.ts";
import { longText, maybeLongText } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;
/** `batch:{id}:worker:{worker}` and the like. */
const SUBJECT = NAME + 64;
/** A message's id, or a person's. */
const CAUSE = 256;

const EVENTS: TableDefinition = {
  name: "events",
  primaryKey: ["batch_id", "seq"],
  columns: {
    batch_id: number,
    seq: number,
    at: instant,
    actor: text(CAUSE),
    cause: text(CAUSE),
    type: text(NAME),
    member_id: number,
    execution_id: number,
    phase_id: number,
    from_status: maybeText(NAME),
    to_status: maybeText(NAME),
    next_id: number,
    detail_json: maybeLongText,
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

export const RECORD_TABLES: readonly TableDefinition[] = [EVENTS, ATTENTION, TRANSITIONS];
