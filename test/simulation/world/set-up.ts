/** What is there before a run begins: workers registered, the runbook published and switched on. */

import type { Result } from "../../../runtime/contract/result.ts";
import { dataTableName } from "../../../runtime/engine/data-table-name.ts";
import { stepPlans } from "../../../runtime/store/step-plan.ts";
import { workerManifests } from "./functions.ts";
import { ADMINS } from "./people.ts";
import { compiled, RUNBOOK, textOf } from "./runbook-pool.ts";
import type { World } from "./world.ts";

function done<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`setting up failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

export async function setUp({ base, plan, plans, hub }: World): Promise<void> {
  const { shape, limits } = plan;
  const { own } = base;
  const yaml = plan.runbook ?? textOf(shape, limits);
  const runbook = compiled(yaml);
  const known = workerManifests.filter(({ workerId }) => workerId !== plan.unregistered?.workerId);
  done(await own.workers.register(known, []));
  hub.onRegister(known.map(({ workerId }) => workerId));
  const { limited } = plan;
  if (limited != null) {
    done(await own.workers.setLimit(limited.key, limited.most, []));
    hub.onLimit(limited.key, limited.most);
  }
  const published = await own.runbooks.publish(
    {
      name: RUNBOOK,
      yaml,
      dataTableName: dataTableName(RUNBOOK, 1),
      overdue: "ignore",
      rerunInit: false,
      publishedBy: ADMINS[0],
      steps: stepPlans(runbook),
    },
    () => [],
  );
  plans.keep(RUNBOOK, done(published), runbook);
  done(await own.runbooks.setAutomation(RUNBOOK, true, ADMINS[0], []));
}
