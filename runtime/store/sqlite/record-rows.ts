/** What was recorded, in SQLite. */
import type { BatchId } from "../../contract/ids.ts";
import { attentionOf } from "../operations/record/attention-cells.ts";
import { eventsOf } from "../operations/record/event-cells.ts";
import { findConsumed } from "../operations/record/find-consumed.ts";
import { openAttentionPage } from "../operations/record/open-attention-page.ts";
import { pruneAnswers } from "../operations/record/prune-answers.ts";
import { pruneConsumed } from "../operations/record/prune-consumed.ts";
import { readEvents } from "../operations/record/read-events.ts";
import { recallAnswer } from "../operations/record/recall-answer.ts";
import type { LoggedEvent, Records } from "../records.ts";
import { type Access, change } from "./access.ts";
import { recordEvents } from "./platform-events.ts";
import type { Statements } from "./statements.ts";

export function recordRows(access: Access): Records {
  const { statements, writer, now, read } = access;
  return {
    events: (batchId, after, most) => read(() => eventsAfter(statements, batchId, after, most)),
    recordPlatform: (events) =>
      writer.write(() => recordEvents(statements, events, now().toISOString())),
    attention: (most) => read(() => statements.all(openAttentionPage, [most]).map(attentionOf)),
    recall: (actor, key) =>
      read(() => {
        const found = statements.all(recallAnswer, [actor, key])[0];
        if (found === undefined) return null;
        const [requestHash, response] = found.map(String);
        return { actor, key, requestHash: requestHash ?? "", response: response ?? "" };
      }),
    consumed: (consumer, messageId) =>
      read(() => {
        const found = statements.all(findConsumed, [consumer, messageId])[0];
        if (found === undefined) return null;
        const response = found[0] ?? null;
        return { consumer, messageId, response: response === null ? null : String(response) };
      }),
    prune: (before, most) =>
      change(access, () =>
        [pruneAnswers, pruneConsumed]
          .map((operation) => statements.run(operation, [before.toISOString(), most]))
          .reduce((sum, count) => sum + count, 0),
      ),
  };
}

/** Rows at once: of lone steps a row holds one event, of groups a thousand. */
const ROWS_AT_ONCE = 20;

function eventsAfter(
  statements: Statements,
  batchId: BatchId | 0,
  after: number,
  most: number,
): readonly LoggedEvent[] {
  const found: LoggedEvent[] = [];
  for (let last = after; found.length < most; ) {
    const rows = statements.all(readEvents, [batchId, last, ROWS_AT_ONCE]);
    found.push(...rows.flatMap(eventsOf).filter(({ seq }) => seq > last));
    if (rows.length < ROWS_AT_ONCE) break;
    last = found.at(-1)?.seq ?? last;
  }
  return found.slice(0, most);
}
