/** I23: no message above the limits, and no commit that grows with the batch instead of with what
 *  it was given. */
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
