/** R03: whatever was committed to be published is published at least once, and never before. When
 *  all is calm nothing committed is left unsaid. */
import type { Checker } from "../watch/checker.ts";

/** What answers of workers and rogues say is nobody's commit. */
const OURS = new Set(["worker-jobs", "orchestrator-events"]);

/** A dead letter that an operator sends again, whoever wrote it. */
const REDRIVEN = /-redrive-\d+$/;

export const committedIsPublished: Checker = {
  id: "R03",
  open: (_scene, violate) => {
    const committed = new Set<string>();
    const published = new Set<string>();
    return {
      onUnit: ({ publish }) => {
        for (const { envelope } of publish) committed.add(envelope.messageId);
      },
      onPublish: (host, topic, messages) => {
        for (const { messageId } of messages) {
          published.add(messageId);
          const isOurs = OURS.has(topic) && host !== "rogue" && !REDRIVEN.test(messageId);
          const isEarly = isOurs && !committed.has(messageId);
          if (isEarly) violate(`${host} published ${messageId}, which nobody committed`);
        }
      },
      onEnd: ({ isCalm, outboxWaiting }) => {
        if (!isCalm || outboxWaiting > 0) return;
        for (const messageId of committed) {
          if (!published.has(messageId)) violate(`${messageId} was committed and never published`);
        }
      },
    };
  },
};
