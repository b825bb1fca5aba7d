/** One run of one plan, from an empty platform to its end. */

import { PEEK_MAX } from "../../runtime/bus/bus.ts";
import type { BatchId } from "../../runtime/contract/ids.ts";
import { isLiveBatch } from "../../runtime/domain/engine/statuses.ts";
import type { LoggedEvent } from "../../runtime/store/records.ts";
import { lifeName } from "./kernel/host.ts";
import { takeGlobalsAway } from "./kernel/strict-globals.ts";
import type { Checker, End } from "./watch/checker.ts";
import type { BatchRows } from "./watch/commit.ts";
import type { DeadLetter } from "./watch/effect.ts";
import type { Violation } from "./watch/hub.ts";
import type { Mirror } from "./watch/mirror.ts";
import { isHolding } from "./watch/rows.ts";
import { addAdministrators } from "./world/administrators.ts";
import { migrateOnce } from "./world/base-store.ts";
import { plantPast, rememberedIn } from "./world/past.ts";
import type { WorldPlan } from "./world/plan.ts";
import { addPlatform } from "./world/platform-hosts.ts";
import { setUp } from "./world/set-up.ts";
import { fillTable, tellStory } from "./world/story.ts";
import { addWorkers } from "./world/workers.ts";
import { openWorld, START_MS, type Told, type World } from "./world/world.ts";

export type SeedResult = {
  readonly seed: number;
  readonly events: number;
  readonly faults: readonly string[];
  readonly violations: readonly Violation[];
  /** Why a calm run did not come to rest; null when it did or was not meant to. */
  readonly stuck: string | null;
  readonly situations: ReadonlyMap<string, number>;
  /** What became of each member, by batch start and key. */
  readonly outcomes: ReadonlyMap<string, string>;
  readonly traceHash: string;
  /** The last commits, when something is wrong. */
  readonly recent: readonly string[];
};

const HOUR_MS = 3_600_000;
/** How long a calm platform may take to come to rest: every step with all its attempts, polls
 *  and deadlines, one after the other. */
const REST_MS = 12 * HOUR_MS;
const EVENTS_MAX = 60_000;
const LOOK_EVERY_MS = 30_000;
const PROBE_MS = 90_000;
/** Every reader of dead letters has had a turn by then. */
const REST_LOOKS_AFTER_MS = 290_000;
/** More than any run leaves open. */
const LISTED_MAX = 10_000;
/** More than any batch has a log of. */
const LOGGED_MAX = 1_000_000;

export async function runPlan(
  plan: WorldPlan,
  only: ReadonlySet<string> | null = null,
  told: Told | null = null,
  also: readonly Checker[] = [],
): Promise<SeedResult> {
  if (plan.store === "sqlite") await migrateOnce();
  const giveBack = takeGlobalsAway();
  try {
    const world = await openWorld(plan, only, told, also);
    try {
      return await runWorld(world);
    } finally {
      world.broker.stop();
      await world.base.close();
    }
  } finally {
    giveBack();
  }
}

async function runWorld(world: World): Promise<SeedResult> {
  const { plan, kernel, hub, fates, situations } = world;
  await plantPast(world);
  await setUp(world);
  fillTable(world);
  addPlatform(world);
  addWorkers(world);
  addAdministrators(world);
  tellStory(world);
  for (const host of world.hosts) host.start();
  const endMs = START_MS + plan.storyMs + (plan.isCalmed ? REST_MS : 0);
  const rest = watchForRest(world);
  probe(world);
  const how = await kernel.run({
    isDone: () => hub.violations().length > 0 || rest.isThere(),
    timeMs: endMs,
    eventsMax: EVENTS_MAX,
  });
  const isCalm = plan.isCalmed && rest.isThere();
  if (hub.violations().length === 0) hub.onEnd(await endOf(world, isCalm));
  return {
    seed: plan.seed,
    events: kernel.events(),
    faults: fates.happened(),
    violations: hub.violations(),
    stuck: plan.isCalmed && !isCalm && hub.violations().length === 0 ? stuckOf(world, how) : null,
    situations,
    outcomes: outcomesOf(world),
    traceHash: kernel.traceHash(),
    recent: hub.violations().length > 0 ? hub.recent() : [],
  };
}

