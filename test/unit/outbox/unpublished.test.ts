import { expect, test } from "@jest/globals";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { unpublished } from "../../../runtime/outbox/unpublished.ts";

const given = (id: string) => ({
  topic: "worker-results",
  envelope: { messageId: MessageId.parse(id), body: "{", properties: {} },
  failure: { kind: "message-too-large", index: 0, bytes: 300_000, bytesMax: 262_144 } as const,
});

test("R31: a message without a row has one place of its own, which its id comes to", () => {
  const one = unpublished(given("one"));
  expect(one).toMatchObject({ subscription: "outbox", reason: "message-too-large", batchId: 0 });
  expect(Number.isSafeInteger(one.sequenceNumber)).toBe(true);
  expect(unpublished(given("one")).sequenceNumber).toBe(one.sequenceNumber);
  expect(unpublished(given("two")).sequenceNumber).not.toBe(one.sequenceNumber);
  expect(unpublished(given("one"), 7).sequenceNumber).toBe(7);
});
