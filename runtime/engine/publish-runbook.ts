/** A runbook's text becomes its next version, and batches under way are told. Telling may be cut
 *  short by the end of the process: who did not hear of it is found by the sweep (R41). */
import { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import { checkRunbook } from "../runbook/check-runbook.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { PlatformEvent } from "../store/records.ts";
import type { NewVersion, RunbookRecord, Runbooks } from "../store/runbooks.ts";
import { stepPlans } from "../store/step-plan.ts";
import type { Shell } from "./commit-works.ts";
import { dataTableName } from "./data-table-name.ts";
import type { Published, PublishFailure, PublishRequest } from "./publishing.ts";

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
  { store: { runbooks } }: Shell,
  name: RunbookName,
  runbook: Runbook,
  request: PublishRequest,
): Promise<Result<RunbookVersion, CommitFailure>> {
  const { yaml, publishedBy, overdue = "ignore", rerunInit = false } = request;
  const { inFlight = "transition" } = request;
  const steps = stepPlans(runbook);
  const said = { overdue, rerunInit, inFlight };
  const row = (number: number): NewVersion => {
    return { name, yaml, publishedBy, steps, dataTableName: dataTableName(name, number), ...said };
  };
  const events = (version: RunbookVersion): readonly PlatformEvent[] => {
    const detail = { name, version, ...said };
    return [{ actor: publishedBy, cause: "publish", type: "runbook.published", detail }];
  };
  let newest = await newestOf(runbooks, name);
  for (let tries = 1; newest.ok; tries += 1) {
    const number = (newest.value?.version ?? 0) + 1;
    const made = await runbooks.publish(row(number), events, request.remember);
    if (made.ok || tries === TRIES_MAX || !AGAIN.has(made.error.kind)) return made;
    newest = await newestOf(runbooks, name);
    if (made.error.kind !== "unknown" || !newest.ok || newest.value === null) continue;
    const isOurs = newest.value.version === number && newest.value.yaml === yaml;
    if (isOurs) return ok(newest.value.version);
  }
  return newest;
}

/** Somebody else took the number, or nobody knows whether we did (R06). */
const AGAIN: ReadonlySet<CommitFailure["kind"]> = new Set(["unknown", "busy", "conflict"]);

async function newestOf(
  runbooks: Runbooks,
  name: RunbookName,
): Promise<Result<RunbookRecord | null, CommitFailure>> {
  const versions = await runbooks.versions(name);
  return versions.ok ? ok(versions.value[0] ?? null) : versions;
}
