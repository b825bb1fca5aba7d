/** A runbook's text becomes its next version, and batches under way are told. Telling may be cut
 *  short by the end of the process: who did not hear of it is found by the sweep (R41). */
import { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import { checkRunbook } from "../runbook/check-runbook.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { PlatformEvent } from "../store/records.ts";
import type { NewVersion } from "../store/runbooks.ts";
import { stepPlans } from "../store/step-plan.ts";
import type { Shell } from "./commit-works.ts";
import { dataTableName } from "./data-table-name.ts";
import type { Published, PublishFailure, PublishRequest } from "./engine.ts";

/** Others may publish the same runbook at the same moment; each try then takes the next number. */
const TRIES_MAX = 5;

export async function publishRunbook(
  shell: Shell,
  request: PublishRequest,
): Promise<Result<Published, PublishFailure>> {
  const { yaml } = request;
  const { runbook, problems } = checkRunbook({ file: "runbook", text: yaml }, { strict: false });
  if (runbook === null) return fail({ kind: "invalid", problems });
  const name = RunbookName.parse(runbook.name);
  const version = await publish(shell, name, runbook, request);
  if (!version.ok) return version;
  shell.plans.keep(name, version.value, runbook);
  return ok({ name, version: version.value, problems });
}

async function publish(
  { store }: Shell,
  name: RunbookName,
  runbook: Runbook,
  { yaml, publishedBy, overdue = "ignore", rerunInit = false }: PublishRequest,
): Promise<Result<RunbookVersion, CommitFailure>> {
  const events = (version: RunbookVersion): readonly PlatformEvent[] => {
    const detail = { name, version, overdue, rerunInit };
    return [{ actor: publishedBy, cause: "publish", type: "runbook.published", detail }];
  };
  const steps = stepPlans(runbook);
  for (let tries = 1; ; tries += 1) {
    const versions = await store.runbooks.versions(name);
    if (!versions.ok) return versions;
    const next = (versions.value[0]?.version ?? 0) + 1;
    const table = dataTableName(name, next);
    const row: NewVersion = {
      name,
      yaml,
      dataTableName: table,
      overdue,
      rerunInit,
      publishedBy,
      steps,
    };
    try {
      const made = await store.runbooks.publish(row, events);
      const isUnsure = !made.ok && (made.error.kind === "unknown" || made.error.kind === "busy");
      if (!isUnsure || tries === TRIES_MAX) return made;
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  }
}
