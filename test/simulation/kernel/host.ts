/** A process that can die at any await and starts again. A crash is a promise that never settles,
 *  not an error: whatever the dead incarnation waited for never comes, so its `catch` and
 *  `finally` do not run, as with kill -9. Each host has a clock of its own, which may be wrong. */
import type { Clock } from "../../../runtime/time/clock.ts";
import type { Fate, Fates, PortKind } from "./fate.ts";
import type { Cancel, Kernel } from "./kernel.ts";

/** One life of a host: what the parts started in it are given. */
export type Life = {
  readonly name: string;
  readonly incarnation: number;
  readonly isAlive: () => boolean;
  readonly clock: Clock;
  /** Calls a port. `done` performs; `refused` and `lost` make the two kinds of error. */
  readonly call: <Value>(port: PortCall<Value>) => Promise<Value>;
  /** Called when this life ends. */
  readonly onEnd: (end: () => void) => void;
};

export type PortCall<Value> = {
  readonly kind: PortKind;
  readonly name: string;
  /** It changes nothing: such calls may happen at once, which is most of what is idle. */
  readonly isLook?: boolean;
  readonly perform: () => Promise<Value>;
  /** Null: the port knows no such error, and the call goes well instead. */
  readonly refused: (() => Value) | null;
  readonly lost: ((done: Value) => Value) | null;
  /** Told what became of it, before the caller is. */
  readonly told?: (fate: Fate) => void;
};

export type Host = {
  readonly name: string;
  readonly isUp: () => boolean;
  readonly incarnation: () => number;
  readonly start: () => void;
  /** Ends this life; the next begins by itself after a while. */
  readonly crash: () => void;
  readonly stepClock: (ms: number) => void;
  readonly skewMs: () => number;
};

export type HostParts = {
  readonly kernel: Kernel;
  readonly fates: Fates;
  readonly restartMs: (name: string, incarnation: number) => number;
  readonly onCrash: (name: string, fate: string) => void;
  /** How often a call finds its host stopped in the middle of things, and for how long. */
  readonly freezes: number;
  readonly freezeMs: (callKey: string) => number;
  readonly onFreeze: (name: string) => void;
};

/** What one life calls itself, unlike any other before it or beside it. */
export const lifeName = ({ name, incarnation }: Pick<Host, "name" | "incarnation">): string =>
  `${name}.${incarnation()}`;

type State = {
  incarnation: number;
  isUp: boolean;
  skewMs: number;
  frozenUntil: number;
  ends: (() => void)[];
};

export function openHost(
  parts: HostParts,
  name: string,
  skewMs: number,
  begin: (life: Life) => void,
): Host {
  const state: State = { incarnation: 0, isUp: false, skewMs, frozenUntil: 0, ends: [] };
  const start = (): void => {
    if (state.isUp) return;
    state.incarnation += 1;
    state.isUp = true;
    begin(lifeOf(parts, name, state, crash));
  };
  const crash = (): void => {
    if (!state.isUp) return;
    state.isUp = false;
    parts.kernel.note(`crash ${name}`);
    parts.onCrash(name, "crash");
    const { ends } = state;
    state.ends = [];
    for (const end of ends) end();
    parts.kernel.after(parts.restartMs(name, state.incarnation), start);
  };
  return {
    name,
    isUp: () => state.isUp,
    incarnation: () => state.incarnation,
    start,
    crash,
    stepClock: (ms) => {
      state.skewMs += ms;
    },
    skewMs: () => state.skewMs,
  };
}

type Later = (ms: number, run: () => void) => Cancel;

/** What a call needs of the life it is made in. */
type Grip = {
  readonly later: Later;
  readonly isFrozen: () => boolean;
  readonly crash: () => void;
};

function lifeOf(parts: HostParts, name: string, state: State, crash: () => void): Life {
  const { kernel } = parts;
  const { incarnation } = state;
  const isAlive = (): boolean => state.isUp && state.incarnation === incarnation;
  /** Runs in this life only, and not while it is frozen. */
  const later: Later = (ms, run) => {
    let isOff = false;
    const go = (): void => {
      const left = state.frozenUntil - kernel.now();
      if (isOff || !isAlive()) return;
      if (left > 0) kernel.after(left, go);
      else run();
    };
    kernel.after(ms, go);
    return () => {
      isOff = true;
    };
  };
  const counts = new Map<string, number>();
  const keyOf = (port: string): string => {
    const count = (counts.get(port) ?? 0) + 1;
    counts.set(port, count);
    return `${name}.${incarnation} ${port} ${count}`;
  };
  return {
    name,
    incarnation,
    isAlive,
    clock: clockOf(kernel, state, later),
    onEnd: (end) => state.ends.push(end),
    call: (port) => {
      if (!isAlive()) return new Promise(() => {});
      const key = keyOf(port.name);
      if (parts.fates.strikes(`freeze ${key}`, parts.freezes)) {
        state.frozenUntil = kernel.now() + parts.freezeMs(key);
        parts.onFreeze(name);
      }
      const isFrozen = (): boolean => state.frozenUntil > kernel.now();
      return called(parts, key, port, { later, isFrozen, crash });
    },
  };
}

function called<Value>(
  { kernel, fates }: HostParts,
  key: string,
  port: PortCall<Value>,
  { later, isFrozen, crash }: Grip,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const { fate: drawn, waitMs, answerMs, isInstant } = fates.of(key, port);
  const fate = possible(drawn, port);
  const isQuick = port.isLook === true && isInstant && waitMs < INSTANT_MS_MAX;
  const answer = (value: Value): void => {
    if ((answerMs === 0 || isQuick) && !isFrozen()) resolve(value);
    else later(answerMs, () => resolve(value));
  };
  const happen = (): void => {
    kernel.note(`${key} ${fate}`);
    port.told?.(fate);
    if (fate === "crash-before") {
      crash();
    } else if (fate === "refused" && port.refused !== null) {
      answer(port.refused());
    } else {
      port.perform().then((done) => {
        if (fate === "crash-after") crash();
        else answer(fate === "lost" && port.lost !== null ? port.lost(done) : done);
      }, reject);
    }
  };
  if (isQuick && fate === "ok" && !isFrozen()) {
    // Most of what is idle goes this way, and it may cost no more than the call itself.
    kernel.note(key);
    return port.perform();
  }
  if (isQuick) happen();
  else later(waitMs, happen);
  return promise;
}

/** A slow call is slow, also when it only looks. */
const INSTANT_MS_MAX = 1_000;

function possible<Value>(fate: Fate, { refused, lost }: PortCall<Value>): Fate {
  if (fate === "refused" && refused === null) return "ok";
  return fate === "lost" && lost === null ? "ok" : fate;
}

/** Timers count durations, as the system's do: a clock that steps does not move them. */
function clockOf(kernel: Kernel, state: State, later: Later): Clock {
  const now = (): number => kernel.now() + state.skewMs;
  return {
    now: () => new Date(now()),
    at: (instant, callback): Cancel => later(instant.getTime() - now(), callback),
  };
}
