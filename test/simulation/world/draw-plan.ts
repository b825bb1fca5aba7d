/** Draws a plan from a seed. Each class of trouble is on or off for a whole run with even chances
 *  ("swarm"): rare classes are then not drowned by frequent ones. */
import type { FaultRates, PortKind } from "../kernel/fate.ts";
import { type Stream, stream } from "../kernel/random.ts";
import { withEpisodes } from "./episodes.ts";
import { FUNCTIONS, WORKER_IDS } from "./functions.ts";
import type {
  Churn,
  FaultPlan,
  Order,
  PlannedMember,
  RogueWord,
  SourceMood,
  WorldPlan,
} from "./plan.ts";
import { SHAPES } from "./shape.ts";
import { DISTURBING, TROUBLES } from "./troubles.ts";

const MINUTE_MS = 60_000;

export function drawPlan(seed: number): WorldPlan {
  const draw = stream(seed, "plan");
  const more = stream(seed, "more");
  const size = draw.next();
  const members = drawMembers(draw, size);
  const leaveMs = draw.chance(0.06) ? draw.int(3, 10) * MINUTE_MS : null;
  const storyMs = draw.int(12, 24) * MINUTE_MS;
  const isRough = draw.chance(0.85);
  // Without any trouble from outside, outcomes can be told exactly.
  const isPlain = draw.chance(0.08);
  const plan: WorldPlan = {
    seed,
    isCalmed: draw.chance(0.75),
    store: drawStore(draw),
    shape: draw.int(0, SHAPES - 1),
    limits: size < 0.85 ? { phasesMax: 3, stepsMax: 3 } : { phasesMax: 4, stepsMax: 5 },
    members,
    churn: isPlain ? [] : drawChurn(draw, members, storyMs, isRough, leaveMs),
    orders: isPlain ? [] : drawOrders(draw, storyMs, leaveMs),
    hosts: {
      schedulers: draw.pick([1, 1, 1, 2, 2, 3]),
      orchestrators: draw.pick([1, 1, 2, 2, 3]),
      relays: draw.pick([1, 1, 1, 2, 3]),
      workers: draw.int(1, 2),
    },
    tickMs: draw.pick([100_000, 180_000, 280_000]),
    faults: drawFaults(draw, isRough && !isPlain),
    natures: {
      trouble: draw.chance(0.7) ? draw.next() * 0.4 : 0,
      hopeless: draw.next() * 0.5,
      workMs: isPlain ? 4_000 : draw.pick([4_000, 30_000, 80_000]),
      kinds: (isPlain ? UNDISTURBING : TROUBLES).filter(() => draw.chance(0.5)),
    },
    storyMs,
    isRestless: more.chance(0.25),
    limited: more.chance(0.15) ? { key: more.pick(LIMITED), most: more.int(1, 3) } : null,
    unregistered:
      !isPlain && more.chance(0.08)
        ? { workerId: more.pick(WORKER_IDS), untilMs: more.int(5 * MINUTE_MS, storyMs) }
        : null,
  };
  return isPlain ? plan : withEpisodes(stream(seed, "episodes"), plan);
}

const LIMITED = [
  ...WORKER_IDS.map((id) => `worker:${id}`),
  ...FUNCTIONS.map((name) => `function:${name}`),
];

const UNDISTURBING = TROUBLES.filter((kind) => !DISTURBING.has(kind));

function drawStore(draw: Stream): WorldPlan["store"] {
  const number = draw.next();
  if (number < 0.01) return "sqlite";
  return number < 0.45 ? "model with seams" : "model";
}

/** How many there are at most. Two or three meet in nearly every way that many do, and cost less;
 *  who leaves in a crowd and large commits need the others. */
const CROWDS: readonly (readonly [below: number, most: number])[] = [
  [0.05, 0],
  [0.5, 4],
  [0.84, 8],
  [0.98, 14],
  [1, 40],
];

