import { describe, expect, test } from "@jest/globals";
import { idempotencyKey, runCard } from "../../../../runtime/contract/messages/run-card.ts";
import { sample } from "./samples.ts";

const read = (change: Record<string, unknown>) =>
  runCard.read(JSON.stringify({ ...sample("runcards.run-card"), ...change }));
const keyOf = (change: Record<string, unknown>) => {
  const card = read(change);
  return card.ok ? idempotencyKey(card.value) : null;
};

describe("run cards", () => {
  test("A-005: a card is read as its design describes it", () => {
    expect(read({})).toEqual({ ok: true, value: sample("runcards.run-card") });
  });

  test.each(["ingest", "minutes", "score"])("A-002 (part), A-005: %s is a type", (type) => {
    expect(read({ type }).ok).toBe(true);
  });

  test("A-010 (part): the idempotency key is the payload's, or else the card's own id", () => {
    expect(keyOf({})).toBe("eng-abc123-score");
    expect(keyOf({ payload: {} })).toBe("9b2d7c1e-5a40-4f0e-8f4e-2f6f0c9f1a11");
  });

  test("A-005: the rest of the payload is handed on untouched", () => {
    const payload = { engagement_id: "e", Nested: { A_b: [1, null] }, _idempotency_key: "k" };
    expect(read({ payload })).toMatchObject({ value: { payload } });
  });

  test.each([
    { id: "msg-67890" },
    { type: "archive" },
    { payload: null },
    { payload: { _idempotency_key: "" } },
    { correlation_id: "" },
    { correlation_id: undefined },
    { retry_count: -1 },
  ])("A-005: a card with %j is invalid", (change) => {
    expect(read(change)).toMatchObject({ ok: false, error: { kind: "invalid" } });
  });

  test("A-005: a card starts with no retries", () => {
    expect(read({ retry_count: undefined })).toMatchObject({ value: { retry_count: 0 } });
  });
});
