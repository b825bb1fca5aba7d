/** What a worker's function does, told by whom it is for, by the step and by the attempt alone: a
 *  crash, a retry or another order of things changes nothing about it. */
import { chanceOf, hash32 } from "../kernel/random.ts";
import type { Ending, Trouble } from "./troubles.ts";

type Act = { readonly ending: Ending; readonly delayMs: number };

/** Of one step for one member: what goes wrong, attempt by attempt. */
export type Nature = {
  /** Null: that attempt goes well. */
  readonly troubleAt: (attempt: number) => Trouble | null;
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
  readonly kinds: readonly Trouble[];
  /** Instead of them: what goes wrong attempt by attempt, and then from the first again. */
  readonly inTurn?: readonly Trouble[];
  /** How long work takes at most, usually. */
  readonly workMs: number;
};

const FOR_EVER = 1_000;

export function natureOf(seed: number, natures: Natures, who: string, step: string): Nature {
  const { kinds, inTurn = [] } = natures;
  const key = `${who} ${step}`;
  const asked = hash32(seed, `polls ${key}`);
  const polls = asked % 4;
  const lies = asked % 13 === 0;
  if (chanceOf(seed, `trouble ${key}`) >= natures.trouble || kinds.length + inTurn.length === 0) {
    return { troubleAt: () => null, polls, lies };
  }
  const isHopeless = chanceOf(seed, `hope ${key}`) < natures.hopeless;
  const times = isHopeless ? FOR_EVER : 1 + (hash32(seed, key) % 2);
  const anyOf = (attempt: number): Trouble | null =>
    kinds[hash32(seed, `${key} ${attempt}`) % kinds.length] ?? null;
  const troubleAt = (attempt: number): Trouble | null =>
    attempt > times ? null : (inTurn[(attempt - 1) % inTurn.length] ?? anyOf(attempt));
  return { troubleAt, polls, lies };
}

/** How often it says "not yet". */
export const pollsOf = ({ polls, lies }: Nature, isPolled: boolean): number =>
  isPolled ? polls : Number(lies);

const SLOW_MS_MAX = 400_000;

/** What one call does. Who is deaf answers the first call and no question after it. */
export function actOf(
  seed: number,
  { workMs }: Natures,
  trouble: Trouble | null,
  jobId: string,
  poll: number,
): Act {
  const draw = chanceOf(seed, `delay ${jobId}`);
  if (trouble === "slow") return { ending: "done", delayMs: Math.floor(draw * SLOW_MS_MAX) };
  const delayMs = Math.floor(draw * workMs);
  if (trouble === "deaf") return { ending: poll === 0 ? "done" : "never", delayMs };
  if (trouble === "fragile") return { ending: poll === 0 ? "done" : "crash", delayMs };
  return { ending: trouble ?? "done", delayMs };
}
