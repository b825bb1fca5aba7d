/** Names for the places where a receiver may wait. The core says which of them have something
 *  new; whoever keeps waiting receivers looks there again. */
import type { QueueRef } from "./journal.ts";

export const wakeForQueue = ({ topic, subscription, dead }: QueueRef): string =>
  `${dead ? "dead" : "active"}/${topic}/${subscription}`.toLowerCase();

/** For the holder of the session. */
export const wakeForSession = (queue: QueueRef, sessionId: string): string =>
  `${wakeForQueue(queue)}/session/${sessionId}`;

/** For whoever wants the next session without a holder. */
export const wakeForSessions = (queue: QueueRef): string => `${wakeForQueue(queue)}/sessions`;
