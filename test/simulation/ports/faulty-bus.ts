/** The bus as one host meets it: the real broker core behind a line that fails. Publishing may
 *  happen in part, settlements may be lost, what was received may never arrive; a host that dies
 *  waits for nothing any more. Messages may also vanish, as those do that a filter misses or a
 *  queue gives up: the platform must find the work all the same (R19). */
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { SettleFailure, Unavailable } from "../../../runtime/bus/failure.ts";
import type { Settlement, Source } from "../../../runtime/bus/lock.ts";
import type { Outgoing, Peeked, Received } from "../../../runtime/bus/message.ts";
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";
import type { Fates } from "../kernel/fate.ts";
import type { Life } from "../kernel/host.ts";

export type BusWatch = {
  readonly isDown: () => boolean;
  /** `drop` ends what this host waits for. */
  readonly connected: (life: Life, drop: () => void) => void;
  readonly published: (life: Life, topic: string, messages: readonly Outgoing[]) => void;
  readonly delivered: (life: Life, source: Source, messages: readonly Received[]) => void;
  /** A call about what this host holds failed, or its answer was lost. */
  readonly unsure: (life: Life) => void;
  readonly peeked: (source: Source, messages: readonly Peeked[]) => void;
  readonly settled: (life: Life, settlement: Settlement, result: Settled) => void;
  readonly happened: (situation: string) => void;
};

export type Settled = Result<number, SettleFailure>;

export type BusFaults = {
  readonly fates: Fates;
  /** How often a published message vanishes, is published twice, or only a part arrives. */
  readonly vanish: number;
  readonly twice: number;
  readonly partly: number;
};

const UNAVAILABLE: Unavailable = { kind: "unavailable", detail: "simulated" };
const REFUSED = fail(UNAVAILABLE);
/** A wait for messages lasts longer than was asked for: idle hours then cost little. */
const PATIENCE = 20;

export function faultyBus(life: Life, bus: Bus, faults: BusFaults, watch: BusWatch): Bus {
  const waits = openWaits();
  life.onEnd(waits.end);
  watch.connected(life, waits.end);
  return {
    ...bus,
    publish: publishing(life, bus, faults, watch),
    receive: receiving(life, bus, waits, watch),
    settle: settling(life, bus, watch),
    schedule: (topic, messages) =>
      life.call({
        kind: "bus",
        name: `schedule ${topic}`,
        perform: () => bus.schedule(topic, messages),
        refused: () => REFUSED,
        lost: () => REFUSED,
      }),
    renew: (locks) =>
      life.call({
        kind: "bus",
        name: "renew",
        perform: () => bus.renew(locks),
        refused: () => {
          watch.unsure(life);
          return locks.map(() => REFUSED);
        },
        lost: () => {
          watch.unsure(life);
          return locks.map(() => REFUSED);
        },
      }),
    peek: (source, request) =>
      life.call({
        kind: "bus",
        name: `peek ${source.topic}`,
        isLook: true,
        perform: async () => {
          const seen = await bus.peek(source, request);
          if (seen.ok && seen.value.length > 0) watch.peeked(source, seen.value);
          return seen;
        },
        refused: () => REFUSED,
        lost: null,
      }),
  };
}

function publishing(life: Life, bus: Bus, faults: BusFaults, watch: BusWatch): Bus["publish"] {
  const { fates, vanish, twice, partly } = faults;
  const { name, incarnation } = life;
  let calls = 0;
  const arriving = (key: string, topic: string, all: readonly Outgoing[]): readonly Outgoing[] =>
    all.filter(({ messageId }) => {
      const isGone = fates.strikes(`vanish ${key} ${messageId}`, vanish);
      if (isGone) watch.happened(`${topic}-vanished`);
      return !isGone;
    });
  return (topic, messages) => {
    calls += 1;
    const key = `${name}.${incarnation} ${topic} ${calls}`;
    const perform: () => ReturnType<Bus["publish"]> = async () => {
      if (watch.isDown()) return REFUSED;
      watch.published(life, topic, messages);
      if (messages.length > 1 && fates.strikes(`partly ${key}`, partly)) {
        watch.happened("published-in-part");
        await bus.publish(topic, messages.slice(0, messages.length >> 1));
        return REFUSED;
      }
      const some = arriving(key, topic, messages);
      const done = await bus.publish(topic, some);
      if (!fates.strikes(`twice ${key}`, twice)) return done;
      watch.happened("published-twice");
      await bus.publish(topic, some);
      return done;
    };
    const lost = (): typeof REFUSED => {
      watch.happened("publish-answer-lost");
      return REFUSED;
    };
    const refused = (): typeof REFUSED => REFUSED;
    return life.call({ kind: "bus", name: `publish ${topic}`, perform, refused, lost });
  };
}

type Wait = {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Nobody listens for its end any more. */
  readonly done: () => void;
};

type Waits = {
  readonly begin: (signal: AbortSignal | undefined) => Wait;
  /** Ends all that are under way; new ones may begin. */
  readonly end: () => void;
};

/** Said instead of an error, which would look for its own stack each time. */
const ENDED = "ended";

function openWaits(): Waits {
  const open = new Set<Wait>();
  return {
    begin: (signal) => {
      const controller = new AbortController();
      const abort = (): void => controller.abort(ENDED);
      const done = (): void => {
        open.delete(wait);
        signal?.removeEventListener("abort", abort);
      };
      const wait: Wait = { signal: controller.signal, abort, done };
      open.add(wait);
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
      return wait;
    },
    end: () => {
      for (const wait of open) wait.abort();
      open.clear();
    },
  };
}

function receiving(life: Life, bus: Bus, waits: Waits, watch: BusWatch): Bus["receive"] {
  return (source, request) => {
    return life.call({
      kind: "bus",
      name: `receive ${source.topic}`,
      perform: async () => {
        if (watch.isDown()) return REFUSED;
        const waitMs = request.waitMs * PATIENCE;
        const wait = waits.begin(request.signal);
        const got = await bus.receive(source, { ...request, waitMs, signal: wait.signal });
        wait.done();
        if (got.ok && got.value.length > 0) watch.delivered(life, source, got.value);
        return got;
      },
      refused: () => REFUSED,
      lost: (done) => {
        watch.unsure(life);
        if (done.ok && done.value.length > 0) watch.happened("received-and-lost");
        return REFUSED;
      },
    });
  };
}

function settling(life: Life, bus: Bus, watch: BusWatch): Bus["settle"] {
  return (settlements) =>
    life.call<readonly Settled[]>({
      kind: "bus",
      name: "settle",
      perform: async () => {
        if (watch.isDown()) {
          watch.unsure(life);
          return settlements.map(() => REFUSED);
        }
        const answers = await bus.settle(settlements);
        settlements.forEach((each, at) => {
          watch.settled(life, each, answers[at] ?? ok(0));
        });
        return answers;
      },
      refused: () => {
        watch.unsure(life);
        watch.happened("settlement-refused");
        return settlements.map(() => REFUSED);
      },
      lost: () => {
        watch.unsure(life);
        watch.happened("settlement-answer-lost");
        return settlements.map(() => REFUSED);
      },
    });
}