/** Mostly a few, sometimes nobody, seldom many. */
function drawMembers(draw: Stream, size: number): readonly PlannedMember[] {
  const [, most] = CROWDS.find(([below]) => size < below) ?? [1, 0];
  const starts = Array.from({ length: draw.pick([1, 1, 2, 3]) }, () => draw.int(4, 16));
  return Array.from({ length: draw.int(Math.min(most, 1), most) }, (_, at) => ({
    key: `user${at}@example.org`,
    startMin: draw.pick(starts),
  }));
}

function drawFaults(draw: Stream, isRough: boolean): FaultPlan {
  const on = (most: number): number => (isRough && draw.chance(0.5) ? draw.next() * most : 0);
  const rates = (crash: number): FaultRates => ({
    crash: on(crash),
    refuse: on(0.05),
    lose: on(0.05),
  });
  const byPort: Record<PortKind, FaultRates> = {
    store: rates(0.012),
    bus: rates(0.012),
    ledger: rates(0.02),
    source: rates(0.02),
  };
  return {
    rates: byPort,
    latencyMs: draw.pick([1, 20, 200]),
    slowChance: on(0.02),
    slowMs: draw.pick([5_000, 70_000, 150_000]),
    vanish: on(0.03),
    twice: on(0.1),
    partly: on(0.1),
    duplicateWindow: draw.chance(0.7),
    deliveriesMax: draw.pick([10, 10, 3, 2]),
    freeze: on(0.006),
    skewMs: isRough && draw.chance(0.5) ? draw.int(0, 5 * MINUTE_MS) : 0,
  };
}

const some = (draw: Stream, chance: number, most: number): number =>
  draw.chance(chance) ? draw.int(1, most) : 0;

function drawChurn(
  draw: Stream,
  members: readonly PlannedMember[],
  storyMs: number,
  isRough: boolean,
  leaveMs: number | null,
): readonly Churn[] {
  const at = (): number => draw.int(MINUTE_MS, storyMs);
  const startMin = (): number => draw.int(4, 18);
  const churn: Churn[] = [];
  const keyed = (kind: "refresh" | "blur", count: number): void => {
    for (let each = 0; each < count && members.length > 0; each += 1) {
      churn.push({ atMs: at(), kind, key: draw.pick(members).key });
    }
  };
  for (let each = some(draw, 0.3, 3); each > 0; each -= 1) {
    const joins = members.length > 0 && draw.chance(0.6) ? draw.pick(members).startMin : null;
    const key = `late${each}@example.org`;
    churn.push({ atMs: at(), kind: "add", key, startMin: joins ?? startMin() });
  }
  for (let each = some(draw, 0.4, 3); each > 0 && members.length > 0; each -= 1) {
    const { key } = draw.pick(members);
    const atMs = at();
    churn.push({ atMs, kind: "remove", key });
    const backMs = atMs + draw.int(2, 10) * MINUTE_MS;
    if (draw.chance(0.5)) churn.push({ atMs: backMs, kind: "return", key });
  }
  keyed("refresh", some(draw, 0.35, 24));
  keyed("blur", some(draw, 0.12, 2));
  for (let each = some(draw, 0.25, 2); each > 0 && members.length > 0; each -= 1) {
    const { key, startMin: before } = draw.pick(members);
    const atMs = at();
    churn.push({ atMs, kind: "move", key, startMin: startMin() });
    const backMs = atMs + draw.int(2, 6) * MINUTE_MS;
    if (draw.chance(0.4)) churn.push({ atMs: backMs, kind: "move", key, startMin: before });
  }
  // All at once: more than may go unasked.
  for (const { key } of leaveMs === null ? [] : members) {
    churn.push({ atMs: leaveMs ?? 0, kind: "remove", key });
  }
  return [...churn, ...(isRough ? drawWeather(draw, at) : [])];
}

const MOODS: readonly SourceMood[] = ["fails", "empty", "cut-off", "well"];
const ROGUE: readonly RogueWord[] = [
  "malformed",
  "foreign",
  "repeat",
  "unknown-type",
  "no-correlation",
  "bad-job",
  "gone",
];

