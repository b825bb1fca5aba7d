/** Locks of messages that no broker has. */
import type { MessageLock } from "../../../runtime/bus/lock.ts";
import { START } from "./temporary-engine.ts";

export const lockOf = (sequenceNumber: number): MessageLock => ({
  source: { topic: "worker-results", subscription: "orchestrator" },
  sequenceNumber,
  token: `token-${sequenceNumber}`,
  sessionId: null,
  until: START,
});
