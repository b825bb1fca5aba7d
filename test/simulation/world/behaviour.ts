/** What a worker's function does, told by whom it is for, by the step and by the attempt alone: a
 *  crash, a retry or another order of things changes nothing about it. */
import { chanceOf, hash32 } from "../kernel/random.ts";

export type Ending =
  | "done"
  | "failed"
  | "throttled"
  | "ambiguous"
  | "throws"
  | "never"
  | "oversized"
  | "wrong-kind"
  | "no-output"
  | "crash";

export type Act = { readonly ending: Ending; readonly delayMs: number };

/** Of one step for one member: what goes wrong, and for how many attempts. */
export type Nature = {
  readonly trouble: Ending | "slow" | null;
  /** Attempts that meet it; the next one goes well. */
  readonly times: number;
  /** Questions that are answered "not yet". */
  readonly polls: number;
};

export type Natures = {
  /** How likely a step of a member is in trouble. */
  readonly trouble: number;
  /** How likely trouble never ends. */
  readonly hopeless: number;
  readonly kinds: readonly (Ending | "slow")[];
};

export const TROUBLES: readonly (Ending | "slow")[] = [
  "failed",
  "throttled",
  "ambiguous",
  "throws",
  "never",
  "slow",
  "oversized",
  "wrong-kind",
  "no-output",
  "crash",
];

const FOR_EVER = 1_000;

export function natureOf(seed: number, natures: Natures, who: string, step: string): Nature {
  const key = `${who} ${step}`;
  const polls = hash32(seed, `polls ${key}`) % 4;
  if (chanceOf(seed, `trouble ${key}`) >= natures.trouble || natures.kinds.length === 0) {
    return { trouble: null, times: 0, polls };
  }
  const trouble = natures.kinds[hash32(seed, `kind ${key}`) % natures.kinds.length] ?? null;
  const isHopeless = chanceOf(seed, `hope ${key}`) < natures.hopeless;
  return { trouble, times: isHopeless ? FOR_EVER : 1 + (hash32(seed, key) % 2), polls };
}

const SLOW_MS_MAX = 400_000;
const QUICK_MS_MAX = 4_000;

export function actOf(seed: number, nature: Nature, jobId: string, attempt: number): Act {
  const draw = chanceOf(seed, `delay ${jobId}`);
  const isTroubled = nature.trouble !== null && attempt <= nature.times;
  if (!isTroubled) return { ending: "done", delayMs: Math.floor(draw * QUICK_MS_MAX) };
  if (nature.trouble === "slow") return { ending: "done", delayMs: Math.floor(draw * SLOW_MS_MAX) };
  return { ending: nature.trouble ?? "done", delayMs: Math.floor(draw * QUICK_MS_MAX) };
}
