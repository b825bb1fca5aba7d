/** What checkers hear of the world outside the store. */
import type { Peeked } from "../../../runtime/bus/message.ts";
import type { Incident } from "../../../runtime/store/incidents.ts";

/** An effect on the outside world, as the oracle saw it. */
export type Effect = {
  readonly jobId: string;
  readonly host: string;
  readonly functionName: string;
  readonly member: string;
  readonly at: number;
};

/** How a request with an idempotency key was answered. */
export type Answered = { readonly actor: string; readonly key: string; readonly response: string };

/** A message that the bus gave up and that nobody has taken from its queue. */
export type DeadLetter = Pick<Incident, "topic" | "subscription" | "sequenceNumber"> &
  Pick<Peeked, "messageId" | "body">;
