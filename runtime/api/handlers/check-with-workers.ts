/** A runbook's text checked against what the registered workers tell of their functions. One that
 *  is still to come tells nothing, and its steps are taken as they are written. */
import { ok, type Result } from "../../contract/result.ts";
import { polledByWorkers } from "../../runbook/check-polls.ts";
import { checkRunbook, type RunbookCheck } from "../../runbook/check-runbook.ts";
import type { StoreFailure } from "../../store/failure.ts";
import type { Backend } from "../backend.ts";

export async function checkWithWorkers(
  { workers }: Pick<Backend["store"], "workers">,
  input: { readonly file: string; readonly text: string },
  { strict }: { readonly strict: boolean },
): Promise<Result<RunbookCheck, StoreFailure>> {
  const registered = await workers.registered();
  if (!registered.ok) return registered;
  const isPolled = polledByWorkers(registered.value.map(({ manifest }) => manifest));
  return ok(checkRunbook(input, { strict, isPolled }));
}