/** What became of each member: told by the workers alone when nothing goes wrong. */
function outcomesOf({ mirror }: World): ReadonlyMap<string, string> {
  const outcomes = new Map<string, string>();
  for (const { batch, members, executions } of mirror.all()) {
    const held = new Set([...executions.values()].map((row) => (row.held ? row.memberId : 0)));
    for (const { id, key, status } of members.values()) {
      const end = held.has(id) ? "held" : status;
      outcomes.set(`${batch.start?.getTime()} ${key}`, end);
    }
  }
  return outcomes;
}

/** Shows the batches now and then, and how long nothing has kept the platform from working. */
function probe(world: World): void {
  const { kernel, hub, mirror, outage, plan, clock } = world;
  const { slowChance, freeze } = plan.faults;
  const isSlow = slowChance + freeze > 0 && world.fates.areOn();
  const calmForMs = isSlow ? 0 : kernel.now() - Math.max(outage.lastMs, START_MS);
  hub.onProbe({ now: clock.now(), batches: mirror.all(), calmForMs });
  kernel.after(PROBE_MS, () => probe(world));
}

/** Looks now and then whether everything has come to rest after the story. */
function watchForRest(world: World): { readonly isThere: () => boolean } {
  const { kernel, plan, base } = world;
  let isThere = false;
  let looks = 0;
  const look = async (): Promise<void> => {
    const unsent = await base.own.outbox.waiting();
    const isSent = unsent.ok && unsent.value === 0;
    looks = isSent && isAtRest(world) ? looks + 1 : 0;
    isThere = looks >= 2;
    if (!isThere) lookAfter(LOOK_EVERY_MS);
  };
  const lookAfter = (ms: number): void => void kernel.after(ms, () => void look());
  if (plan.isCalmed) lookAfter(plan.storyMs + 2 * plan.tickMs + REST_LOOKS_AFTER_MS);
  return { isThere: () => isThere };
}

function isAtRest({ mirror, broker }: World): boolean {
  for (const rows of mirror.all()) if (!isResting(mirror, rows)) return false;
  return queuedIn(broker.statistics()).every(([, count]) => count === 0);
}

/** Ended, or waiting for a person who was asked. */
function isResting(mirror: Mirror, rows: BatchRows): boolean {
  const { batch, phases, executions, attention, members } = rows;
  if (batch.inFlight > 0) return false;
  for (const { dueAt } of executions.values()) if (dueAt !== null) return false;
  if (!isLiveBatch(batch.status)) return true;
  const isWaiting = [...phases.values()].some(
    ({ status, dueAt }) => status === "pending" && dueAt !== null,
  );
  if (isWaiting && batch.status === "active") return false;
  const isPaused = batch.paused || [...phases.values()].some(({ paused }) => paused);
  const waits = [...members.values()].some(
    ({ waitsFor }) => waitsFor !== null && mirror.of(waitsFor)?.batch.paused === true,
  );
  return attention.size > 0 || isPaused || waits || batch.isManual;
}

type Queued = readonly (readonly [place: string, count: number])[];

const queuedIn = (statistics: ReturnType<World["broker"]["statistics"]>): Queued =>
  statistics.flatMap(({ topic, scheduled, subscriptions }) => [
    [`${topic} (scheduled)`, scheduled] as const,
    ...Object.entries(subscriptions).map(
      ([name, { ready, locked, deferred }]) =>
        [`${topic}/${name}`, ready + locked + deferred] as const,
    ),
  ]);

