/** Things that happen together on purpose: drawn one by one they would hardly ever meet. Each
 *  episode is in a few runs of a hundred, on top of whatever else happens there. */
import type { Stream } from "../kernel/random.ts";
import { WORKER_IDS } from "./functions.ts";
import type { Churn, Order, WorldPlan } from "./plan.ts";
import type { Trouble } from "./troubles.ts";

type Episode = (draw: Stream, plan: WorldPlan) => Partial<WorldPlan>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function withEpisodes(draw: Stream, drawn: WorldPlan): WorldPlan {
  let plan = drawn;
  for (const [chance, episode] of EPISODES) {
    if (draw.chance(chance)) plan = { ...plan, ...episode(draw, plan) };
  }
  return plan;
}

/** Later than all others, so that nobody else is in their batch. */
const GLIMPSE_MIN = 19;

/** Who makes a batch of somebody seen once often dies at it, and the next look shows nobody. */
const cutOffBeforeAnybodyJoined: Episode = (draw, { churn, faults, storyMs }) => {
  const glimpses = Array.from({ length: 3 }, (_, each): Churn => {
    const atMs = draw.int(MINUTE_MS, storyMs - 3 * MINUTE_MS);
    const key = `glimpse${each}@example.org`;
    return { atMs, kind: "glimpse", key, startMin: GLIMPSE_MIN + each };
  });
  const rates = { crash: 0.4, refuse: 0, lose: 0.3 };
  return {
    churn: [...churn, ...glimpses],
    faults: { ...faults, singled: { call: "batches.create", rates } },
  };
};

/** Two publish at once, often dying at it while a person keeps batches from ending; others join
 *  the old batches and new ones after it. */
const published: Episode = (draw, { churn, orders, members, faults, storyMs }) => {
  const atMs = draw.int(5 * MINUTE_MS, storyMs - 4 * MINUTE_MS);
  const pick = draw.int(0, 999);
  const ordered = (kind: Order["kind"], soonMs: number, by: number): Order => {
    return { atMs: atMs + soonMs, kind, by, pick: pick + by, times: 1 };
  };
  const publishes = [ordered("publish", 0, 0), ordered("publish", draw.int(0, 60), 1)];
  const pauses = [0, 1].map((by) => ordered("pause", draw.int(-2 * MINUTE_MS, -SECOND_MS), by));
  const joins = Array.from({ length: draw.int(1, 3) }, (_, each): Churn => {
    const isOld = members.length > 0 && draw.chance(0.6);
    const startMin = isOld ? draw.pick(members).startMin : draw.int(8, 18);
    const key = `after${each}@example.org`;
    return { atMs: atMs + draw.int(0, 5 * MINUTE_MS), kind: "add", key, startMin };
  });
  const singled = { call: "runbooks.publish", rates: { crash: 0.9, refuse: 0, lose: 0 } };
  const isCutOff = draw.chance(0.5);
  return {
    churn: [...churn, ...joins],
    orders: [...orders, ...publishes, ...(isCutOff ? pauses : [])],
    faults: isCutOff ? { ...faults, singled } : faults,
  };
};

/** From early on nobody looks into the source; what is under way goes on. */
const switchedOff: Episode = (draw, { orders }) => {
  const atMs = draw.int(4 * MINUTE_MS, 7 * MINUTE_MS);
  const order: Order = { atMs, kind: "automation-off", by: 0, pick: 0, times: 1 };
  return { orders: [...orders, order] };
};

const IN_TURN: readonly (readonly Trouble[])[] = [
  ["failed", "never"],
  ["throttled", "crash"],
  ["throttled"],
  ["failed", "failed", "slow"],
];

/** The same trouble again and again, or one kind after the other. */
const troubledInTurn: Episode = (draw, { natures }) => ({
  natures: {
    ...natures,
    trouble: Math.max(natures.trouble, 0.3),
    hopeless: Math.max(natures.hopeless, 0.6),
    inTurn: draw.pick(IN_TURN),
  },
});

/** Work takes long and few jobs may be out: who is to be asked again finds the way taken. */
const narrow: Episode = (draw, { natures }) => {
  const workMs = Math.max(natures.workMs, 30_000);
  const key = `worker:${draw.pick(WORKER_IDS)}`;
  return { limited: { key, most: draw.int(1, 2) }, natures: { ...natures, workMs } };
};

/** Other people stand in the source from one look to the next, in the same batches. Who is missing
 *  is often not kept in mind at once: then nobody may have come in their place yet. */
