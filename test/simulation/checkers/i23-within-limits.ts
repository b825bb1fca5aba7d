/** I23: no message above the limits, and no event larger than a message. That a commit grows with
 *  what it was given and not with its batch is for the benchmarks to show: here batches are too
 *  small to tell the two apart. */
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkEnvelope } from "../../../runtime/contract/messages/envelope.ts";
import type { Checker } from "../watch/checker.ts";

export const withinLimits: Checker = {
  id: "I23",
  open: (_scene, violate) => ({
    onUnit: ({ publish }) => {
      for (const { envelope } of publish) {
        const isLong = envelope.body.length * 4 > LIMITS.messageBytes;
        if (isLong && !checkEnvelope(envelope).ok) violate(`${envelope.messageId} is too large`);
        if (envelope.messageId.length > LIMITS.messageIdChars) violate("an id is too long");
      }
    },
    onCommit: ({ events }) => {
      for (const { detail } of events) {
        if (detail !== null && JSON.stringify(detail).length > LIMITS.messageBytes) {
          violate("an event is larger than a message");
        }
      }
    },
  }),
};
