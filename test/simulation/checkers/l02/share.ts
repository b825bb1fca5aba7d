/** What the share of a failure budget says of one phase in one commit. Of several endings in one
 *  commit the order is not known: a batch must pause where every order says so, and may where one
 *  of them does. */
import type { FailureBudget } from "../../../../runtime/domain/engine/rows.ts";

/** Members of a phase, without those whose failure was accepted. */
export type Done = { readonly through: number; readonly failed: number };
export type Step = { readonly before: Done; readonly after: Done };

export const isTooLarge = ({ failedPercentMax }: FailureBudget, { through, failed }: Done) =>
  failedPercentMax !== null && failed * 100 > failedPercentMax * (through + failed);

export const isEnough = ({ sampleMin }: FailureBudget, { through, failed }: Done): boolean =>
  through + failed >= sampleMin;

/** One who makes enough of them spends a share only where some failures are not accepted yet. */
export function mustPause(budget: FailureBudget, { before, after }: Step, over: number): boolean {
  if (!isTooLarge(budget, after) || !isEnough(budget, after)) return false;
  return after.failed > before.failed || (over > 0 && !isEnough(budget, before));
}

/** Those who failed first, the others last. */
export function mayPause(budget: FailureBudget, { before, after }: Step): boolean {
  const failed = Math.max(before.failed, after.failed);
  const worst = { failed, through: Math.min(before.through, after.through) };
  const most = { failed, through: Math.max(before.through, after.through) };
  return isTooLarge(budget, worst) && isEnough(budget, most);
}