function drawWeather(draw: Stream, at: () => number): readonly Churn[] {
  const churn: Churn[] = [];
  for (let each = some(draw, 0.25, 3); each > 0; each -= 1) {
    churn.push({ atMs: at(), kind: "source", mood: draw.pick(MOODS) });
  }
  for (let each = some(draw, 0.2, 2); each > 0; each -= 1) {
    const of = draw.pick(["store", "bus"] as const);
    churn.push({ atMs: at(), kind: "outage", of, forMs: draw.int(1_000, 4 * MINUTE_MS) });
  }
  for (let each = some(draw, 0.2, 2); each > 0; each -= 1) {
    const byMs = draw.int(-5 * MINUTE_MS, 5 * MINUTE_MS);
    churn.push({ atMs: at(), kind: "clock-step", pick: draw.int(0, 99), byMs });
  }
  for (let each = some(draw, 0.3, 3); each > 0; each -= 1) {
    churn.push({ atMs: at(), kind: "rogue", says: draw.pick(ROGUE), pick: draw.int(0, 99) });
  }
  for (let each = some(draw, 0.12, 3); each > 0; each -= 1) {
    churn.push({ atMs: at() >> 1, kind: "rogue", says: "gone", pick: draw.int(0, 99) });
  }
  for (let each = some(draw, 0.15, 2); each > 0; each -= 1) {
    churn.push({ atMs: at(), kind: "connection-lost", pick: draw.int(0, 99) });
  }
  return churn;
}

/** By how often they are drawn. */
const ORDERS: readonly (readonly [Order["kind"], number])[] = [
  ["pause", 3],
  ["resume", 4],
  ["pause-phase", 2],
  ["resume-phase", 3],
  ["retry-member", 4],
  ["retry-init", 3],
  ["retry-step", 4],
  ["fail-step", 2],
  ["skip-step", 3],
  ["cancel", 4],
  ["advance", 5],
  ["approve-removals", 2],
  ["set-budget", 2],
  ["publish", 6],
  ["automation-off", 1],
  ["automation-on", 2],
  ["set-limit", 3],
  ["lift-limit", 3],
  ["manual-batch", 2],
  ["retry-failed", 2],
  ["add-member", 2],
  ["remove-member", 4],
  ["redrive", 1],
  ["discard", 2],
];
const ORDER_BAG = ORDERS.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));

const APPROVE_AFTER_MS = 7 * MINUTE_MS;

function drawOrders(draw: Stream, storyMs: number, leaveMs: number | null): readonly Order[] {
  const count = draw.chance(0.6) ? draw.int(1, 10) : 0;
  const orders: Order[] = Array.from({ length: count }, () => ({
    atMs: draw.int(MINUTE_MS, storyMs),
    kind: draw.pick(ORDER_BAG),
    by: draw.int(0, 1),
    pick: draw.int(0, 999),
    times: draw.chance(0.3) ? 2 : 1,
  }));
  for (const { kind, atMs, by, pick } of [...orders]) {
    // Two who publish at once.
    if (kind === "publish" && draw.chance(0.8)) {
      const soonMs = draw.int(0, draw.chance(0.7) ? 60 : 1_500);
      orders.push({ atMs: atMs + soonMs, kind, by: 1 - by, pick: pick + 1, times: 1 });
    }
    // Whoever makes a batch by hand also moves it on.
    for (let stage = 1; kind === "manual-batch" && stage <= 4; stage += 1) {
      const waitMs = stage * draw.int(1, 3) * MINUTE_MS;
      orders.push({ atMs: atMs + waitMs, kind: "advance", by, pick, times: 1 });
    }
  }
  if (leaveMs === null) return orders;
  const atMs = leaveMs + APPROVE_AFTER_MS;
  return [...orders, { atMs, kind: "approve-removals", by: 0, pick: draw.int(0, 9), times: 2 }];
}
