/** During a run nobody may ask the machine for time, chance or a timer: who does so fails at
 *  once, and with him the seed. Dates made from a value still work. */

const refusal = (what: string) => (): never => {
  throw new Error(`${what} was asked for during a simulation`);
};

const REAL_DATE = Date;

/** Not a class: `new` answers with a real date, so dates made before and after are of one kind. */
function StrictDate(...parts: readonly unknown[]): Date {
  if (parts.length === 0) return refusal("the time")();
  // Nearly all dates are made of one value, and many are.
  if (parts.length === 1) return new REAL_DATE(parts[0] as number);
  return Reflect.construct(REAL_DATE, parts);
}

function strictDate(): DateConstructor {
  const strict = Object.assign(StrictDate, {
    now: refusal("the time"),
    UTC: REAL_DATE.UTC,
    parse: REAL_DATE.parse,
  });
  strict.prototype = REAL_DATE.prototype;
  return strict as unknown as DateConstructor;
}

const TIMERS = ["setTimeout", "setInterval", "setImmediate"] as const;

/** Answers with how to give everything back. */
export function takeGlobalsAway(): () => void {
  const random = Math.random;
  const timers = TIMERS.map((name) => [name, globalThis[name]] as const);
  globalThis.Date = strictDate();
  Math.random = refusal("chance");
  for (const name of TIMERS) Reflect.set(globalThis, name, refusal(name));
  return () => {
    globalThis.Date = REAL_DATE;
    Math.random = random;
    for (const [name, timer] of timers) Reflect.set(globalThis, name, timer);
  };
}
