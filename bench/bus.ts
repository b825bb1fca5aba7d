/** How many messages pass through the broker core: published, received and completed in groups,
 *  with duplicate detection, time to live and locks as the blueprint sets them, and with the
 *  journal made though nobody writes it. Rounds of the whole, of which the median counts. */
import { entitiesOf } from "../runtime/bus/embedded/configure.ts";
import { brokerCore, type Core } from "../runtime/bus/embedded/core/core.ts";
import type { NewMessage } from "../runtime/bus/embedded/core/publish.ts";
import { TOPICS } from "../runtime/contract/blueprint/topics.ts";
import { MessageId } from "../runtime/contract/message-id.ts";
import { median } from "./median.ts";

const ROUNDS = 5;
const MESSAGES = 100_000;
const GROUP = 100;
const BODY_CHARS = 400;
/** A step of the engine is two messages and has 32 µs for everything: one message must not take
 *  more than a quarter of that on a quiet machine, nor more than a half on a busy one. */
const BUDGET_MICROS = 16;

const QUEUE = { topic: "worker-jobs", subscription: "worker-west", dead: false };

export type BusRate = {
  readonly messagesPerSec: number;
  readonly microsPerMessage: number;
  readonly messages: number;
  readonly rounds: number;
  readonly withinBudget: boolean;
};

export function measureBus(): BusRate & { readonly table: string } {
  const rate = summary(Array.from({ length: ROUNDS }, oneRoundMs));
  return { ...rate, table: tableOf(rate) };
}

export function summary(roundsMs: readonly number[]): BusRate {
  const microsPerMessage = (median(roundsMs) * 1_000) / MESSAGES;
  return {
    messagesPerSec: Math.round(1_000_000 / microsPerMessage),
    microsPerMessage: Math.round(microsPerMessage * 10) / 10,
    messages: MESSAGES,
    rounds: roundsMs.length,
    withinBudget: microsPerMessage <= BUDGET_MICROS,
  };
}

function oneRoundMs(): number {
  let ids = 0;
  const core = brokerCore(() => {
    ids += 1;
    return `claim-${ids}`;
  });
  const configured = core.putEntities(0, entitiesOf(TOPICS, ["west"])).outcome;
  if (!configured.ok) throw new Error(configured.error.detail);
  const groups = Array.from({ length: MESSAGES / GROUP }, (_, index) => group(index));
  const started = performance.now();
  for (const [index, messages] of groups.entries()) core.publish(index, QUEUE.topic, messages);
  const passed = drain(core, groups.length);
  const took = performance.now() - started;
  if (passed !== MESSAGES) throw new Error(`${passed} of ${MESSAGES} messages came through`);
  return took;
}

const group = (index: number): readonly NewMessage[] =>
  Array.from({ length: GROUP }, (_, place) => ({
    messageId: MessageId.parse(`step-${index * GROUP + place}-attempt-1`),
    body: "x".repeat(BODY_CHARS),
    properties: { WorkerId: "west" },
    sessionId: null,
    ttlMs: null,
    system: {},
    due: null,
  }));

function drain(core: Core, now: number): number {
  let passed = 0;
  for (;;) {
    const asked = { queue: QUEUE, owner: "bench", session: null, max: GROUP };
    const { outcome } = core.receive(now, asked);
    if (!outcome.ok || outcome.value.length === 0) return passed;
    const items = outcome.value.map(({ sequence, token, sessionId }) => ({
      lock: { queue: QUEUE, sequence, token, sessionId },
      verdict: { kind: "complete" as const },
    }));
    passed += core.settle(now, items).outcome.filter(({ ok }) => ok).length;
  }
}

const tableOf = (rate: BusRate): string =>
  `${rate.messagesPerSec} messages/s, ${rate.microsPerMessage} µs each ` +
  `(published, received, completed)\n${rate.rounds} rounds of ${rate.messages} messages; ` +
  `${rate.withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MICROS} µs\n`;
