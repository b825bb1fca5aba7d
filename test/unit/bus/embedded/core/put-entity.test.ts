import { describe, expect, test } from "@jest/globals";
import { brokerCore, type Core } from "../../../../../runtime/bus/embedded/core/core.ts";
import type {
  Entity,
  SubscriptionSettings,
  TopicSettings,
} from "../../../../../runtime/bus/embedded/core/entity.ts";
import { MessageId } from "../../../../../runtime/contract/message-id.ts";

const TOPIC: TopicSettings = {
  name: "work",
  ttlMs: null,
  bytesMax: 1_000_000,
  duplicateWindowMs: 0,
};
const SUBSCRIPTION: SubscriptionSettings = {
  name: "reader",
  ttlMs: null,
  lockMs: 60_000,
  maxDeliveryCount: 10,
  requiresSession: false,
  deadLetterOnExpiration: true,
  deadLetterOnFilterError: false,
  filters: [{ kind: "all" }],
};

const entity = (
  topic: Partial<TopicSettings> = {},
  ...subscriptions: readonly Partial<SubscriptionSettings>[]
): Entity => ({
  topic: { ...TOPIC, ...topic },
  subscriptions: subscriptions.map((each) => ({ ...SUBSCRIPTION, ...each })),
});

const fresh = (): Core => {
  let ids = 0;
  return brokerCore(() => `id-${++ids}`);
};

const publish = (core: Core, id: string, over: object = {}) =>
  core.publish(0, "work", [
    {
      messageId: MessageId.parse(id),
      body: "",
      properties: {},
      sessionId: null,
      ttlMs: null,
      system: {},
      due: null,
      ...over,
    },
  ]).outcome;

const countsOf = (core: Core, name = "reader") =>
  core.statistics(0).outcome[0]?.subscriptions[name];

