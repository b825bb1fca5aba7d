/** A chaos run: waves of people go through the platform while its process is killed again and
 *  again at random moments. In the end everything must have come to an end, and the tenant's own
 *  ledger says whether anything is missing or there twice.
 *  It waits for states and never for seconds: a kill that finds nothing left to do starts a new
 *  wave, and only a platform on which nothing happens for very long counts as stalled. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Chance, chanceOf } from "./chance.ts";
import {
  AHEAD_MS_MAX,
  BEHIND_MS_MAX,
  DISTURBANCES,
  type DisturbanceName,
  disturbanceOf,
} from "./disturbances.ts";
import { dieYoung } from "./first-start.ts";
import {
  killed,
  type Running,
  type Settings,
  startPlatform,
  startTenant,
  type Tenant,
} from "./processes.ts";
import { isAnythingDue, type State, stateOf } from "./state.ts";
import { judge, readEffects } from "./tenant/effects.ts";
import { type Waves, wavesIn } from "./waves.ts";

export type ChaosOptions = {
  readonly kills: number;
  readonly people: number;
  readonly seed: number;
  readonly say: (line: string) => void;
};

export type ChaosResult = {
  /** Processes that were alive and were killed. */
  readonly kills: number;
  /** Lives that ended by themselves before anybody killed them: their file was full. */
  readonly ended: number;
  readonly lost: number;
  readonly doubled: number;
  /** From the start of a process until something happens again. */
  readonly recoveryP50Ms: number;
  readonly recoveryP99Ms: number;
  readonly effects: number;
  readonly waves: number;
  readonly incidents: number;
  readonly attention: readonly string[];
  /** Of the kills those that found jobs out: the others killed a process that had nothing to do,
   *  or had not begun. */
  readonly atWork: number;
  /** How many processes were killed at or after each. */
  readonly moments: Readonly<Partial<Record<DisturbanceName, number>>>;
  readonly seed: number;
  /** The first few of what was lost or doubled. */
  readonly examples: readonly string[];
};

type World = {
  readonly waves: Waves;
  readonly chance: Chance;
  readonly tenant: Tenant;
  readonly ledger: string;
  readonly recoveries: number[];
  readonly moments: Map<DisturbanceName, number>;
  readonly people: number;
  kills: number;
  ended: number;
  atWork: number;
  readonly say: ChaosOptions["say"];
  settings: Settings;
  /** The largest shift of any clock so far. */
  furthestMs: number;
};

