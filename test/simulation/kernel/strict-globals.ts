/** During a run nobody may ask the machine for time, chance, a timer or the network: who does so
 *  fails at once, and with him the seed. Dates made from a value still work, and so do hashes:
 *  those of `node:crypto` follow from what they are given. Node's own modules may put things off
 *  to the next tick (`process.nextTick`): what is printed or sent to another process goes that way.
 *  The strict ones are put in place once and stay: between runs they do what the real ones do.
 *  A global that changes with every run would cost all code compiled around it each time. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

let runs = 0;

const asked = (what: string): void => {
  if (runs > 0) throw new Error(`${what} was asked for during a simulation`);
};

const REAL_DATE = Date;

/** Not a class: `new` answers with a real date, so dates made before and after are of one kind. */
function StrictDate(...parts: readonly number[]): Date {
  // Nearly all dates are made of one value, and many are.
  if (parts.length === 1) return new REAL_DATE(parts[0] as number);
  if (parts.length === 0) asked("the time");
  return Reflect.construct(REAL_DATE, parts);
}

function strictDate(): DateConstructor {
  const strict = Object.assign(StrictDate, {
    now: (): number => {
      asked("the time");
      return REAL_DATE.now();
    },
    UTC: REAL_DATE.UTC,
    parse: REAL_DATE.parse,
  });
  strict.prototype = REAL_DATE.prototype;
  return strict as unknown as DateConstructor;
}

type Anything = (...parts: readonly unknown[]) => unknown;

/** What is asked for goes by its name. */
function refuse(owner: object, name: string, mayAsk = (): boolean => false): void {
  const real = Reflect.get(owner, name) as Anything;
  const strict = function (this: unknown, ...parts: readonly unknown[]): unknown {
    if (runs > 0 && !mayAsk()) asked(name);
    return Reflect.apply(real, this, parts);
  };
  Reflect.defineProperty(owner, name, { value: strict, writable: true, configurable: true });
}

const TIMERS = ["setTimeout", "setInterval", "setImmediate"] as const;
const CHANCES = ["randomUUID", "getRandomValues"] as const;
const NODE_CHANCES = [...CHANCES, "randomBytes", "randomInt", "randomFillSync"] as const;

/** Whether the caller of whoever asks is one of Node's own modules. */
function isNodeItself(): boolean {
  const caller = new Error().stack?.split("\n")[3] ?? "";
  return caller.includes("(node:") || caller.includes("at node:");
}

function putInPlace(): void {
  globalThis.Date = strictDate();
  refuse(Math, "random");
  for (const name of TIMERS) refuse(globalThis, name);
  refuse(globalThis, "fetch");
  refuse(performance, "now");
  for (const name of CHANCES) refuse(globalThis.crypto, name);
  for (const name of NODE_CHANCES) refuse(crypto, name);
  syncBuiltinESMExports();
  refuse(process, "nextTick", isNodeItself);
}

let isInPlace = false;

/** Answers with how to give everything back. */
export function takeGlobalsAway(): () => void {
  if (!isInPlace) putInPlace();
  isInPlace = true;
  runs += 1;
  return () => {
    runs -= 1;
  };
}
