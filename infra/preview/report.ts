/** Everything a preview found, before it is written for a reader. */
import type { Cost, CostChange } from "./cost/cost.ts";
import type { Coverage } from "./coverage.ts";
import type { ResourceChange } from "./diff.ts";
import type { Plan } from "./plan.ts";
import { findingsWith, type Verdict } from "./policy.ts";
import type { ReachRow } from "./reach/reach.ts";
import type { RightRow, RightState, RightsChange } from "./rights.ts";

export type Comparison = {
  readonly ref: string;
  /** Why the ref has no plan of its own and everything counts as new; null when it has one. */
  readonly note: string | null;
  readonly changes: readonly ResourceChange[];
  readonly rights: RightsChange;
  /** In relative units; before is null when the ref has no plan. */
  readonly cost: { readonly before: number | null; readonly changes: readonly CostChange[] };
};

export type Report = {
  readonly project: string;
  readonly stack: string;
  readonly plan: Plan;
  /** What the program itself had to say about what it planned. */
  readonly warnings: readonly string[];
  readonly comparison: Comparison | null;
  readonly verdict: Verdict;
  readonly rights: readonly RightRow[];
  readonly coverage: readonly Coverage[];
  readonly reach: readonly ReachRow[];
  readonly cost: Cost;
  /** How long it took to find all this out. */
  readonly seconds: number;
};

export const rightsIn = (report: Report, state: RightState): readonly RightRow[] =>
  report.rights.filter((row) => row.state === state);

export const reachIn = (report: Report, state: ReachRow["state"]): readonly ReachRow[] =>
  report.reach.filter((row) => row.state === state);

/** Why the plan is refused, one reason a line; empty when it is in order. */
export function refusals(report: Report): readonly string[] {
  const violations = findingsWith(report.verdict, "violation").length;
  const excess = rightsIn(report, "excess").length;
  const missing = rightsIn(report, "missing").length;
  const lost = reachIn(report, "unreachable").length;
  return [
    ...(violations === 0 ? [] : [`policy violations: ${violations}`]),
    ...(excess === 0 ? [] : [`rights that the blueprint does not give: ${excess}`]),
    ...(lost === 0 ? [] : [`services that somebody needs and cannot reach: ${lost}`]),
    ...(missing === 0 ? [] : [`rights of the blueprint that nobody assigns: ${missing}`]),
  ];
}

/** `azure-native:servicebus:Topic` is `servicebus:Topic` to a reader. */
export const shortType = (type: string): string => type.replace(/^azure-native:/, "");
