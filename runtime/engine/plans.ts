/** Compiled runbooks, kept. A version never changes once published, so what was compiled once is
 *  right for ever; the oldest go when there are too many.
 *  Deciding is synchronous and may not read: `known` is what it may look at, `load` is called
 *  before it. */
import type { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import { checkRunbook } from "../runbook/check-runbook.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Runbooks } from "../store/runbooks.ts";

export type Plans = {
  readonly known: (name: RunbookName, version: RunbookVersion) => Runbook | undefined;
  readonly keep: (name: RunbookName, version: RunbookVersion, plan: Runbook) => void;
};

/** Versions kept compiled at once. */
const PLANS_MAX = 1_000;

export function keepPlans(most = PLANS_MAX): Plans {
  const names = new Map<RunbookName, Map<RunbookVersion, Runbook>>();
  const order: (readonly [RunbookName, RunbookVersion])[] = [];
  return {
    known: (name, version) => names.get(name)?.get(version),
    keep: (name, version, plan) => {
      const versions = names.get(name) ?? new Map<RunbookVersion, Runbook>();
      if (!versions.has(version)) order.push([name, version]);
      names.set(name, versions.set(version, plan));
      const oldest = order.length > most ? order.shift() : undefined;
      if (oldest !== undefined) names.get(oldest[0])?.delete(oldest[1]);
    },
  };
}

/** Null when there is no such version. */
export async function loadPlan(
  runbooks: Pick<Runbooks, "version">,
  plans: Plans,
  name: RunbookName,
  version: RunbookVersion,
): Promise<Result<Runbook | null, StoreFailure>> {
  const known = plans.known(name, version);
  if (known !== undefined) return ok(known);
  const record = await runbooks.version(name, version);
  if (!record.ok) return record;
  if (record.value === null) return ok(null);
  const plan = compile(name, record.value.yaml);
  plans.keep(name, version, plan);
  return ok(plan);
}

/** Only what was checked is published: text that does not compile is not ours. */
function compile(name: RunbookName, text: string): Runbook {
  const { runbook, problems } = checkRunbook({ file: name, text }, { strict: false });
  if (runbook !== null) return runbook;
  const [first] = problems.filter(({ severity }) => severity === "error");
  throw new Error(`runbook ${name} does not compile: ${first?.code} ${first?.message}`);
}
