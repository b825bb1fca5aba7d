/** A whole platform in one thread: real core, shell, scheduler, orchestrator, relay and worker
 *  loop, on a real broker core and a store, every one of them behind ports that fail. */

import { type InMemoryBroker, inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import type { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { RunbookVersion } from "../../../runtime/contract/ids.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import type { Plans } from "../../../runtime/engine/plans.ts";
import { CHECKERS } from "../checkers/all.ts";
import { locksRenewed } from "../checkers/r30-locks-renewed.ts";
import { referenceOutcomes } from "../checkers/reference-outcomes.ts";
import { type Fates, fates } from "../kernel/fate.ts";
import { type Host, type HostParts, type Life, openHost } from "../kernel/host.ts";
import { type Kernel, kernel as openKernel } from "../kernel/kernel.ts";
import { chanceOf, hash32 } from "../kernel/random.ts";
import type { Checker } from "../watch/checker.ts";
import { type Hub, openHub } from "../watch/hub.ts";
import { type Mirror, mirror as openMirror } from "../watch/mirror.ts";
import { notice } from "../watch/notice.ts";
import { type BaseStore, modelStore, sqliteStore } from "./base-store.ts";
import { busEntities } from "./entities.ts";
import { type MemberTable, memberTable } from "./member-source.ts";
import type { WorldPlan } from "./plan.ts";
import { compiled } from "./runbook-pool.ts";
import { type StoreClock, storeClock } from "./store-clock.ts";
import type { Target } from "./target.ts";

export const START_MS = Date.UTC(2026, 2, 2, 8);

export type World = {
  readonly plan: WorldPlan;
  readonly kernel: Kernel;
  readonly fates: Fates;
  readonly hub: Hub;
  readonly mirror: Mirror;
  /** The database's. */
  readonly clock: StoreClock;
  readonly base: BaseStore;
  readonly broker: InMemoryBroker;
  readonly table: MemberTable;
  readonly plans: SharedPlans;
  readonly hosts: Host[];
  readonly outage: { store: boolean; bus: boolean; lastMs: number };
  readonly reached: (situation: string) => void;
  readonly situations: ReadonlyMap<string, number>;
  /** Ends what a host waits for at the bus. */
  readonly connections: Map<string, () => void>;
  /** Workers with a function that never answers. */
  readonly hung: Set<string>;
  /** What each order is about, by its key. */
  readonly targets: Map<string, Target>;
  readonly addHost: (name: string, begin: (life: Life) => void) => Host;
};

/** Hears every word of the trace, with the milliseconds since the beginning. */
export type Told = (ms: number, word: string) => void;

export async function openWorld(
  plan: WorldPlan,
  only: ReadonlySet<string> | null,
  told: Told | null,
  also: readonly Checker[],
): Promise<World> {
  const { seed, faults, order = 0 } = plan;
  const kernel = openKernel(seed + order, START_MS, told);
  const { situations, reached } = tally();
  const mirror = openMirror();
  const plans = plansOf();
  const fate = fates(seed, faults, only);
  const clock = storeClock(kernel);
  const { now } = clock;
  const scene = { now, planOf: plans.needed, rows: mirror.of, batches: mirror.all, reached };
  const ofPlan = [referenceOutcomes(plan), locksRenewed(plan)];
  const hub = openHub(mirror, scene, [...CHECKERS, ...ofPlan, notice, ...also]);
  const hosts: Host[] = [];
  const parts = hostParts(plan, kernel, fate, (name, fate) => {
    reached(`${fate}-of-${name.split("-")[0]}`);
    if (fate === "crash") hub.onCrash(name);
  });
  return {
    plan,
    kernel,
    fates: fate,
    hub,
    mirror,
    clock,
    base: await openBase(plan, kernel, now, unheard(fate, faults, reached)),
    broker: openBroker(plan, kernel),
    table: memberTable(plan.isRestless ?? false, seed % 4 === 1),
    plans,
    hosts,
    outage: { store: false, bus: false, lastMs: START_MS },
    reached,
    situations,
    connections: new Map(),
    hung: new Set(),
    targets: new Map(),
    addHost: (name, begin) => {
      const host = openHost(parts, name, skewMs(plan, name), begin);
      hosts.push(host);
      return host;
    },
  };
}

/** Whether nobody hears that a commit was undone. */
const unheard =
  (fate: Fates, { rates }: WorldPlan["faults"], reached: World["reached"]) =>
  (commit: string): boolean => {
    if (!fate.strikes(`unheard ${commit}`, rates.store.lose)) return false;
    reached("commit-unheard-and-undone");
    return true;
  };

function tally(): Pick<World, "situations" | "reached"> {
  const situations = new Map<string, number>();
  return {
    situations,
    reached: (situation) => {
      situations.set(situation, (situations.get(situation) ?? 0) + 1);
    },
  };
}

const skewMs = ({ seed, faults }: WorldPlan, name: string): number =>
  Math.round((chanceOf(seed, `skew ${name}`) * 2 - 1) * faults.skewMs);

const openBase = (
  plan: WorldPlan,
  kernel: Kernel,
  now: () => Date,
  isUnheard: (commit: string) => boolean,
): BaseStore | Promise<BaseStore> =>
  plan.store === "sqlite"
    ? sqliteStore(now)
    : modelStore(kernel, now, plan.seed, plan.store === "model with seams", isUnheard);

/** Its clock is wrong, too. */
function openBroker({ seed, faults }: WorldPlan, kernel: Kernel): InMemoryBroker {
  const skewMs = Math.round((chanceOf(seed, "skew broker") * 2 - 1) * faults.skewMs);
  let ids = 0;
  const clock = {
    now: () => new Date(kernel.now() + skewMs),
    at: (instant: Date, callback: () => void) =>
      kernel.after(instant.getTime() - kernel.now() - skewMs, callback),
  };
  const broker = inMemoryBroker(clock, () => {
    ids += 1;
    return `id-${ids}`;
  });
  const configured = broker.configure(busEntities(faults.duplicateWindow, faults.deliveriesMax));
  if (!configured.ok) throw new Error(JSON.stringify(configured.error));
  return broker;
}

/** Often longer than a lock or a lease lasts. */
const FREEZE_MS_MIN = 10_000;
const FREEZE_MS_MAX = 150_000;
const RESTART_MS_MIN = 1_000;
const RESTART_MS_MAX = 150_000;

function hostParts(
  plan: WorldPlan,
  kernel: Kernel,
  fate: Fates,
  told: (name: string, fate: string) => void,
): HostParts {
  return {
    kernel,
    fates: fate,
    restartMs: (name, incarnation) => {
      const draw = hash32(plan.seed, `restart ${name} ${incarnation}`);
      return RESTART_MS_MIN + (draw % RESTART_MS_MAX);
    },
    onCrash: told,
    freezes: plan.faults.freeze,
    freezeMs: (key) => FREEZE_MS_MIN + (hash32(plan.seed, `freeze ${key}`) % FREEZE_MS_MAX),
    onFreeze: (name) => told(name, "freeze"),
  };
}

/** Shared by all hosts: a version's text never changes. Checkers also know what was published and
 *  no host has read yet, because its publisher is gone. */
type SharedPlans = Plans & {
  readonly needed: (name: string, version: RunbookVersion) => Runbook;
  readonly published: (name: string, version: RunbookVersion, yaml: string) => void;
};

function plansOf(): SharedPlans {
  const kept = new Map<string, Runbook>();
  const texts = new Map<string, string>();
  const known = (name: string, version: RunbookVersion): Runbook | undefined =>
    kept.get(`${name} ${version}`);
  return {
    known,
    keep: (name: RunbookName, version, plan) => void kept.set(`${name} ${version}`, plan),
    published: (name, version, yaml) => void texts.set(`${name} ${version}`, yaml),
    needed: (name, version) => {
      const plan = known(name, version);
      if (plan !== undefined) return plan;
      const text = texts.get(`${name} ${version}`);
      if (text === undefined) throw new Error(`no plan of ${name} ${version}`);
      return compiled(text);
    },
  };
}
