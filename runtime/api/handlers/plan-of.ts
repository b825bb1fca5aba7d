/** A version of a runbook, compiled. */
import type { RunbookName } from "../../contract/identifiers.ts";
import type { RunbookVersion } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { Runbook } from "../../domain/runbook.ts";
import type { Backend } from "../backend.ts";
import { type Answer, storeAway } from "../serving/answer.ts";
import { unknownRunbook } from "./runbooks.ts";

export async function planOf(
  engine: Backend["engine"],
  name: RunbookName,
  version: RunbookVersion,
): Promise<Answer<Runbook>> {
  const plan = await engine.plan(name, version);
  if (!plan.ok) return storeAway(plan.error);
  return plan.value === null ? unknownRunbook(name) : ok(plan.value);
}
