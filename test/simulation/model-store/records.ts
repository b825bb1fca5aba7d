/** What was recorded, in the model. */
import type { PlatformEvent, Records } from "../../../runtime/store/records.ts";
import { append, type Change, drop } from "./change.ts";
import { change, read, write } from "./connection.ts";
import { takeIds } from "./counters.ts";
import type { Connection } from "./database.ts";
import { keyOf } from "./keys.ts";
import type { Kept } from "./tables.ts";

/** Recorded in the commit of what they tell. */
export function recordPlatform(change: Change, events: readonly PlatformEvent[]): void {
  const { tables, undo, now } = change;
  const first = takeIds(change, "platform_event", events.length);
  for (const [index, event] of events.entries()) {
    append(undo, tables.platformEvents, {
      ...event,
      ...NO_SUBJECT,
      batchId: 0,
      seq: first + index,
      at: now,
    });
  }
}

const NO_SUBJECT = {
  memberId: 0,
  executionId: 0,
  phaseId: 0,
  from: null,
  to: null,
  next: 0,
} as const;

export const recordsOf = (connection: Connection): Records => ({
  events: (batchId, after, most) =>
    read(connection, ({ batches, platformEvents }) => {
      const log = batchId === 0 ? platformEvents : (batches.get(batchId)?.events ?? []);
      return log.filter(({ seq }) => seq > after).slice(0, most);
    }),
  recordPlatform: (events) => write(connection, [], (each) => recordPlatform(each, events)),
  attention: (most) =>
    read(connection, ({ attention }) =>
      [...attention.values()]
        .sort(
          (one, other) => one.openedAt.getTime() - other.openedAt.getTime() || one.id - other.id,
        )
        .slice(0, most)
        .map(({ id: _, ...row }) => row),
    ),
  recall: (actor, key) =>
    read(connection, ({ answers }) => {
      const found = answers.get(keyOf(actor, key));
      if (found === undefined) return null;
      const { at: _, ...answer } = found;
      return answer;
    }),
  consumed: (consumer, messageId) =>
    read(connection, ({ consumed }) => {
      const found = consumed.get(keyOf(consumer, messageId));
      if (found === undefined) return null;
      const { at: _, ...message } = found;
      return message;
    }),
  prune: (before, most) =>
    change(connection, (each) => {
      const { answers, consumed } = each.tables;
      return prune(each, answers, before, most) + prune(each, consumed, before, most);
    }),
});

/** About so many, the oldest first: those of one instant go together. */
function prune<Row>(
  { undo }: Change,
  rows: Map<string, Kept<Row>>,
  before: Date,
  most: number,
): number {
  const old = [...rows]
    .filter(([, { at }]) => at < before)
    .sort(([, one], [, other]) => one.at.getTime() - other.at.getTime());
  const last = old.slice(0, most).at(-1)?.[1].at;
  const going = last === undefined ? [] : old.filter(([, { at }]) => at <= last);
  for (const [key] of going) drop(undo, rows, key);
  return going.length;
}
