/** Short ways to ask the bus in a case; an unexpected failure ends the case. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { SessionLock, Source } from "../../../runtime/bus/lock.ts";
import type { Outgoing, Received } from "../../../runtime/bus/message.ts";
import { answerOf } from "./answers.ts";
import { idsOf, message } from "./messages.ts";

export async function publish(
  bus: Bus,
  topic: string,
  ...messages: readonly (Outgoing | string)[]
): Promise<void> {
  const all = messages.map((each) => (typeof each === "string" ? message(each) : each));
  answerOf(await bus.publish(topic, all));
}

export async function receive(
  bus: Bus,
  source: Source,
  max = 10,
  session?: SessionLock,
): Promise<readonly Received[]> {
  const request = { max, waitMs: 0, ...(session === undefined ? {} : { session }) };
  return answerOf(await bus.receive(source, request));
}

/** The one message that is there. */
export async function receiveOne(
  bus: Bus,
  source: Source,
  session?: SessionLock,
): Promise<Received> {
  const [only, ...more] = await receive(bus, source, 10, session);
  if (only !== undefined && more.length === 0) return only;
  throw new Error(`one message was expected, not ${only === undefined ? 0 : more.length + 1}`);
}

export const idsIn = async (bus: Bus, source: Source): Promise<readonly string[]> =>
  idsOf(answerOf(await bus.peek(source, { from: 0, max: 250 })));

export const acceptSession = async (
  bus: Bus,
  source: Source,
  sessionId: string | null = null,
): Promise<SessionLock> => answerOf(await bus.acceptSession(source, { sessionId, waitMs: 0 }));
