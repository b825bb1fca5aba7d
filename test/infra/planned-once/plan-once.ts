/** A stack of this repository, planned by Pulumi's own program runner once for all test files of a
 *  run that ask for the same. */
import { type ProgramRun, runProgram } from "../../../infra/preview/program.ts";
import type { Stack } from "../../../infra/preview/stack-config.ts";
import type { Result } from "../../../runtime/contract/result.ts";
import { once } from "./once.ts";

export const planOnce = (stack: Stack): Promise<Result<ProgramRun, string>> =>
  once(stack, () => runProgram(stack));
