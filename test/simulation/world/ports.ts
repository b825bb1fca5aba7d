/** The ports of one life of one host, each of which may fail. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import { openEngine } from "../../../runtime/engine/open-engine.ts";
import { openSplit } from "../../../runtime/outbox/split.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Life } from "../kernel/host.ts";
import { faultyBus } from "../ports/faulty-bus.ts";
import { faultyStore } from "../ports/faulty-store.ts";
import { watchedStore } from "../watch/watched-store.ts";
import type { World } from "./world.ts";

export type Ports = {
  readonly bus: Bus;
  /** With an outbox; nothing is published by itself. */
  readonly store: Store<Settlement>;
  /** Commit, publish, settle: what handlers hold. */
  readonly split: Store<Settlement>;
  readonly engine: Engine;
  readonly observe: (told: unknown) => void;
};

export function portsOf(world: World, life: Life): Ports {
  const { clock } = life;
  const observe = (told: unknown): void => heard(world, life, told);
  const bus = busOf(world, life);
  const store = storeOf(world, life);
  const split = openSplit({ store, bus, observe, clock });
  const engine = openEngine({ store: split, clock, observe, plans: world.plans });
  return { bus, store, split, engine, observe };
}

const BUGS = new Set(["bug", "threw", "set-aside", "not-committed"]);

/** A part that met a bug of its own says so; nothing the world does may lead to one. */
function heard({ hub, reached }: World, life: Life, told: unknown): void {
  hub.onTold(life.name, told);
  const kind = String(Reflect.get(Object(told), "kind"));
  reached(`told-${kind}`);
  if (!BUGS.has(kind)) return;
  const { error } = Object(told);
  const text = error instanceof Error ? error.stack : JSON.stringify(told);
  hub.violate("bug", `${life.name} told ${kind}: ${text}`);
}

export function busOf(world: World, life: Life): Bus {
  const { broker, plan, fates, hub, outage, reached } = world;
  const { vanish, twice, partly } = plan.faults;
  return faultyBus(
    life,
    broker.connect(life.name),
    { fates, vanish, twice, partly },
    {
      isDown: () => outage.bus,
      connected: ({ name }, drop) => void world.connections.set(name, drop),
      published: ({ name }, topic, messages) => hub.onPublish(name, topic, messages),
      delivered: ({ name }, source, messages) => {
        if (messages.some(({ deliveryCount }) => deliveryCount > 1)) reached("redelivery");
        hub.onDeliver(name, source, messages);
      },
      unsure: ({ name }) => hub.onUnsure(name),
      peeked: hub.onPeek,
      settled: ({ name }, settlement, result) => {
        if (!result.ok && result.error.kind === "lock-lost") reached("settled-too-late");
        hub.onSettle(name, settlement, result.ok);
      },
      happened: reached,
    },
  );
}

export function storeOf(world: World, life: Life): Store<Settlement> {
  const { base, hub, outage, plans, reached } = world;
  const { store, drop } = base.connect(life.name);
  life.onEnd(drop);
  const { runbooks } = store;
  const publish: typeof runbooks.publish = (version, events, remember) =>
    runbooks.publish(
      version,
      (made) => {
        plans.published(version.name, made, version.yaml);
        return events(made);
      },
      remember,
    );
  const telling = { ...store, runbooks: { ...runbooks, publish } };
  return faultyStore(
    life,
    watchedStore(life.name, telling, hub, (kind) => reached(`commit-${kind}`)),
    {
      isDown: () => outage.store,
      failed: (_life, method, fate) =>
        reached(`${fate}-${method === "transact" ? "commit" : "call"}`),
    },
  );
}
