/** What becomes of one call of a port. Five ways, as in life:
 *  - `ok`;
 *  - `refused`: an error, and nothing was done;
 *  - `lost`: an error, and it was done all the same;
 *  - `crash-before` and `crash-after`: the caller dies with the call not done, or done.
 *  A fate is drawn by the call's own name, so that a run with fewer faults meets the others at
 *  the same places. */
import { chanceAfter, chanceOf, hash32 } from "./random.ts";

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
  /** One call that goes wrong much more often than the others of its port. */
  readonly singled?: { readonly call: string; readonly rates: FaultRates };
  /** How long a call takes at most, usually; and how often it takes long instead. */
  readonly latencyMs: number;
  readonly slowChance: number;
  readonly slowMs: number;
};

/** Which port is called, and what of it. */
type Called = { readonly kind: PortKind; readonly name: string };

/** All that is drawn for one call. */
export type CallFate = {
  readonly fate: Fate;
  readonly waitMs: number;
  /** How long after it was done the caller hears of it; mostly at once. */
  readonly answerMs: number;
  /** For a call that only looks: it happens at once. */
  readonly isInstant: boolean;
};

export type Fates = {
  readonly of: (callKey: string, called: Called) => CallFate;
  /** Whether something else that is bad happens here. */
  readonly strikes: (key: string, probability: number) => boolean;
  readonly stop: () => void;
  readonly areOn: () => boolean;
  /** The faults that happened, in order. */
  readonly happened: () => readonly string[];
};

const LATE_ANSWERS = 0.25;
const INSTANT_LOOKS = 0.92;

/** `only`: no fault but these; for shrinking and for replaying what was shrunk. */
export function fates(seed: number, knobs: Knobs, only: ReadonlySet<string> | null): Fates {
  let isOn = true;
  const happened: string[] = [];
  const allows = (key: string): boolean => {
    if (!isOn || (only !== null && !only.has(key))) return false;
    happened.push(key);
    return true;
  };
  const { rates, singled } = knobs;
  const fateOf = (callKey: string, { kind, name }: Called, draw: number): Fate => {
    const fate = drawn(singled?.call === name ? singled.rates : rates[kind], draw);
    return fate === "ok" || allows(`${fate} ${callKey}`) ? fate : "ok";
  };
  const waitOf = (callKey: string, draw: number): number => {
    const isSlow = draw < knobs.slowChance && allows(`slow ${callKey}`);
    if (isSlow) return Math.ceil((draw / knobs.slowChance) * knobs.slowMs);
    return Math.floor(draw * knobs.latencyMs);
  };
  return {
    of: (callKey, called) => {
      const hash = hash32(seed, callKey);
      const isLate = chanceAfter(hash, 3) < LATE_ANSWERS;
      return {
        fate: isOn ? fateOf(callKey, called, chanceAfter(hash, 1)) : "ok",
        waitMs: waitOf(callKey, chanceAfter(hash, 2)),
        answerMs: isLate ? waitOf(`answer ${callKey}`, chanceAfter(hash, 4)) : 0,
        isInstant: chanceAfter(hash, 5) < INSTANT_LOOKS,
      };
    },
    strikes: (key, probability) =>
      probability > 0 && isOn && chanceOf(seed, key) < probability && allows(key),
    stop: () => {
      isOn = false;
    },
    areOn: () => isOn,
    happened: () => happened,
  };
}

function drawn({ crash, refuse, lose }: FaultRates, draw: number): Fate {
  if (draw >= crash + refuse + lose) return "ok";
  if (draw < crash / 2) return "crash-before";
  if (draw < crash) return "crash-after";
  return draw < crash + refuse ? "refused" : "lost";
}
