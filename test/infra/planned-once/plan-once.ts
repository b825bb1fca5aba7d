/** A stack of this repository, planned by Pulumi's own program runner and judged by the pack's own
 *  host, once for all test files of a run that ask for the same. */
import type { PlannedResource } from "../../../infra/preview/planned-resource.ts";
import { judge, type Verdict } from "../../../infra/preview/policy.ts";
import { type ProgramRun, runProgram } from "../../../infra/preview/program.ts";
import type { Stack } from "../../../infra/preview/stack-config.ts";
import type { Result } from "../../../runtime/contract/result.ts";
import { once } from "./once.ts";

export const planOnce = (stack: Stack): Promise<Result<ProgramRun, string>> =>
  once(["plan", stack], () => runProgram(stack));

/** `resources` are what `planOnce` gave for the stack, as it came. */
export const judgeOnce = (
  stack: Stack,
  resources: readonly PlannedResource[],
): Promise<Result<Verdict, string>> => once(["judge", stack], () => judge(stack, resources));
