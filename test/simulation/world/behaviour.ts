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
  /** Questions that are answered "not yet" where the step asks. */
  readonly polls: number;
  /** Says "not yet" where nobody will ask again. */
  readonly lies: boolean;
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

/** A worker that hangs, dies or dawdles keeps others waiting, who may then be given up. */
export const DISTURBING: ReadonlySet<Ending | "slow"> = new Set(["never", "crash", "slow"]);

const FOR_EVER = 1_000;

export function natureOf(seed: number, natures: Natures, who: string, step: string): Nature {
  const key = `${who} ${step}`;
  const asked = hash32(seed, `polls ${key}`);
  const polls = asked % 4;
  const lies = asked % 13 === 0;
  if (chanceOf(seed, `trouble ${key}`) >= natures.trouble || natures.kinds.length === 0) {
    return { trouble: null, times: 0, polls, lies };
  }
  const trouble = natures.kinds[hash32(seed, `kind ${key}`) % natures.kinds.length] ?? null;
  const isHopeless = chanceOf(seed, `hope ${key}`) < natures.hopeless;
  return { trouble, times: isHopeless ? FOR_EVER : 1 + (hash32(seed, key) % 2), polls, lies };
}

/** How often it says "not yet". */
export const pollsOf = ({ polls, lies }: Nature, isPolled: boolean): number =>
  isPolled ? polls : Number(lies);

const SLOW_MS_MAX = 400_000;
const QUICK_MS_MAX = 4_000;

export function actOf(seed: number, nature: Nature, jobId: string, attempt: number): Act {
  const draw = chanceOf(seed, `delay ${jobId}`);
  const isTroubled = nature.trouble !== null && attempt <= nature.times;
  if (!isTroubled) return { ending: "done", delayMs: Math.floor(draw * QUICK_MS_MAX) };
  if (nature.trouble === "slow") return { ending: "done", delayMs: Math.floor(draw * SLOW_MS_MAX) };
  return { ending: nature.trouble ?? "done", delayMs: Math.floor(draw * QUICK_MS_MAX) };
}
