/** What was recorded, in SQLite. */
import { attentionOf } from "../operations/record/attention-cells.ts";
import { eventOf } from "../operations/record/event-cells.ts";
import { findConsumed } from "../operations/record/find-consumed.ts";
import { openAttentionPage } from "../operations/record/open-attention-page.ts";
import { pruneAnswers } from "../operations/record/prune-answers.ts";
import { pruneConsumed } from "../operations/record/prune-consumed.ts";
import { readEvents } from "../operations/record/read-events.ts";
import { recallAnswer } from "../operations/record/recall-answer.ts";
import type { Records } from "../records.ts";
import { type Access, change, read } from "./access.ts";
import { recordEvents } from "./platform-events.ts";

export function recordRows(access: Access): Records {
  const { statements, writer, now } = access;
  return {
    events: (batchId, after, most) =>
      read(() => statements.all(readEvents, [batchId, after, most]).map(eventOf)),
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
