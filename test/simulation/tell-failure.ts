/** A failing run, told to whoever has to mend it: which invariant and what it says, the hazards
 *  behind it, the few things that are left of the run, and how to see it again. */
import { invariantNamed } from "./invariants.ts";
import type { Failure } from "./run-many.ts";
import type { Shrunk } from "./shrink.ts";
import type { Churn, Order, WorldPlan } from "./world/plan.ts";
import { START_MS } from "./world/world.ts";

const TEXT_MAX = 600;

export function tellFailure({ seed, invariant, text, traceHash }: Failure): readonly string[] {
  const { says, hazards } = invariantNamed(invariant);
  const why = hazards.length === 0 ? "" : ` (hazards ${hazards.join(" ")})`;
  return [
    `seed ${seed} breaks ${invariant}: ${says}${why}`,
    `  ${text.slice(0, TEXT_MAX)}`,
    `  trace ${traceHash}; again: npm run -s simulate -- --seed ${seed} --shrink`,
  ];
}

const clockAt = (ms: number): string => new Date(START_MS + ms).toISOString().slice(11, 19);

type Happening = { readonly atMs: number; readonly text: string };

function rest(happening: Churn | Order): string {
  const { atMs: _at, kind, ...more } = happening;
  return `${kind} ${JSON.stringify(more)}`;
}

/** What happens in the shrunk run, in order; faults have no time of their own. */
export function tellShrunk({ plan, faults, invariant, size, runs }: Shrunk): readonly string[] {
  const happenings: readonly Happening[] = [
    ...plan.members.map(({ key, startMin }) => ({
      atMs: 0,
      text: `member ${key}, whose batch starts at ${clockAt(startMin * 60_000)}`,
    })),
    ...plan.churn.map((churn) => ({ atMs: churn.atMs, text: rest(churn) })),
    ...plan.orders.map((order) => ({ atMs: order.atMs, text: `order ${rest(order)}` })),
  ];
  const inOrder = happenings.toSorted((one, other) => one.atMs - other.atMs);
  return [
    `${invariant} still breaks with ${size} events (found in ${runs} runs):`,
    ...inOrder.map(({ atMs, text }) => `  ${clockAt(atMs)} ${text}`),
    ...faults.map((name) => `  fault    ${name}`),
    `  on ${hostsOf(plan)}, store: ${plan.store}`,
    `  runbook  ${plan.runbook ?? ""}`,
  ];
}

const hostsOf = ({ hosts }: WorldPlan): string =>
  Object.entries(hosts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");

/** As it is kept in `regress/`: whoever adds it says there what was wrong. */
export const regressionOf = ({ plan, faults, invariant, size }: Shrunk): object => ({
  plan,
  faults,
  invariant,
  size,
  why: "",
});
