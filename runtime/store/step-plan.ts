/** What is fixed about each step of a runbook version, as rows: kept once for each version, so
 *  that executions stay narrow and readers still see names and policies (M-062). */
import type { Runbook, Step } from "../domain/runbook.ts";

export type StepPlan = {
  /** `phase:{name}`, `rollback:{name}`, `init`, `removal` or `finalize`. */
  readonly scope: string;
  readonly stepIndex: number;
  readonly step: Step;
};

const inScope = (scope: string, steps: readonly Step[]): readonly StepPlan[] =>
  steps.map((step, stepIndex) => ({ scope, stepIndex, step }));

export const stepPlans = (runbook: Runbook): readonly StepPlan[] => [
  ...inScope("init", runbook.init),
  ...runbook.phases.flatMap(({ name, steps }) => inScope(`phase:${name}`, steps)),
  ...[...runbook.rollbacks].flatMap(([name, steps]) => inScope(`rollback:${name}`, steps)),
  ...inScope("removal", runbook.onMemberRemoved),
  ...inScope("finalize", runbook.finalize),
];
