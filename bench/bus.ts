/** How many messages pass through the embedded broker: published, received and completed in
 *  groups, with duplicate detection, time to live and locks as the blueprint sets them. Once the
 *  core alone, with the journal made though nobody writes it; once in the commits of a store in a
 *  file, as the engine uses it: jobs one way and results the other, each commit with what it
 *  settles and publishes and with the delivery to whoever waits. Rounds of the whole, of which the
 *  median counts. On a shared machine the processor's time says more than the clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "../runtime/bus/bus.ts";
import { entitiesOf } from "../runtime/bus/embedded/configure.ts";
import { brokerCore, type Core } from "../runtime/bus/embedded/core/core.ts";
import type { NewMessage } from "../runtime/bus/embedded/core/publish.ts";
import { type DurableBroker, openDurableBroker } from "../runtime/bus/embedded/durable.ts";
import type { Settlement } from "../runtime/bus/lock.ts";
import type { Received } from "../runtime/bus/message.ts";
import { TOPICS } from "../runtime/contract/blueprint/topics.ts";
import type { MessageId } from "../runtime/contract/message-id.ts";
import { openSqliteStore, type SqliteStore } from "../runtime/store/sqlite/sqlite-store.ts";
import { systemClock } from "../runtime/time/system/system-clock.ts";
import { median } from "./median.ts";

const ROUNDS = 5;
const MESSAGES = 100_000;
const GROUP = 1_000;
const BODY_CHARS = 400;
/** A step of the engine is two messages and has 32 µs for everything: one message must not take
 *  more than a quarter of that on a quiet machine, nor more than a half on a busy one. */
const BUDGET_MICROS = 16;

const QUEUE = { topic: "worker-jobs", subscription: "worker-west", dead: false };
const JOBS = { topic: "worker-jobs", subscription: "worker-west" };
const RESULTS = { topic: "worker-results", subscription: "orchestrator" };

export type BusRate = {
  readonly messagesPerSec: number;
  readonly microsPerMessage: number;
  readonly messages: number;
  readonly rounds: number;
  readonly withinBudget: boolean;
};

type Round = { readonly ms: number; readonly cpuMs: number };

type BusReport = BusRate & {
  readonly cpuMicrosPerMessage: number;
  /** In a file: a job and its result, all but the rows of the engine. */
  readonly durableMicrosPerStep: number;
  readonly durableCpuMicrosPerStep: number;
  readonly table: string;
};

export async function measureBus(): Promise<BusReport> {
  const core = Array.from({ length: ROUNDS }, () => coreRound());
  const durable: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) durable.push(await durableRound());
  const rate = summary(core.map(({ ms }) => ms));
  const figures = {
    ...rate,
    cpuMicrosPerMessage: micros(core.map(({ cpuMs }) => cpuMs)),
    durableMicrosPerStep: 2 * micros(durable.map(({ ms }) => ms)),
    durableCpuMicrosPerStep: 2 * micros(durable.map(({ cpuMs }) => cpuMs)),
  };
  return { ...figures, table: tableOf(figures) };
}

const micros = (roundsMs: readonly number[]): number =>
  Math.round((median(roundsMs) * 10_000) / MESSAGES) / 10;

export function summary(roundsMs: readonly number[]): BusRate {
  const microsPerMessage = (median(roundsMs) * 1_000) / MESSAGES;
  return {
    messagesPerSec: Math.round(1_000_000 / microsPerMessage),
    microsPerMessage: micros(roundsMs),
    messages: MESSAGES,
    rounds: roundsMs.length,
    withinBudget: microsPerMessage <= BUDGET_MICROS,
  };
}

function stopwatch(): () => Round {
  const started = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 };
  };
}

function coreRound(): Round {
  let ids = 0;
  const core = brokerCore(() => {
    ids += 1;
    return `claim-${ids}`;
  });
  const configured = core.putEntities(0, entitiesOf(TOPICS, ["west"])).outcome;
  if (!configured.ok) throw new Error(configured.error.detail);
  const groups = Array.from({ length: MESSAGES / GROUP }, (_, index) => group(index, "step"));
  const took = stopwatch();
  let passed = 0;
  for (const [index, messages] of groups.entries()) {
    core.publish(index, QUEUE.topic, messages);
    passed += take(core, index);
  }
  if (passed !== MESSAGES) throw new Error(`${passed} of ${MESSAGES} messages came through`);
  return took();
}

