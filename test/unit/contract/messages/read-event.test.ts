import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { StepName } from "../../../../runtime/contract/identifiers.ts";
import { StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { LIMITS } from "../../../../runtime/contract/limits.ts";
import { batchInit } from "../../../../runtime/contract/messages/batch-init.ts";
import type { MessageFormat } from "../../../../runtime/contract/messages/format.ts";
import { memberAdded } from "../../../../runtime/contract/messages/member-added.ts";
import { memberRemoved } from "../../../../runtime/contract/messages/member-removed.ts";
import { phaseDue } from "../../../../runtime/contract/messages/phase-due.ts";
import { pollCheck } from "../../../../runtime/contract/messages/poll-check.ts";
import { readEvent } from "../../../../runtime/contract/messages/read-event.ts";
import { retryCheck } from "../../../../runtime/contract/messages/retry-check.ts";
import { sample, sampleText } from "./samples.ts";

const value = (type: string, body: unknown) => {
  const event = readEvent(type, JSON.stringify(body));
  if (!event.ok) throw new Error(JSON.stringify(event.error));
  return event.value;
};

/** Writes what a sample says in both casings: the same fields as the sample, and no others. */
function rewrite<Message>(format: MessageFormat<Message>, name: string) {
  const event = format.read(sampleText(name));
  if (!event.ok) throw new Error(JSON.stringify(event.error));
  const camel = Object.keys(sample(name)).sort();
  const pascal = camel.map((key) => key.charAt(0).toUpperCase() + key.slice(1));
  for (const [wire, keys] of [
    ["camel", camel],
    ["pascal", pascal],
  ] as const) {
    const text = format.write(event.value, wire);
    if (!text.ok) throw new Error(JSON.stringify(text.error));
    expect(Object.keys(JSON.parse(text.value)).sort()).toEqual(keys);
    expect(format.read(text.value)).toEqual(event);
  }
}

describe("orchestrator events", () => {
  test("M-040, O-003: batch-init is read from both systems, extras null when absent", () => {
    const few = { messageType: "batch-init", batchId: 42, runbookVersion: 3 };
    const runbookName = "contoso-mailbox-migration";
    expect(value("batch-init", sample("automation.batch-init"))).toEqual({
      ...few,
      runbookName,
      batchStartTime: null,
      memberCount: null,
    });
    expect(value("batch-init", sample("orchestrator.batch-init"))).toEqual({
      ...few,
      runbookName,
      batchStartTime: "2025-03-15T00:00:00.000Z",
      memberCount: 150,
    });
  });

  test(
    "M-041 (part), O-006 (part), X-40 (part): " +
      "phase-due carries the phase's version and, as a hint, members",
    () => {
      expect(value("phase-due", sample("automation.phase-due"))).toMatchObject({
        phaseName: "pre-notification",
        phaseExecutionId: 108,
        runbookVersion: 3,
        offsetMinutes: null,
        dueAt: null,
        memberIds: null,
      });
      expect(value("phase-due", sample("orchestrator.phase-due"))).toMatchObject({
        offsetMinutes: 7200,
        dueAt: "2025-03-10T00:00:00.000Z",
        memberIds: [501, 502, 503, 504],
      });
    },
  );

  test("M-042, O-010, O-012 (part): member messages are read from both systems", () => {
    expect(value("member-added", sample("automation.member-added"))).toEqual({
      messageType: "member-added",
      runbookName: null,
      runbookVersion: null,
      batchId: 42,
      batchMemberId: 505,
      memberKey: "newuser@contoso.com",
    });
    expect(value("member-removed", sample("orchestrator.member-removed"))).toMatchObject({
      messageType: "member-removed",
      runbookName: "contoso-mailbox-migration",
      batchMemberId: 503,
    });
  });

  test("M-043, O-013, X-13 (part): checks say whether they mean an init step, or nothing", () => {
    expect(value("poll-check", sample("automation.poll-check"))).toMatchObject({
      stepExecutionId: 1042,
      isInitStep: false,
      batchId: null,
      stepName: null,
      pollCount: null,
    });
    expect(value("poll-check", sample("orchestrator.poll-check"))).toMatchObject({
      isInitStep: null,
      batchId: 42,
      stepName: "start-mailbox-move",
      pollCount: 5,
    });
    expect(value("retry-check", sample("automation.retry-check"))).toMatchObject({
      messageType: "retry-check",
      isInitStep: false,
      retryCount: null,
    });
  });

  test("X-13 (part): the checks we write always say whether they mean an init step", () => {
    const check = {
      runbookName: null,
      runbookVersion: null,
      batchId: null,
      stepExecutionId: StepExecutionId.parse(7),
      stepName: StepName.parse("move"),
      isInitStep: false,
    };
    const poll = pollCheck.write({ ...check, messageType: "poll-check", pollCount: 2 });
    expect(poll.ok && JSON.parse(poll.value)).toEqual({
      messageType: "poll-check",
      stepExecutionId: 7,
      stepName: "move",
      pollCount: 2,
      isInitStep: false,
    });
    const retry = retryCheck.write({ ...check, messageType: "retry-check", retryCount: 1 });
    expect(retry.ok && retry.value).toContain('"isInitStep":false');
  });

  test("X-12: events read back as they were written, in both casings", () => {
    rewrite(batchInit, "orchestrator.batch-init");
    rewrite(phaseDue, "orchestrator.phase-due");
    rewrite(memberAdded, "orchestrator.member-added");
    rewrite(memberRemoved, "orchestrator.member-removed");
  });

  test("X-12: one body with a field in two casings is refused", () => {
    const body = JSON.stringify({ ...sample("automation.batch-init"), batchId: 42 });
    const error = { kind: "ambiguous-field", field: "batchId" };
    expect(readEvent("batch-init", body)).toEqual({ ok: false, error });
  });

  test.each(["batch-cancelled", "", "Batch-Init", "__proto__", "toString"])(
    "M-049 (part): the type %p is unknown, and the failure names it",
    (messageType) => {
      const error = { kind: "unknown-type", messageType };
      expect(readEvent(messageType, "{}")).toEqual({ ok: false, error });
    },
  );

  test.each([undefined, null, 7])(
    "M-039 (part), M-049 (part): a type property of %p is no type",
    (property) => {
      const error = { kind: "unknown-type", messageType: null };
      expect(readEvent(property, sampleText("orchestrator.batch-init"))).toEqual({
        ok: false,
        error,
      });
    },
  );

  test("a body that names another type than the property does is invalid", () => {
    expect(readEvent("member-removed", sampleText("orchestrator.member-added"))).toMatchObject({
      ok: false,
      error: { kind: "invalid", problems: [{ field: "messageType" }] },
    });
  });

  test("a missing field is named", () => {
    const { BatchId: _, ...body } = sample("automation.phase-due");
    expect(readEvent("phase-due", JSON.stringify(body))).toMatchObject({
      ok: false,
      error: { kind: "invalid", problems: [{ field: "batchId" }] },
    });
  });

  test("R31 (part): a message too large for the broker is refused by writer and reader", () => {
    const due = phaseDue.read(sampleText("orchestrator.phase-due"));
    if (!due.ok) throw new Error("the sample must be readable");
    const memberIds = Array(70_000).fill(due.value.memberIds?.[0]);
    expect(phaseDue.write({ ...due.value, memberIds })).toMatchObject({
      ok: false,
      error: { kind: "too-large", bytesMax: LIMITS.messageBytes },
    });
    expect(readEvent("phase-due", JSON.stringify({ memberIds }))).toMatchObject({
      ok: false,
      error: { kind: "too-large" },
    });
  });

  test("R56 (part): any text at all gives an event or a failure, never an exception", () => {
    const type = fc.constantFrom("batch-init", "phase-due", "member-added", "poll-check");
    fc.assert(
      fc.property(type, fc.oneof(fc.string(), fc.json()), (messageType, body) => {
        expect(readEvent(messageType, body).ok).toBe(false);
      }),
      { seed: 12 },
    );
  });
});
