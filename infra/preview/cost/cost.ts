/** What a plan costs in relative units, and what a change makes of it. */
import type { PlannedResource } from "../planned-resource.ts";
import { weigh } from "./weights.ts";

export type CostLine = {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly units: number;
  readonly why: string;
};

export type Cost = {
  readonly units: number;
  /** What costs something, the dearest first. */
  readonly lines: readonly CostLine[];
  /** Types that nobody has weighed. */
  readonly unweighed: readonly string[];
};

export type CostChange = {
  readonly name: string;
  readonly type: string;
  readonly before: number;
  readonly after: number;
};

const round = (units: number): number => Math.round(units * 100) / 100;

export function costOf(resources: readonly PlannedResource[]): Cost {
  const weighed = resources.map((resource) => ({ resource, weight: weigh(resource) }));
  const lines = weighed
    .flatMap(({ resource: { urn, name, type }, weight }) =>
      weight === null || weight.units === 0
        ? []
        : [{ urn, name, type, units: round(weight.units), why: weight.why }],
    )
    .toSorted((a, b) => b.units - a.units || (a.urn < b.urn ? -1 : 1));
  const unknown = weighed.filter(({ weight }) => weight === null);
  return {
    units: round(lines.reduce((sum, { units }) => sum + units, 0)),
    lines,
    unweighed: [...new Set(unknown.map(({ resource }) => resource.type))].toSorted(),
  };
}

/** In the order of how much they change. */
export function costChanges(before: Cost, after: Cost): readonly CostChange[] {
  const then = new Map(before.lines.map((line) => [line.urn, line]));
  const now = new Map(after.lines.map((line) => [line.urn, line]));
  return [...new Set([...then.keys(), ...now.keys()])]
    .flatMap((urn) => {
      const known = now.get(urn) ?? then.get(urn);
      if (known === undefined) return [];
      const { name, type } = known;
      const [was, is] = [then.get(urn)?.units ?? 0, now.get(urn)?.units ?? 0];
      return was === is ? [] : [{ name, type, before: was, after: is }];
    })
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}
