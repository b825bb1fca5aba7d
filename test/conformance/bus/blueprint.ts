/** The topics of the platform behave as the blueprint says. */
import { expect } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Source } from "../../../runtime/bus/lock.ts";
import { acceptSession, idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { DAY, HOUR, MINUTE } from "./entities.ts";
import { deadLettersOf, idsOf, message } from "./messages.ts";
import { abandon } from "./settle-ways.ts";

const WEST = { topic: "worker-jobs", subscription: "worker-west" };
const EAST = { topic: "worker-jobs", subscription: "worker-east" };
const UNROUTED = { topic: "worker-jobs", subscription: "unrouted" };
const EVENTS = { topic: "orchestrator-events", subscription: "orchestrator" };
const RESULTS = { topic: "worker-results", subscription: "orchestrator" };
const MONITORING = { topic: "agent-logs", subscription: "orchestrator-monitoring" };
const ARCHIVAL = { topic: "agent-logs", subscription: "archival" };

const job = (id: string, WorkerId: string) => message(id, { properties: { WorkerId } });

async function lifeOf(bus: Bus, source: Source, id: string): Promise<number> {
  await publish(bus, source.topic, job(id, "west"));
  const { enqueuedAt, expiresAt } = await receiveOne(bus, source);
  return (expiresAt?.getTime() ?? 0) - enqueuedAt.getTime();
}

async function deliveriesOf(bus: Bus, source: Source): Promise<number> {
  await publish(bus, source.topic, job("a", "west"));
  let deliveries = 0;
  for (let [next] = await receive(bus, source); next; [next] = await receive(bus, source)) {
    deliveries = next.deliveryCount;
    await abandon(bus, next);
  }
  return deliveries;
}

export const BLUEPRINT: readonly BusCase[] = [
  test("M-037 (part), X-74 (part): a job goes to its worker and to no other", async ({ bus }) => {
    await publish(bus, "worker-jobs", job("a", "west"), job("b", "east"), job("c", "west"));
    expect(await idsIn(bus, WEST)).toEqual(["a", "c"]);
    expect(await idsIn(bus, EAST)).toEqual(["b"]);
    expect(await idsIn(bus, UNROUTED)).toEqual([]);
  }),

  test("R20 (part): a job for a worker that does not exist is not lost but unrouted", async ({
    bus,
  }) => {
    await publish(bus, "worker-jobs", job("a", "north"), message("b"));
    expect(await idsIn(bus, UNROUTED)).toEqual(["a", "b"]);
  }),

  test("R20 (part): a quote in a worker id changes nothing about the routing", async ({ bus }) => {
    await publish(bus, "worker-jobs", job("a", "x' OR '1'='1"));
    expect(await idsIn(bus, WEST)).toEqual([]);
    expect(await idsIn(bus, UNROUTED)).toEqual(["a"]);
  }),

  test("M-037 (part): the orchestrator gets every event and every result", async ({ bus }) => {
    await publish(
      bus,
      "orchestrator-events",
      message("a", { properties: { MessageType: "x" } }),
      "b",
    );
    await publish(bus, "worker-results", "c");
    expect(await idsIn(bus, EVENTS)).toEqual(["a", "b"]);
    expect(await idsIn(bus, RESULTS)).toEqual(["c"]);
  }),

  test(
    "M-036 (part): events, jobs and results detect duplicates for 10 minutes",
    async ({ bus, pass }) => {
      for (const source of [EVENTS, WEST, RESULTS]) {
        await publish(bus, source.topic, job("a", "west"));
        await publish(bus, source.topic, job("a", "west"));
        expect(await idsIn(bus, source)).toEqual(["a"]);
      }
      await pass(10 * MINUTE);
      for (const source of [EVENTS, WEST, RESULTS]) {
        await publish(bus, source.topic, job("a", "west"));
        expect(await idsIn(bus, source)).toEqual(["a", "a"]);
      }
    },
    "time",
  ),

  test("M-038 (part): the orchestrator's messages come ten times, locked for a minute", async ({
    bus,
    now,
  }) => {
    for (const source of [EVENTS, RESULTS]) {
      expect(await deliveriesOf(bus, source)).toBe(10);
      expect(await idsIn(bus, deadLettersOf(source))).toEqual(["a"]);
      await publish(bus, source.topic, "b");
      const { lock } = await receiveOne(bus, source);
      expect(lock.until.getTime() - now().getTime()).toBeLessThanOrEqual(MINUTE);
    }
  }),

  test("X-75 (part): events and results live 14 days, jobs and agent logs 7", async ({ bus }) => {
    expect(await lifeOf(bus, EVENTS, "a")).toBe(14 * DAY);
    expect(await lifeOf(bus, RESULTS, "b")).toBe(14 * DAY);
    expect(await lifeOf(bus, WEST, "c")).toBe(7 * DAY);
    expect(await lifeOf(bus, ARCHIVAL, "d")).toBe(7 * DAY);
  }),

  test(
    "M-038 (part): an event that nobody took for 14 days is dead-lettered, not lost",
    async ({ bus, pass }) => {
      await publish(bus, "orchestrator-events", "a");
      await pass(14 * DAY);
      expect(await idsIn(bus, EVENTS)).toEqual([]);
      expect(await idsIn(bus, deadLettersOf(EVENTS))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "M-044 (part): a retry-check sent for later arrives when the retry is due",
    async ({ bus, now, pass }) => {
      const notBefore = new Date(now().getTime() + 300_000);
      const properties = { MessageType: "retry-check" };
      await publish(bus, "orchestrator-events", message("a", { properties, notBefore }));
      expect(await receive(bus, EVENTS)).toEqual([]);
      await pass(300_000);
      expect((await receiveOne(bus, EVENTS)).properties).toEqual(properties);
    },
    "time",
  ),

  test("H-045 (part): agent logs reach monitoring and archival", async ({ bus }) => {
    await publish(bus, "agent-logs", message("a", { sessionId: "agent-1" }));
    expect(await idsIn(bus, MONITORING)).toEqual(["a"]);
    expect(await idsIn(bus, ARCHIVAL)).toEqual(["a"]);
  }),

  test(
    "H-046 (part): monitoring holds a lock for five minutes, archival for one",
    async ({ bus, now, pass }) => {
      await publish(bus, "agent-logs", message("a", { sessionId: "agent-1" }));
      const session = await acceptSession(bus, MONITORING);
      await receiveOne(bus, ARCHIVAL);
      expect(session.until.getTime()).toBe(now().getTime() + 5 * MINUTE);
      await pass(MINUTE);
      expect(await receive(bus, ARCHIVAL)).toHaveLength(1);
      await pass(4 * MINUTE - 1);
      expect((await bus.renewSessions([session]))[0]?.ok).toBe(true);
    },
    "time",
  ),

  test(
    "H-046 (part): archival delivers ten times and dead-letters what expires",
    async ({ bus, pass }) => {
      expect(await deliveriesOf(bus, ARCHIVAL)).toBe(10);
      await publish(bus, "agent-logs", message("b", { sessionId: "agent-1" }));
      await pass(7 * DAY);
      expect(await idsIn(bus, deadLettersOf(ARCHIVAL))).toEqual(["a", "b"]);
      expect(await idsIn(bus, deadLettersOf(MONITORING))).toEqual(["a", "b"]);
    },
    "time",
  ),

  test("H-052 (part), X-05 (part): events of one agent come in order", async ({ bus }) => {
    const events = ["a1", "b1", "a2", "b2", "a3"];
    const all = events.map((id) => message(id, { sessionId: `agent-${id.charAt(0)}` }));
    await publish(bus, "agent-logs", ...all);
    const session = await acceptSession(bus, MONITORING, "agent-a");
    const [first] = await receive(bus, MONITORING, 2, session);
    if (first !== undefined) await abandon(bus, first);
    const rest = await receive(bus, MONITORING, 10, session);
    expect(idsOf(rest)).toEqual(["a1", "a3"]);
  }),

  test("X-36: a run card has six deliveries before it is a dead letter", async ({ bus }) => {
    for (const topic of ["ingest", "minutes", "score"]) {
      expect(await deliveriesOf(bus, { topic, subscription: "consumer" })).toBe(6);
      expect(await idsIn(bus, deadLettersOf({ topic, subscription: "consumer" }))).toEqual(["a"]);
    }
  }),

  test(
    "A-015: a run card that waited an hour is dead-lettered, not lost",
    async ({ bus, pass }) => {
      await publish(bus, "score", "a");
      await pass(HOUR);
      const dead = await receiveOne(
        bus,
        deadLettersOf({ topic: "score", subscription: "consumer" }),
      );
      expect(dead.properties["DeadLetterReason"]).toBe("TTLExpiredException");
    },
    "time",
  ),
];
