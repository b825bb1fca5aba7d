/** The platform's own hosts, each made of the real part on ports that fail. They look around less
 *  often than in life, so that an idle hour costs little; nothing may rest on how often. */

import { openOrchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { startRelay } from "../../../runtime/outbox/relay.ts";
import { openScheduler } from "../../../runtime/scheduler/open-scheduler.ts";
import type { Life } from "../kernel/host.ts";
import { SIMULATED_TOPICS } from "./entities.ts";
import { sourceOf } from "./member-source.ts";
import { busOf, portsOf, storeOf } from "./ports.ts";
import type { World } from "./world.ts";

const SWEEP_MS = 150_000;
const REBALANCE_MS = 200_000;
const DEAD_LETTERS_MS = 280_000;
const RELAY_MS = 75_000;

const ended = (world: World, life: Life, part: Promise<void>): void => {
  part.catch((error: unknown) => {
    const text = error instanceof Error ? error.stack : String(error);
    world.hub.violate("bug", `${life.name} ended: ${text}`);
  });
};

export function addPlatform(world: World): void {
  const { schedulers, orchestrators, relays } = world.plan.hosts;
  for (let each = 1; each <= orchestrators; each += 1) {
    world.addHost(`orchestrator-${each}`, (life) => orchestratorIn(world, life));
  }
  for (let each = 1; each <= schedulers; each += 1) {
    world.addHost(`scheduler-${each}`, (life) => schedulerIn(world, life));
  }
  for (let each = 1; each <= relays; each += 1) {
    world.addHost(`relay-${each}`, (life) => relayIn(world, life));
  }
}

const ownerOf = ({ name, incarnation }: Life): string => `${name}.${incarnation}`;

function orchestratorIn(world: World, life: Life): void {
  const { bus, split, engine, observe } = portsOf(world, life);
  const orchestrator = openOrchestrator({
    store: split,
    bus,
    engine,
    clock: life.clock,
    owner: ownerOf(life),
    observe,
    topics: SIMULATED_TOPICS,
    everyMs: { sweep: SWEEP_MS, rebalance: REBALANCE_MS, deadLetters: DEAD_LETTERS_MS },
  });
  ended(world, life, orchestrator.ended);
}

function schedulerIn(world: World, life: Life): void {
  const { split, engine, observe } = portsOf(world, life);
  const scheduler = openScheduler({
    store: split,
    engine,
    sources: sourceOf(life, world.table, world.hub.onSource),
    clock: life.clock,
    owner: ownerOf(life),
    observe,
    everyMs: world.plan.tickMs,
  });
  ended(world, life, scheduler.start().ended);
}

function relayIn(world: World, life: Life): void {
  const { name } = life;
  startRelay({
    store: storeOf(world, life),
    bus: busOf(world, life),
    clock: life.clock,
    owner: ownerOf(life),
    observe: (told) => {
      world.hub.onTold(name, told);
      if (told.kind === "bug") world.hub.violate("bug", `${name}: ${String(told.error)}`);
    },
    everyMs: RELAY_MS,
  });
}
