/** Decides the inputs of one batch. An input on which deciding throws is found and replaced by
 *  the note that it was set aside, so that it alone pays and the others go on (R32).
 *  Deciding is a fold, so the shortest beginning of the inputs that throws ends with the guilty
 *  one; it is found by halving. */
import { decide } from "../domain/engine/decide.ts";
import type { Decision } from "../domain/engine/decision.ts";
import type { Input } from "../domain/engine/inputs.ts";
import type { World } from "../domain/engine/world.ts";
import { asideOf } from "./set-aside.ts";
import type { Work } from "./works.ts";

/** Most inputs that one commit sets aside in one batch; the rest are decided in the next. */
const ASIDE_PER_COMMIT_MAX = 8;

export type DecidedBatch = {
  readonly decision: Decision;
  /** What the verdicts are about, in order. */
  readonly works: readonly Work[];
  readonly later: readonly Work[];
};

export function decideBatch(world: World, works: readonly Work[], now: Date): DecidedBatch {
  try {
    return { decision: decide(world, works.map(inputOf), now), works, later: [] };
  } catch (error) {
    return withoutGuilty(world, works, now, error);
  }
}

function withoutGuilty(
  world: World,
  given: readonly Work[],
  now: Date,
  thrown: unknown,
): DecidedBatch {
  const works = [...given];
  let error = thrown;
  for (let found = 0; found < ASIDE_PER_COMMIT_MAX; found += 1) {
    const at = guiltyOf(world, works, now);
    const guilty = works[at];
    if (guilty === undefined || guilty.aside !== null) throw error;
    works[at] = { ...guilty, aside: reasonOf(error) };
    try {
      return { decision: decide(world, works.map(inputOf), now), works, later: [] };
    } catch (next) {
      error = next;
    }
  }
  const until = guiltyOf(world, works, now);
  const some = works.slice(0, until);
  return {
    decision: decide(world, some.map(inputOf), now),
    works: some,
    later: works.slice(until),
  };
}

/** All of them throw; the shortest beginning that does ends with the one returned. */
function guiltyOf(world: World, works: readonly Work[], now: Date): number {
  const inputs = works.map(inputOf);
  let sound = 0;
  let throwing = inputs.length;
  while (throwing - sound > 1) {
    const middle = (sound + throwing) >> 1;
    if (throws(world, inputs.slice(0, middle), now)) throwing = middle;
    else sound = middle;
  }
  return throwing - 1;
}

function throws(world: World, inputs: readonly Input[], now: Date): boolean {
  try {
    decide(world, inputs, now);
    return false;
  } catch {
    return true;
  }
}

const inputOf = ({ item, aside }: Work): Input =>
  aside === null ? item.input : asideOf(item.input, aside);

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : "it threw something that is no error";
