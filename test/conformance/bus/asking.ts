/** Short ways to ask the bus in a case: an unexpected failure ends the case with its text. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { SessionLock, Settlement, Source } from "../../../runtime/bus/lock.ts";
import type { Outgoing, Received } from "../../../runtime/bus/message.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { Result } from "../../../runtime/contract/result.ts";

export const READER: Source = { topic: "work", subscription: "reader" };

export const deadLettersOf = (source: Source): Source => ({ ...source, queue: "dead-letter" });

export const message = (id: string, over: Partial<Omit<Outgoing, "messageId">> = {}): Outgoing => ({
  messageId: MessageId.parse(id),
  body: `body of ${id}`,
  properties: {},
  ...over,
});

export function answerOf<Value, Failure>(result: Result<Value, Failure> | undefined): Value {
  if (result?.ok === true) return result.value;
  throw new Error(`unexpected: ${JSON.stringify(result)}`);
}

export const failureOf = <Value, Failure>(result: Result<Value, Failure> | undefined): Failure => {
  if (result?.ok === false) return result.error;
  throw new Error(`a failure was expected: ${JSON.stringify(result)}`);
};

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

export const idsOf = (messages: readonly { readonly messageId: string }[]): readonly string[] =>
  messages.map(({ messageId }) => messageId);

export const idsIn = async (bus: Bus, source: Source): Promise<readonly string[]> =>
  idsOf(answerOf(await bus.peek(source, { from: 0, max: 250 })));

type Way = Settlement extends infer One
  ? One extends Settlement
    ? Omit<One, "lock">
    : never
  : never;

/** All of them the same way; each must succeed. */
export async function settle(bus: Bus, messages: readonly Received[], way: Way): Promise<void> {
  const results = await bus.settle(messages.map(({ lock }) => ({ ...way, lock })));
  for (const result of results) answerOf(result);
}

export const complete = (bus: Bus, ...messages: readonly Received[]): Promise<void> =>
  settle(bus, messages, { kind: "complete" });

export const abandon = (bus: Bus, ...messages: readonly Received[]): Promise<void> =>
  settle(bus, messages, { kind: "abandon" });

export const bury = (bus: Bus, ...messages: readonly Received[]): Promise<void> =>
  settle(bus, messages, { kind: "dead-letter", reason: "Poison", description: "as a test" });

export const acceptSession = async (
  bus: Bus,
  source: Source,
  sessionId: string | null = null,
): Promise<SessionLock> => answerOf(await bus.acceptSession(source, { sessionId, waitMs: 0 }));
