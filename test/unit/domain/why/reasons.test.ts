import { describe, expect, test } from "@jest/globals";
import { RunbookName } from "../../../../runtime/contract/identifiers.ts";
import { BatchId, MemberId } from "../../../../runtime/contract/ids.ts";
import { etaOf } from "../../../../runtime/domain/why/eta.ts";
import { explain, rootOf } from "../../../../runtime/domain/why/explain.ts";
import type { Facts, SeenStep } from "../../../../runtime/domain/why/facts.ts";
import { whyRunbook } from "../../../../runtime/domain/why/why-runbook.ts";
import { factsOf, runningBatch } from "./running-batch.ts";

const name = RunbookName.parse("move");
const at = new Date("2026-03-02T08:00:00.000Z");

describe("why a runbook finds no new batches", () => {
  const well = {
    name,
    isActive: true,
    automation: { enabled: true, by: null, at: null },
    lastError: null,
    lastErrorAt: null,
  };
  test.each([
    ["runbook-inactive", { isActive: false }],
    ["automation-off", { automation: { enabled: false, by: "ada", at } }],
    ["automation-off", { automation: { enabled: false, by: null, at: null } }],
    ["source-failing", { lastError: "no such file", lastErrorAt: at }],
    ["next-look", {}],
  ])("says %s when that is so", (kind, given) => {
    expect(whyRunbook({ ...well, ...given }).kind).toBe(kind);
  });

  test("who switched the automation off is named", () => {
    const off = whyRunbook({ ...well, automation: { enabled: false, by: "ada", at } });
    expect(off.text).toContain("ada");
    expect(off.orders).toEqual([{ order: "enable-automation", runbookName: name }]);
  });
});

describe("a step whose job is with a worker", () => {
  const facts = factsOf(runningBatch());
  const [memberId = MemberId.parse(1)] = [...facts.members.keys()];
  const out = (facts.steps.get(memberId) ?? [])[0] as SeenStep;

  test("says since when, and until when an answer is awaited", () => {
    const why = explain(facts, { kind: "step", id: out.id });
    expect(why?.reason).toMatchObject({
      kind: "at-worker",
      since: out.dispatchedAt,
      at: out.dueAt,
    });
    expect(why?.chain).toEqual([]);
  });

  test("whose answer the bus gave up is held up by that incident", () => {
    const incidents = [{ id: 7, executionId: out.id, reason: "too large", openedAt: at }];
    const told: Facts = { ...facts, incidents };
    const why = explain(told, { kind: "batch" });
    expect(why === null ? null : rootOf(why)).toMatchObject({
      kind: "incident",
      orders: [
        { order: "redrive", incidentId: 7 },
        { order: "discard", incidentId: 7 },
      ],
    });
  });

  test("ends in an interval that begins now at the earliest", () => {
    const eta = etaOf(facts, { kind: "step", id: out.id });
    expect(eta?.kind).toBe("between");
    if (eta?.kind !== "between") return;
    expect(eta.earliest.getTime()).toBeGreaterThanOrEqual(facts.now.getTime());
    expect(eta.latest.getTime()).toBeGreaterThan(eta.earliest.getTime());
  });
});

describe("a paused batch", () => {
  const running = factsOf(runningBatch("paused"));

  test("says who paused it, and that nobody knows when it ends", () => {
    const paused = new Map([[0 as const, { actor: "ada", at }]]);
    const facts: Facts = { ...running, paused };
    const why = explain(facts, { kind: "batch" });
    expect(why?.reason).toMatchObject({
      kind: "paused",
      since: at,
      orders: [{ order: "resume", batchId: facts.batch.id, phaseId: null }],
    });
    expect(why?.reason.text).toContain("by ada");
    expect(etaOf(facts, { kind: "batch" })?.kind).toBe("unknown");
  });
});

test.each([
  ["paused itself by it", "engine", 0, "The batch paused itself at 2026-03-02 08:00:00 UTC."],
  ["was paused before", "ada", 60_000, "paused before that, by ada at 2026-03-02 07:59:00 UTC."],
])("a batch whose budget is spent says that it %s", (_, actor, beforeMs, text) => {
  const running = factsOf(runningBatch("paused"));
  const { id: batchId } = running.batch;
  const subject = `batch:${batchId}:budget`;
  const question = { subject, batchId, reason: "2 failed.", actions: ["resume"], openedAt: at };
  const paused = new Map([[0 as const, { actor, at: new Date(at.getTime() - beforeMs) }]]);
  const facts: Facts = { ...running, paused, attention: new Map([[subject, question]]) };
  const reason = explain(facts, { kind: "batch" })?.reason;
  expect(reason?.kind).toBe("failure-budget");
  expect(reason?.text).toContain(text);
});

describe("a member that another batch is not done with", () => {
  test("is explained by what holds it there", () => {
    const other = factsOf(runningBatch());
    const own = factsOf(runningBatch());
    const from = BatchId.parse(99);
    const there: Facts = { ...other, batch: { ...other.batch, id: from } };
    const [id = MemberId.parse(1)] = [...own.members.keys()];
    const member = own.members.get(id);
    if (member === undefined) throw new Error("nobody is in the batch");
    const facts: Facts = {
      ...own,
      members: new Map([[id, { ...member, waitsFor: from }]]),
      steps: new Map(),
      elsewhere: new Map([[from, there]]),
    };
    const why = explain(facts, { kind: "member", id });
    expect(why?.reason.kind).toBe("earlier-batch");
    expect(why === null ? null : rootOf(why).kind).toBe("at-worker");
    expect(etaOf(facts, { kind: "member", id })?.kind).not.toBe("unknown");
  });
});
