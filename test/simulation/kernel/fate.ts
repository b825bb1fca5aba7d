/** What becomes of one call of a port. Five ways, as in life:
 *  - `ok`;
 *  - `refused`: an error, and nothing was done;
 *  - `lost`: an error, and it was done all the same;
 *  - `crash-before` and `crash-after`: the caller dies with the call not done, or done.
 *  A fate is drawn by the call's own name, so that a run with fewer faults meets the others at
 *  the same places. */
import { chanceOf } from "./random.ts";

export type Fate = "ok" | "refused" | "lost" | "crash-before" | "crash-after";

/** Chance of each per call, from 0 to 1; 0 turns a class off. */
export type FaultRates = {
  readonly crash: number;
  readonly refuse: number;
  readonly lose: number;
};

export type PortKind = "store" | "bus" | "ledger" | "source";

export type Knobs = {
  readonly rates: Readonly<Record<PortKind, FaultRates>>;
  /** How long a call takes at most, usually; and how often it takes long instead. */
  readonly latencyMs: number;
  readonly slowChance: number;
  readonly slowMs: number;
};

export type Fates = {
  readonly of: (callKey: string, kind: PortKind) => Fate;
  readonly latencyOf: (callKey: string) => number;
  /** How long after it was done the caller hears of it; mostly at once. */
  readonly answerWaitOf: (callKey: string) => number;
  readonly isInstant: (callKey: string) => boolean;
  /** Whether something else that is bad happens here. */
  readonly strikes: (key: string, probability: number) => boolean;
  readonly stop: () => void;
  readonly areOn: () => boolean;
  /** The faults that happened, in order. */
  readonly happened: () => readonly string[];
};

const LATE_ANSWERS = 0.25;
const INSTANT_LOOKS = 0.85;

/** `only`: no fault but these; for shrinking and for replaying what was shrunk. */
export function fates(seed: number, knobs: Knobs, only: ReadonlySet<string> | null): Fates {
  let isOn = true;
  const happened: string[] = [];
  const allows = (key: string): boolean => {
    if (!isOn || (only !== null && !only.has(key))) return false;
    happened.push(key);
    return true;
  };
  const drawn = (callKey: string, kind: PortKind): Fate => {
    const { crash, refuse, lose } = knobs.rates[kind];
    const sum = crash + refuse + lose;
    const draw = sum === 0 ? 1 : chanceOf(seed, callKey);
    if (draw >= sum) return "ok";
    if (draw < crash / 2) return "crash-before";
    if (draw < crash) return "crash-after";
    return draw < crash + refuse ? "refused" : "lost";
  };
  const latencyOf = (callKey: string): number => {
    const draw = chanceOf(seed, `wait ${callKey}`);
    const isSlow = draw < knobs.slowChance && allows(`slow ${callKey}`);
    if (isSlow) return Math.ceil((draw / knobs.slowChance) * knobs.slowMs);
    return Math.floor(draw * knobs.latencyMs);
  };
  return {
    of: (callKey, kind) => {
      if (!isOn) return "ok";
      const fate = drawn(callKey, kind);
      return fate === "ok" || allows(`${fate} ${callKey}`) ? fate : "ok";
    },
    latencyOf,
    answerWaitOf: (callKey) =>
      chanceOf(seed, `late ${callKey}`) < LATE_ANSWERS ? latencyOf(`answer ${callKey}`) : 0,
    isInstant: (callKey) => chanceOf(seed, `instant ${callKey}`) < INSTANT_LOOKS,
    strikes: (key, probability) =>
      probability > 0 && isOn && chanceOf(seed, key) < probability && allows(key),
    stop: () => {
      isOn = false;
    },
    areOn: () => isOn,
    happened: () => happened,
  };
}