const KILL_WITHIN_MS = 1_500;
/** What one person leaves in the log on the way through its wave, about. */
const EVENTS_PER_PERSON = 5;
const DIE_YOUNG = 4;
const LOOK_MS = 5;
/** Nothing at all has happened for so long: that is no slow machine any more. */
const STALLED_MS = 15 * 60_000;
/** A clock that was set costs seconds; what it must not cost is what it was set by. */
const STALLED_BY_CLOCK_MS = 5 * 60_000;
/** When the first wave is to begin: no clock that is set back comes before it. */
const LONG_AGO_MS = 400 * 86_400_000;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { people, seed, say, kills } = options;
  const folder = mkdtempSync(join(tmpdir(), "drover-chaos-"));
  const members = join(folder, "members");
  mkdirSync(members);
  const ledger = join(folder, "tenant.jsonl");
  const tenant = await startTenant(ledger);
  const path = join(folder, "drover.db");
  const world: World = {
    waves: wavesIn(members, people, Date.now() - LONG_AGO_MS),
    chance: chanceOf(seed),
    tenant,
    ledger,
    recoveries: [],
    moments: new Map(),
    people,
    kills: 0,
    ended: 0,
    atWork: 0,
    say,
    settings: { path, members, tenantUrl: tenant.url, shiftMs: 0, speed: 1, pagesMax: null },
    furthestMs: 0,
  };
  try {
    world.waves.put();
    // Of the first lives each has its own trouble, whatever the first start has cost; and for one
    // that ended by itself another is killed.
    for (let life = 0; life < kills || world.kills < kills; life += 1) await oneLife(world, life);
    return resultOf(world, options, await lastLife(world));
  } finally {
    await tenant.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From its start to its killing. Only one whose file is full may end before, by itself. */
async function oneLife(world: World, life: number): Promise<void> {
  const { chance, waves, say } = world;
  const name = disturbanceOf(life, chance);
  if (name === "first-start") return firstStart(world, life);
  const { settings, disturb } = DISTURBANCES[name];
  const lifeSettings = settings(world.settings, chance);
  world.settings = { ...lifeSettings, speed: 1, pagesMax: null };
  if (isIdle(world, 0)) waves.put();
  const started = performance.now();
  const platform = startPlatform(lifeSettings);
  // Some are killed as they start, the others when they have begun to do something; whoever is to
  // sleep through its locks must have some.
  const isWaitedFor = name === "pause" || (chance.whole(DIE_YOUNG) > 0 && name !== "full");
  const isUp = isWaitedFor && (await platform.said) !== null;
  if (isUp) await recovered(world, platform, started);
  else await sleepMs(chance.whole(KILL_WITHIN_MS));
  if (isUp) await someMore(world, platform, name === "none" ? 1 : 2);
  await disturb(platform, chance, () => goesOn(world, platform));
  const behindMs = name === "clock" ? BEHIND_MS_MAX : 0;
  if (isUp && name !== "none") await someMore(world, platform, 2, behindMs);
  else if (!isUp) await sleepMs(chance.whole(KILL_WITHIN_MS));
  const wasKilled = await killed(platform);
  if (!wasKilled && name !== "full") throw new Error(`it ended by itself: ${platform.complaint()}`);
  if (wasKilled) world.kills += 1;
  else world.ended += 1;
  if (wasKilled && stateOf(world.settings.path).inFlight > 0) world.atWork += 1;
  // What a fast clock was ahead the next one is, too: time does not go back by minutes.
  const aheadMs = (lifeSettings.speed - 1) * (performance.now() - started);
  world.settings = { ...world.settings, shiftMs: world.settings.shiftMs + Math.round(aheadMs) };
  world.furthestMs = Math.max(world.furthestMs, world.settings.shiftMs + AHEAD_MS_MAX);
  world.moments.set(name, (world.moments.get(name) ?? 0) + 1);
  const end = wasKilled ? "killed" : `ended by itself (${lastLine(platform.complaint())})`;
  say(`life ${life + 1} (${name}) ${end}: ${describe(stateOf(world.settings.path), world)}`);
}

/** Until so much more has happened, at most one of so many parts of a wave: how fast the machine is
 *  does not decide where in its work a process is killed. One that has nothing to do is not waited
 *  for. */
async function someMore(
  world: World,
  platform: Running,
  parts: number,
  behindMs = 0,
): Promise<void> {
  const most = Math.ceil((world.people * EVENTS_PER_PERSON) / parts);
  const enough = stateOf(world.settings.path).events + world.chance.whole(most);
  await until(world, platform, () => isIdle(world, behindMs) || eventsIn(world) >= enough);
}

const eventsIn = ({ settings }: World): number => stateOf(settings.path).events;

/** Something more happens: there is a new wave, whatever was planned by another clock. */
async function goesOn(world: World, platform: Running): Promise<void> {
  world.waves.put();
  const before = stateOf(world.settings.path).events;
  const isSo = (): boolean => stateOf(world.settings.path).events > before;
  await until(world, platform, isSo, STALLED_BY_CLOCK_MS);
}

/** Before there ever was a platform. */
async function firstStart(world: World, life: number): Promise<void> {
  const { settings, chance, say, moments } = world;
  const young = await dieYoung(settings, chance);
  moments.set("first-start", young);
  world.kills += young;
  say(`life ${life + 1} (first-start): ${young} killed before there was a database`);
}

/** Nobody kills this one: it must bring everything to its end. Its clock has been put right, so
 *  that what was planned by one that was ahead comes, too. */
async function lastLife(world: World): Promise<State> {
  const platform = startPlatform({ ...world.settings, shiftMs: world.furthestMs });
  try {
    if ((await platform.said) === null)
      throw new Error(`it does not start: ${platform.complaint()}`);
    await until(world, platform, () => isDone(world));
    return stateOf(world.settings.path);
  } finally {
    await killed(platform);
  }
}

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

/** Until something happened that had not before, or there is nothing to do. */
async function recovered(world: World, platform: Running, started: number): Promise<void> {
  const before = stateOf(world.settings.path).events;
  const isSo = (): boolean => stateOf(world.settings.path).events > before || isDone(world);
  await until(world, platform, isSo);
  world.recoveries.push(performance.now() - started);
}

function isDone({ settings, waves }: World): boolean {
  const { batches, completed } = stateOf(settings.path);
  return batches === waves.count() && completed === batches;
}

/** Nothing is left to do, or nothing by a clock that is so far behind. */
function isIdle(world: World, behindMs: number): boolean {
  if (isDone(world)) return true;
  const { settings, waves } = world;
  if (stateOf(settings.path).batches < waves.count()) return false;
  return !isAnythingDue(settings.path, new Date(Date.now() + settings.shiftMs - behindMs));
}

async function until(
  world: World,
  platform: Running,
  isSo: () => boolean,
  stalledMs = STALLED_MS,
): Promise<void> {
  let last = { events: -1, at: performance.now() };
  while (!isSo()) {
    const { events } = stateOf(world.settings.path);
    if (events !== last.events) last = { events, at: performance.now() };
    if (performance.now() - last.at > stalledMs) {
      const state = describe(stateOf(world.settings.path), world);
      throw new Error(`nothing happens any more: ${state}\n${platform.complaint()}`);
    }
    if (platform.child.exitCode !== null) {
      throw new Error(`the platform ended by itself: ${platform.complaint()}`);
    }
    await sleepMs(LOOK_MS);
  }
}

const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const describe = ({ attention, ...state }: State, { waves }: World): string =>
  JSON.stringify({ waves: waves.count(), ...state, held: attention.length });

function resultOf(world: World, { seed }: ChaosOptions, state: State): ChaosResult {
  const effects = readEffects(world.ledger);
  const { lost, doubled } = judge(world.waves.expected(), effects);
  const sorted = world.recoveries.toSorted((one, other) => one - other);
  const quantile = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    kills: world.kills,
    ended: world.ended,
    lost: lost.length,
    doubled: doubled.length,
    recoveryP50Ms: quantile(0.5),
    recoveryP99Ms: quantile(0.99),
    effects: effects.size,
    waves: world.waves.count(),
    incidents: state.incidents,
    attention: state.attention,
    atWork: world.atWork,
    moments: Object.fromEntries(world.moments),
    seed,
    examples: [...lost.slice(0, 5), ...doubled.slice(0, 5)],
  };
}