describe("setting up topics and subscriptions", () => {
  test.each([
    [entity({ name: "" }), "work", "260"],
    [entity({ name: "a".repeat(261) }), "a".repeat(261), "260"],
    [entity({ name: "with space" }), "with space", "letters"],
    [entity({ duplicateWindowMs: 19_999 }), "work", "20 seconds"],
    [entity({ duplicateWindowMs: 7 * 86_400_000 + 1 }), "work", "7 days"],
    [entity({}, { name: "s".repeat(51) }), `work/${"s".repeat(51)}`, "50"],
    [entity({}, { name: "a/b" }), "work/a/b", "50"],
    [entity({}, { lockMs: 300_001 }), "work/reader", "5 minutes"],
    [entity({}, { lockMs: 0 }), "work/reader", "5 minutes"],
    [entity({}, { maxDeliveryCount: 0 }), "work/reader", "2000"],
    [entity({}, { maxDeliveryCount: 2_001 }), "work/reader", "2000"],
    [
      entity({}, ...Array.from({ length: 2_001 }, (_, index) => ({ name: `s${index}` }))),
      "work",
      "2000",
    ],
  ])("settings outside the bounds of Service Bus are refused (%#)", (broken, named, words) => {
    const { outcome, journal } = fresh().putEntities(0, [broken]);
    expect(outcome).toMatchObject({ ok: false, error: { kind: "invalid-settings" } });
    if (outcome.ok || named === "") throw new Error("a failure was expected");
    expect(outcome.error.entity).toBe(broken.topic.name === "" ? "" : named);
    expect(outcome.error.detail).toContain(words);
    expect(journal).toEqual([]);
  });

  test.each([
    entity({ name: "a".repeat(260) }),
    entity({ duplicateWindowMs: 20_000 }),
    entity({ duplicateWindowMs: 7 * 86_400_000 }),
    entity({}, { name: "s".repeat(50), lockMs: 300_000, maxDeliveryCount: 2_000 }),
    entity({}, { name: "s", lockMs: 1, maxDeliveryCount: 1 }),
  ])("settings at the bounds of Service Bus are taken (%#)", (allowed) => {
    expect(fresh().putEntities(0, [allowed]).outcome.ok).toBe(true);
  });

  test("a filter that cannot be read is refused with its place, and nothing is set up", () => {
    const core = fresh();
    const broken = { name: "other", filters: [{ kind: "sql", expression: "a = = 1" }] as const };
    const { outcome } = core.putEntities(0, [entity({}, {}), entity({ name: "next" }, broken)]);
    expect(outcome).toMatchObject({
      ok: false,
      error: { kind: "invalid-filter", entity: "next/other", at: 4 },
    });
    expect(core.statistics(0).outcome).toEqual([]);
  });

  test("putting a subscription again changes its filter and keeps its messages", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {})]);
    publish(core, "a");
    const filters = [{ kind: "correlation", properties: { colour: "red" } }] as const;
    core.putEntities(0, [entity({}, { filters })]);
    publish(core, "b");
    publish(core, "c", { properties: { colour: "red" } });
    expect(countsOf(core)).toMatchObject({ ready: 2 });
    expect(core.statistics(0).outcome[0]?.dropped).toBe(1);
  });

  test("putting a topic again changes its settings and keeps its numbering", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {})]);
    publish(core, "a");
    core.putEntities(0, [entity({ bytesMax: 1 })]);
    expect(publish(core, "b", { body: "xx" })).toMatchObject({
      ok: false,
      error: { kind: "quota-exceeded", bytesMax: 1 },
    });
  });

  test("sessions cannot be switched on or off later", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {})]);
    const { outcome } = core.putEntities(0, [entity({}, { requiresSession: true })]);
    expect(outcome).toMatchObject({ ok: false, error: { kind: "invalid-settings" } });
  });

  test("a removed subscription takes its messages, dead letters and locks along", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {}, { name: "ordered", requiresSession: true })]);
    publish(core, "a", { sessionId: "s" });
    publish(core, "b");
    const queue = { topic: "work", subscription: "reader", dead: false };
    const ordered = { ...queue, subscription: "ordered" };
    core.receive(0, { queue, owner: "one", session: null, max: 1 });
    core.acceptSession(0, { queue: ordered, owner: "two", sessionId: "s" });
    expect(core.removeSubscription(0, { topic: "WORK", subscription: "Ordered" }).outcome).toBe(
      true,
    );
    expect(core.owners()).toEqual(["one"]);
    core.removeSubscription(0, queue);
    expect(core.owners()).toEqual([]);
    expect(core.nextDue()).toBeNull();
    expect(core.statistics(0).outcome[0]).toMatchObject({ bytes: 0, subscriptions: {} });
    const { outcome } = core.receive(0, { queue, owner: "one", session: null, max: 1 });
    expect(outcome).toMatchObject({ ok: false, error: { kind: "unknown-entity" } });
  });

  test("removing what is not there is no mistake and leaves no record", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {})]);
    for (const topic of ["work", "nowhere"]) {
      const step = core.removeSubscription(0, { topic, subscription: "nobody" });
      expect(step).toMatchObject({ outcome: false, journal: [] });
    }
  });

  test("a message that breaks a filter is dropped where that does not dead-letter", () => {
    const core = fresh();
    const filters = [{ kind: "sql", expression: "1 / n = 1" }] as const;
    core.putEntities(0, [entity({}, { filters })]);
    publish(core, "a", { properties: { n: 0 } });
    expect(countsOf(core)).toEqual({ ready: 0, locked: 0, deferred: 0, dead: 0 });
  });

  test("without any time to live a message never expires", () => {
    const core = fresh();
    core.putEntities(0, [entity({}, {})]);
    publish(core, "a");
    expect(core.nextDue()).toBeNull();
  });

  test("of the ids seen in a window only so many are remembered", () => {
    const core = fresh();
    core.putEntities(0, [entity({ duplicateWindowMs: 20_000 }, { filters: [] })]);
    const message = { body: "", properties: {}, sessionId: null, ttlMs: null, system: {} };
    for (let start = 0; start <= 250_000; start += 50_000) {
      const many = Array.from({ length: 50_000 }, (_, index) => ({
        ...message,
        // The ids are ours and well formed: reading each would only cost time.
        messageId: `m${start + index}` as MessageId,
        due: null,
      }));
      core.publish(0, "work", many);
    }
    publish(core, "m299999");
    publish(core, "m0");
    expect(core.statistics(0).outcome[0]).toMatchObject({ duplicates: 1, dropped: 300_001 });
  });
});
