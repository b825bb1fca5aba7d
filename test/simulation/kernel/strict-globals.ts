/** During a run nobody may ask the machine for time, chance or a timer: who does so fails at
 *  once, and with him the seed. Dates made from a value still work.
 *  The strict ones are put in place once and stay: between runs they do what the real ones do.
 *  A global that changes with every run would cost all code compiled around it each time. */

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

const TIMERS = ["setTimeout", "setInterval", "setImmediate"] as const;

function putInPlace(): void {
  const random = Math.random;
  globalThis.Date = strictDate();
  Math.random = () => {
    asked("chance");
    return random();
  };
  for (const name of TIMERS) {
    const timer = globalThis[name] as (...parts: readonly unknown[]) => unknown;
    Reflect.set(globalThis, name, (...parts: readonly unknown[]) => {
      asked(name);
      return timer(...parts);
    });
  }
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
