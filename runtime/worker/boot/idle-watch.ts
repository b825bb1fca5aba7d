/** Sees whether a worker has anything to do: messages it holds and functions that run. It wraps
 *  the worker's bus and functions and changes nothing about them.
 *  J1. Busy is whoever holds a lock that has not run out, or runs a function, whatever became of
 *      its lock: idleness never ends a running job (M-120). */
import type { Bus } from "../../bus/bus.ts";
import type { MessageLock, Settlement } from "../../bus/lock.ts";
import { ok } from "../../contract/result.ts";
import type { Clock } from "../../time/clock.ts";
import { pause } from "../../time/pause.ts";
import type { FunctionCall } from "../function.ts";
import type { Registry } from "../registry.ts";

export type IdleWatch = {
  readonly bus: Bus;
  readonly functions: Registry;
  /** Resolves to true after so long without anything to do; to false when the signal came. */
  readonly idleFor: (ms: number, signal: AbortSignal) => Promise<boolean>;
};

type Parts = { readonly bus: Bus; readonly functions: Registry; readonly clock: Clock };

export function idleWatch({ bus, functions, clock }: Parts): IdleWatch {
  const held = new Map<number, Date>();
  let running = 0;
  let since = clock.now().getTime();
  const touch = (): void => {
    since = clock.now().getTime();
  };
  const hold = ({ sequenceNumber, until }: MessageLock): void => {
    held.set(sequenceNumber, until);
    touch();
  };
  const isBusy = (): boolean =>
    running > 0 || [...held.values()].some((until) => until > clock.now());
  const counted =
    (call: FunctionCall): FunctionCall =>
    async (context) => {
      running += 1;
      try {
        return await call(context);
      } finally {
        running -= 1;
        touch();
      }
    };
  return {
    bus: watchedBus(bus, {
      hold,
      letGo: ({ lock }) => {
        held.delete(lock.sequenceNumber);
        touch();
      },
    }),
    functions: watchedFunctions(functions, counted),
    idleFor: async (ms, signal) => {
      while (!signal.aborted) {
        const idleMs = isBusy() ? 0 : clock.now().getTime() - since;
        if (idleMs >= ms) return true;
        await pause(clock, ms - idleMs, signal);
      }
      return false;
    },
  };
}

type Watching = {
  readonly hold: (lock: MessageLock) => void;
  readonly letGo: (settlement: Settlement) => void;
};

const watchedBus = (bus: Bus, { hold, letGo }: Watching): Bus => ({
  ...bus,
  receive: async (source, request) => {
    const received = await bus.receive(source, request);
    if (received.ok) for (const { lock } of received.value) hold(lock);
    return received;
  },
  renew: async (locks) => {
    const renewed = await bus.renew(locks);
    for (const each of renewed) if (each.ok) hold(each.value);
    return renewed;
  },
  settle: async (settlements) => {
    const settled = await bus.settle(settlements);
    for (const each of settlements) letGo(each);
    return settled;
  },
});

const watchedFunctions = (
  functions: Registry,
  counted: (call: FunctionCall) => FunctionCall,
): Registry => ({
  ...functions,
  find: (name) => {
    const found = functions.find(name);
    if (!found.ok) return found;
    const { prepare } = found.value;
    return ok({
      ...found.value,
      prepare: (parameters) => {
        const call = prepare(parameters);
        return call.ok ? ok(counted(call.value)) : call;
      },
    });
  },
});
