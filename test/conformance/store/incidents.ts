/** What the bus gave up is open once, seen by people, and closed once. */
import { expect } from "@jest/globals";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { IncidentDraft } from "../../../runtime/store/incidents.ts";
import { answerOf } from "../bus/answers.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const draft = (sequenceNumber: number, given: Partial<IncidentDraft> = {}): IncidentDraft => ({
  topic: "worker-jobs",
  subscription: "worker-west",
  sequenceNumber,
  envelope: {
    messageId: MessageId.parse(`m-${sequenceNumber}`),
    body: "{}",
    properties: { WorkerId: "west" },
  },
  reason: "MaxDeliveryCountExceeded",
  description: "ten times",
  batchId: 0,
  ...given,
});

export const INCIDENTS: readonly StoreCase[] = [
  test("R28, I35 (part): a dead letter is one incident, however often it is brought", async ({
    store,
    clock,
  }) => {
    const other = draft(1, { subscription: "worker-east" });
    expect(answerOf(await store.incidents.open([draft(1), draft(1), other]))).toBe(2);
    expect(answerOf(await store.incidents.open([draft(1), draft(2)]))).toBe(1);
    expect(answerOf(await store.incidents.openCount())).toBe(3);
    const first = { ...draft(1), id: 1, openedAt: clock.time, closed: null };
    expect(answerOf(await store.incidents.read(1))).toEqual(first);
    expect(answerOf(await store.incidents.list(0, 1))).toEqual([first]);
    const rest = answerOf(await store.incidents.list(1, 10));
    expect(rest.map(({ id, subscription }) => [id, subscription])).toEqual([
      [2, "worker-east"],
      [3, "worker-west"],
    ]);
    expect(answerOf(await store.incidents.read(9))).toBeNull();
  }),
  test("open incidents that fit a filter are counted", async ({ store }) => {
    const east = { subscription: "worker-east", reason: "Expired" };
    answerOf(await store.incidents.open([draft(1), draft(2), draft(3, east), draft(4, east)]));
    answerOf(await store.incidents.close(4, "discarded", "ada"));
    const count = async (filters: Parameters<typeof store.incidents.count>[0]) =>
      answerOf(await store.incidents.count(filters));
    expect(await count({})).toEqual({ count: 3, isCapped: false });
    expect((await count({ subscription: "worker-east" })).count).toBe(1);
    expect((await count({ topic: "worker-jobs", reason: draft(1).reason })).count).toBe(2);
    expect((await count({ batchId: 0, reason: "Expired" })).count).toBe(1);
    expect((await count({ topic: "other" })).count).toBe(0);
  }),
  test("R28: an open incident is attention of the platform and an event of its log", async ({
    store,
  }) => {
    answerOf(await store.incidents.open([draft(1), draft(1)]));
    const open = answerOf(await store.records.attention(10));
    expect(open).toMatchObject([
      { subject: "incident:1", batchId: 0, actions: ["redrive", "discard"] },
    ]);
    expect(open[0]?.reason).toContain("MaxDeliveryCountExceeded");
    const events = answerOf(await store.records.events(0, 0, 10));
    expect(events.map(({ type }) => type)).toEqual(["incident.opened"]);
    expect(events[0]?.detail).toMatchObject({ id: 1, messageId: "m-1", sequenceNumber: 1 });
  }),
  test("R28: an incident is closed once, with who did it and how", async (world) => {
    const { store, clock } = world;
    answerOf(await store.incidents.open([draft(1), draft(2)]));
    pass(world, 1_000);
    expect(answerOf(await store.incidents.close(1, "redriven", "ada"))).toBe(true);
    expect(answerOf(await store.incidents.close(1, "discarded", "eve"))).toBe(false);
    expect(answerOf(await store.incidents.close(9, "discarded", "eve"))).toBe(false);
    const closed = answerOf(await store.incidents.read(1))?.closed;
    expect(closed).toEqual({ at: clock.time, how: "redriven", by: "ada" });
    expect(answerOf(await store.incidents.openCount())).toBe(1);
    const open = answerOf(await store.records.attention(10));
    expect(open.map(({ subject }) => subject)).toEqual(["incident:2"]);
    const last = answerOf(await store.records.events(0, 2, 10));
    expect(last.map(({ actor, type }) => [actor, type])).toEqual([["ada", "incident.redriven"]]);
    expect(answerOf(await store.incidents.open([draft(1)]))).toBe(0);
  }),
];