async function endOf(world: World, isCalm: boolean): Promise<End> {
  const { kernel, mirror, base, broker, hosts, plan, clock } = world;
  const statistics = broker.statistics();
  const waiting = await base.own.outbox.waiting();
  const incidents = await base.own.incidents.list(0, LISTED_MAX);
  const attention = await base.own.records.attention(LISTED_MAX);
  const active = await base.own.runbooks.allActive();
  const live = await base.own.batches.live(null);
  const unbegun = (live.ok ? live.value : []).filter(
    ({ batch }) => batch.status === "detected" && !batch.isManual,
  );
  return {
    now: clock.now(),
    isCalm,
    calmSince: new Date(clock.now().getTime() - (kernel.now() - START_MS - plan.storyMs)),
    lives: new Set(hosts.flatMap((host) => (host.isUp() ? lifeName(host) : []))),
    heldUntil: await leasesIn(base),
    batches: [...mirror.all()],
    outboxWaiting: waiting.ok ? waiting.value : -1,
    queued: new Map(queuedIn(statistics)),
    deadLetters: await deadLettersIn(broker),
    incidents: incidents.ok ? incidents.value : [],
    asked: (attention.ok ? attention.value : []).flatMap(({ batchId, subject }) =>
      batchId === 0 ? subject : [],
    ),
    activeVersion: (active.ok ? active.value[0]?.version : null) ?? 0,
    liveKeys: (live.ok ? live.value : []).map(({ batch, key }) => `${batch.runbookName} ${key}`),
    unbegun: unbegun.map(({ batch }) => batch.id),
    remembered: await rememberedIn(world),
    logs: await logsIn(world),
  };
}

async function logsIn({ base, mirror }: World): Promise<End["logs"]> {
  const logs = new Map<BatchId | 0, readonly LoggedEvent[]>();
  for (const id of [0 as const, ...[...mirror.all()].map(({ batch }) => batch.id)]) {
    const log = await base.own.records.events(id, 0, LOGGED_MAX);
    if (log.ok) logs.set(id, log.value);
  }
  return logs;
}

/** All there are. */
const LEASES = ["scheduler", "rebalance"] as const;

async function leasesIn({ own }: World["base"]): Promise<ReadonlyMap<string, Date>> {
  const held = new Map<string, Date>();
  for (const name of LEASES) {
    const until = await own.leases.heldUntil(name);
    if (until.ok && until.value !== null) held.set(name, until.value);
  }
  return held;
}

/** All of them, whatever the product's own reader has seen. */
async function deadLettersIn(broker: World["broker"]): Promise<readonly DeadLetter[]> {
  const line = broker.connect("world");
  const letters: DeadLetter[] = [];
  for (const { topic, subscriptions } of broker.statistics()) {
    for (const [subscription, { dead }] of Object.entries(subscriptions)) {
      const queue = { topic, subscription, queue: "dead-letter" } as const;
      for (let from = 0, left = dead; left > 0; ) {
        const page = await line.peek(queue, { from, max: PEEK_MAX });
        const seen = page.ok ? page.value : [];
        if (seen.length === 0) throw new Error(`${left} dead letters of ${topic} cannot be read`);
        for (const { sequenceNumber, messageId, body } of seen)
          letters.push({ topic, subscription, sequenceNumber, messageId, body });
        from = (seen.at(-1)?.sequenceNumber ?? 0) + 1;
        left -= seen.length;
      }
    }
  }
  return letters;
}

function stuckOf({ mirror, broker }: World, how: string): string {
  const waited = new Set(
    [...mirror.all()].flatMap(({ members }) =>
      [...members.values()].map(({ waitsFor }) => waitsFor),
    ),
  );
  const left = [...mirror.all()].filter(
    (rows) => !isResting(mirror, rows) || waited.has(rows.batch.id),
  );
  const batches = left.map(({ batch, executions, phases, members }) => {
    const open = [...executions.values()].filter((row) => row.outstanding || isHolding(row));
    const rows = open.slice(0, 3).map(({ frozen, undo, result, ...row }) => JSON.stringify(row));
    const of = [...phases.values()].map(({ id, status, remaining, dueAt }) => [
      id,
      status,
      remaining,
      dueAt,
    ]);
    const who = [...members.values()].map(({ id, status, waitsFor }) => [id, status, waitsFor]);
    const facts = JSON.stringify({ phases: of, members: who, batch });
    return `${facts}: ${rows.join(" ")}`;
  });
  const queues = queuedIn(broker.statistics()).filter(([, count]) => count > 0);
  return `${how}: ${batches.join("; ")} ${JSON.stringify(queues)}`;
}