/** The ids are ours and well formed: reading each would only cost time. */
const group = (index: number, kind: string): readonly NewMessage[] =>
  Array.from({ length: GROUP }, (_, place) => ({
    messageId: `${kind}-${index * GROUP + place}-attempt-1` as MessageId,
    body: "x".repeat(BODY_CHARS),
    properties: { WorkerId: "west" },
    sessionId: null,
    ttlMs: null,
    system: {},
    due: null,
  }));

function take(core: Core, now: number): number {
  const asked = { queue: QUEUE, owner: "bench", session: null, max: GROUP };
  const { outcome } = core.receive(now, asked);
  if (!outcome.ok) throw new Error(outcome.error.kind);
  const items = outcome.value.map(({ sequence, token, sessionId }) => ({
    lock: { queue: QUEUE, sequence, token, sessionId },
    verdict: { kind: "complete" as const },
  }));
  return core.settle(now, items).outcome.filter(({ ok }) => ok).length;
}

type Opened = { readonly store: SqliteStore<Settlement>; readonly broker: DurableBroker };

async function openBroker(path: string): Promise<Opened> {
  const opened: DurableBroker[] = [];
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const store = await openSqliteStore<Settlement>({
    path,
    now: systemClock.now,
    delivery: (journal) => {
      const broker = openDurableBroker({ journal, clock: systemClock, nextId });
      opened.push(broker);
      return { kind: "fused", fuse: broker.fuse };
    },
  });
  const [broker] = opened;
  if (broker === undefined) throw new Error("the store asked for no delivery");
  await broker.configure(entitiesOf(TOPICS, ["west"]));
  return { store, broker };
}

async function durableRound(): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), "drover-bench-"));
  const { store, broker } = await openBroker(join(folder, "bench.db"));
  const send = async (
    topic: string,
    messages: readonly NewMessage[],
    done: readonly Received[],
  ): Promise<void> => {
    const publish = messages.map((envelope) => ({ topic, envelope, notBefore: null }));
    const settle = done.map(({ lock }) => ({ kind: "complete" as const, lock }));
    const sent = await store.together(({ deliver }) => deliver({ publish, settle }));
    if (!sent.ok) throw new Error(sent.error.kind);
  };
  const [worker, engine] = [broker.connect("worker"), broker.connect("engine")];
  const steps = MESSAGES / 2 / GROUP;
  const jobs = Array.from({ length: steps }, (_, index) => group(index, "job"));
  const results = Array.from({ length: steps }, (_, index) => group(index, "result"));
  const took = stopwatch();
  let done: readonly Received[] = [];
  for (let step = 0; step < steps; step += 1) {
    const receivedJobs = waitFor(worker, JOBS);
    await send(JOBS.topic, jobs[step] ?? [], done);
    const receivedResults = waitFor(engine, RESULTS);
    await send(RESULTS.topic, results[step] ?? [], await receivedJobs);
    done = await receivedResults;
  }
  const round = took();
  await broker.stop();
  await store.close();
  rmSync(folder, { recursive: true });
  return round;
}

async function waitFor(bus: Bus, source: typeof JOBS): Promise<readonly Received[]> {
  const got = await bus.receive(source, { max: GROUP, waitMs: 600_000 });
  if (!got.ok || got.value.length !== GROUP) throw new Error("not all messages came through");
  return got.value;
}

const tableOf = (rate: Omit<BusReport, "table">): string =>
  `core: ${rate.messagesPerSec} messages/s, ${rate.microsPerMessage} µs each, ` +
  `${rate.cpuMicrosPerMessage} µs of processor (published, received, completed)\n` +
  `in a file: ${rate.durableMicrosPerStep} µs per step, ` +
  `${rate.durableCpuMicrosPerStep} µs of processor (a job and its result, two commits a group)\n` +
  `${rate.rounds} rounds of ${rate.messages} messages in groups of ${GROUP}; ` +
  `${rate.withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MICROS} µs\n`;
