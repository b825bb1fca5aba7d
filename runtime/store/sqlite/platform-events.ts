/** The log of batch 0, the platform itself, written from within a work of the writer: what an
 *  event tells of is in the same commit. */
import { eventCalls } from "../operations/write/event-calls.ts";
import type { PlatformEvent } from "../records.ts";
import { takeId } from "./counters.ts";
import type { Statements } from "./statements.ts";
import { runCall } from "./transact.ts";

const PLATFORM = 0;

const drafted = (event: PlatformEvent) => ({
  ...event,
  memberId: 0 as const,
  executionId: 0 as const,
  phaseId: 0 as const,
  from: null,
  to: null,
  next: 0 as const,
});

export function recordEvents(
  statements: Statements,
  events: readonly PlatformEvent[],
  at: string,
): void {
  if (events.length === 0) return;
  const first = takeId(statements, "platform_event", events.length);
  for (const call of eventCalls(events.map(drafted), PLATFORM, first - 1, at)) {
    runCall(statements, call);
  }
}
