/** Settling many messages in one way; each of them must succeed. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Received } from "../../../runtime/bus/message.ts";
import { answerOf } from "./answers.ts";

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
