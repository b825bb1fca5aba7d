/** `npm run simulate -- --why N`: so many states from new seeds, each asked why; and in
 *  some of the runs the ends that were told, beside the true ones. */
import { drawPlan } from "../world/draw-plan.ts";
import { nothingTold, tellEtas } from "./etas.ts";
import { runStates } from "./run-states.ts";

type Voice = {
  readonly say: (text: string) => void;
  readonly print: (facts: object) => void;
};

const KINDS_MIN = 15;
/** More than the nine in ten that people are told. */
const SHARE_MIN = 0.95;
const STATES_PER_RUN = 12;

export async function askWhy(count: number, from: number, { say, print }: Voice): Promise<number> {
  const { states, seeds, things, open, kinds, wrong } = await runStates(count, from);
  const told = nothingTold();
  const runs = Math.ceil(count / STATES_PER_RUN);
  for (let seed = from; seed < from + runs; seed += 1) await tellEtas(told, drawPlan(seed));
  for (const [kind, met] of [...kinds].sort(([, one], [, other]) => other - one)) {
    say(`${String(met).padStart(7)}  ${kind}`);
  }
  for (const text of [...wrong, ...told.wrong]) say(text);
  const { cases, within, early, late, unknown, unended } = told;
  const share = Math.round((within / Math.max(1, cases)) * 1_000) / 1_000;
  say(`${within} of ${cases} ends lay within what was told (${early} earlier, ${late} later)`);
  const mistakes = wrong.length + told.wrong.length;
  const ends = { cases, within, share, unknown, unended };
  print({ states, seeds, things, open, kinds: kinds.size, wrong: mistakes, ends, first: from });
  return mistakes === 0 && kinds.size >= KINDS_MIN && share >= SHARE_MIN ? 0 : 1;
}