const replaced: Episode = (draw, { churn, members, faults, storyMs }) => {
  const atMs = draw.int(4 * MINUTE_MS, storyMs - 4 * MINUTE_MS);
  const leave = members.map(({ key }): Churn => ({ atMs, kind: "remove", key }));
  const more = draw.int(1, 4);
  const come = [...members, ...members.slice(0, more)].map(
    ({ startMin }, each): Churn => ({
      atMs,
      kind: "add",
      key: `other${each}@example.org`,
      startMin,
    }),
  );
  const back = members.slice(0, draw.int(0, 2)).map(({ key }): Churn => {
    return { atMs: atMs + draw.int(1, 4) * MINUTE_MS, kind: "return", key };
  });
  const all = { churn: [...churn, ...leave, ...come, ...back] };
  const rates = { crash: 0.2, refuse: 0.4, lose: 0.1 };
  const singled = { call: "discovery.noteAbsences", rates };
  return draw.chance(0.7) ? { ...all, faults: { ...faults, singled } } : all;
};

/** Many of one batch fail, and how many may, mostly as a share, was said before. */
const budgeted: Episode = (draw, { orders, natures, storyMs }) => {
  const startMin = draw.int(8, 14);
  const members = Array.from({ length: draw.int(4, 8) }, (_, at) => ({
    key: `user${at}@example.org`,
    startMin,
  }));
  const ordered = (kind: Order["kind"], atMs: number): Order => {
    return { atMs, kind, by: draw.int(0, 1), pick: draw.int(0, 999), times: 1 };
  };
  // Every third that can be picked is a share alone.
  const budgets = [2, 4, 6].map((minute) => {
    const order = ordered("set-budget", minute * MINUTE_MS + draw.int(0, MINUTE_MS));
    return draw.chance(0.7) ? { ...order, pick: 1 + 3 * draw.int(0, 300) } : order;
  });
  const resumes = Array.from({ length: draw.int(0, 3) }, () =>
    ordered("resume", draw.int(8 * MINUTE_MS, storyMs)),
  );
  const kinds: readonly Trouble[] = ["failed", ...natures.kinds.filter(() => draw.chance(0.3))];
  const trouble = Math.max(natures.trouble, 0.3);
  const hopeless = Math.max(natures.hopeless, 0.7);
  return {
    members,
    orders: [...orders, ...budgets, ...resumes],
    natures: { ...natures, trouble, hopeless, kinds },
  };
};

/** Several messages that nobody can read end in one queue, and somebody lets some of them go or
 *  sends them again once they are incidents. */
const givenUp: Episode = (draw, { churn, orders, storyMs }) => {
  const says = draw.pick(["malformed", "no-correlation", "unknown-type", "bad-job"] as const);
  // One worker's queue, where it is a job.
  const pick = draw.int(0, 99);
  const letters = Array.from({ length: draw.int(3, 5) }, (_, each): Churn => {
    const atMs = MINUTE_MS + each * draw.int(SECOND_MS, 20 * SECOND_MS);
    return { atMs, kind: "rogue", says, pick };
  });
  const ends = [0, 1, 2].map((at): Order => {
    const kind = draw.chance(0.6) ? "discard" : "redrive";
    const atMs = draw.int(9 * MINUTE_MS, storyMs);
    return { atMs, kind, by: draw.int(0, 1), pick: at, times: 1 };
  });
  return { churn: [...churn, ...letters], orders: [...orders, ...ends] };
};

/** Two make a batch of the same people by hand at the same moment, and ask for it again: the first
 *  time may have been cut off in the middle. */
const byHandTwice: Episode = (draw, { orders, faults, storyMs }) => {
  const atMs = draw.int(MINUTE_MS, storyMs - 4 * MINUTE_MS);
  const pick = 3 + 4 * draw.int(0, 99);
  const made = [0, draw.int(0, 60)].flatMap((soonMs, by): readonly Order[] => {
    const first = atMs + soonMs;
    const advance = { atMs: first + 3 * MINUTE_MS, kind: "advance", by, pick, times: 1 } as const;
    return [{ atMs: first, kind: "manual-batch", by, pick, times: 3 }, advance];
  });
  const singled = { call: "batches.create", rates: { crash: 0.3, refuse: 0, lose: 0.3 } };
  return {
    orders: [...orders, ...made],
    faults: draw.chance(0.5) ? { ...faults, singled } : faults,
  };
};

/** Somebody puts the database's clock right, or wrong. */
const clockSet: Episode = (draw, { churn, storyMs }) => {
  const sets = Array.from({ length: draw.int(1, 2) }, (): Churn => {
    const byMs = draw.int(-5 * MINUTE_MS, 5 * MINUTE_MS);
    return { atMs: draw.int(2 * MINUTE_MS, storyMs), kind: "store-clock", byMs };
  });
  return { churn: [...churn, ...sets] };
};

const EPISODES: readonly (readonly [chance: number, episode: Episode])[] = [
  [0.04, cutOffBeforeAnybodyJoined],
  [0.1, published],
  [0.06, switchedOff],
  [0.08, troubledInTurn],
  [0.06, narrow],
  [0.06, replaced],
  [0.06, budgeted],
  [0.06, givenUp],
  [0.05, byHandTwice],
  [0.12, clockSet],
];
