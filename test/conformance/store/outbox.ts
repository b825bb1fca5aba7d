/** Messages committed with a unit are published at least once: by whoever committed them, or by a
 *  relay when the claim has run out. A fused store has none to relay. */
import { expect } from "@jest/globals";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Committed, OutgoingMessage } from "../../../runtime/store/unit.ts";
import { answerOf } from "../bus/answers.ts";
import { commitRows, makeBatch } from "./batch-of.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const CLAIM = 30_000;

const message = (id: string, notBefore: Date | null = null): OutgoingMessage => ({
  topic: "worker-jobs",
  envelope: {
    messageId: MessageId.parse(id),
    body: `{"id":"${id}"}`,
    properties: { WorkerId: "w" },
  },
  notBefore,
});

async function publish(
  store: Store<string>,
  messages: readonly OutgoingMessage[],
  sent: readonly number[] = [],
): Promise<Committed> {
  const id = await makeBatch(store, `batch-${messages.map(({ envelope }) => envelope.messageId)}`);
  return answerOf(await commitRows(store, id, {}, { unit: () => ({ publish: messages, sent }) }));
}

export const OUTBOX: readonly StoreCase[] = [
  test("R03, R07: what nobody published in time is claimed by one relay", async (world) => {
    const { store } = world;
    const later = new Date("2026-05-01T00:00:00.000Z");
    const messages = [message("a"), message("b", later)];
    const { outbox } = await publish(store, messages);
    if (outbox.length === 0) return;
    expect(answerOf(await store.outbox.claim("relay-1", CLAIM, 10))).toEqual([]);
    pass(world, CLAIM);
    const claimed = answerOf(await store.outbox.claim("relay-1", CLAIM, 10));
    expect(claimed).toEqual(messages.map((each, index) => ({ ...each, id: outbox[index] })));
    expect(answerOf(await store.outbox.claim("relay-2", CLAIM, 10))).toEqual([]);
  }),
  test("a message reported as sent in a later unit is gone", async (world) => {
    const { store } = world;
    const { outbox } = await publish(store, [message("a"), message("b")]);
    await publish(store, [], outbox.slice(0, 1));
    pass(world, CLAIM);
    const rest = answerOf(await store.outbox.claim("relay", CLAIM, 10));
    expect(rest.map(({ id }) => id)).toEqual(outbox.slice(1));
    answerOf(await store.outbox.sent(outbox));
    expect(answerOf(await store.outbox.waiting())).toBe(0);
  }),
  test("a relay claims no more than it asks for, the oldest first", async (world) => {
    const { store } = world;
    const { outbox } = await publish(store, [message("a"), message("b"), message("c")]);
    expect(answerOf(await store.outbox.waiting())).toBe(outbox.length);
    pass(world, CLAIM);
    const claimed = answerOf(await store.outbox.claim("relay", CLAIM, 2));
    expect(claimed.map(({ id }) => id)).toEqual(outbox.slice(0, 2));
  }),
];
