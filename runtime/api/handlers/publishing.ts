/** Runbooks changed: a version published, a version turned off, automation switched. */

import type { ROUTES } from "../../contract/http/routes.ts";
import type { RunbookVersion } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { Runbook } from "../../domain/runbook.ts";
import { checkRunbook } from "../../runbook/check-runbook.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";
import { checkWithWorkers } from "./check-with-workers.ts";
import { type KeepReceipt, once } from "./remembered.ts";
import { automationOf, summaryOf, unknownRunbook, unknownVersion } from "./runbooks.ts";
import { runbookProblem } from "./shown-problems.ts";

type Parts = Pick<Backend, "engine" | "knownConnections" | "store">;

type Publishing = Inquiry<typeof ROUTES.publishRunbook>;
type Deactivating = Inquiry<typeof ROUTES.deactivateRunbookVersion>;
type Switching = Inquiry<typeof ROUTES.setAutomation>;

export const publishingHandlers = (
  parts: Parts,
): HandlersOf<"publishRunbook" | "deactivateRunbookVersion" | "setAutomation"> => ({
  publishRunbook: (inquiry) =>
    once(
      parts,
      inquiry.asked,
      { publish: inquiry.body },
      {
        write: (keep) => publish(parts, inquiry, keep),
        tell: ({ version }: Made) => publishedOf(parts, inquiry, version),
      },
    ),
  deactivateRunbookVersion: (inquiry) =>
    once(
      parts,
      inquiry.asked,
      { deactivate: inquiry.params },
      {
        write: (keep) => deactivate(parts, inquiry, keep),
        tell: async () => {
          const { name, v } = inquiry.params;
          const found = await parts.store.runbooks.version(name, v);
          if (!found.ok) return storeAway(found.error);
          return found.value === null ? unknownVersion(name, v) : summaryOf(parts, found.value);
        },
      },
    ),
  setAutomation: (inquiry) =>
    once(
      parts,
      inquiry.asked,
      { automation: [inquiry.params, inquiry.body] },
      {
        write: (keep) => setAutomation(parts, inquiry, keep),
        tell: () => automationOf(parts, inquiry.params.name),
      },
    ),
});

type Made = { readonly version: RunbookVersion };

/** That it was done is all there is to keep: what became of it is read. */
type Done = { readonly done: true };
const DONE: Done = { done: true };

async function publish(
  parts: Parts,
  { body, asked }: Publishing,
  keep: KeepReceipt<Made>,
): Promise<Answer<Made>> {
  const { name, yaml_content: yaml, force } = body;
  const { runbook, problems } = checkRunbook({ file: name, text: yaml }, { strict: false });
  if (runbook === null) {
    const detail = "The runbook has errors; nothing was published.";
    return refuse("invalid-runbook", detail, problems.map(runbookProblem));
  }
  if (runbook.name !== name) {
    const detail = `The text is the runbook ${runbook.name}, not ${name}. Make both the same.`;
    return refuse("name-differs", detail);
  }
  const known = force ? ok(null) : await allRegistered(parts, runbook);
  if (!known.ok) return known;
  const published = await parts.engine.publishRunbook({
    yaml,
    publishedBy: asked.actor,
    overdue: body.overdue_behavior,
    rerunInit: body.rerun_init,
    inFlight: body.in_flight,
    remember: (version) => keep({ version }),
  });
  if (published.ok) return ok({ version: published.value.version });
  const { error } = published;
  if (error.kind !== "invalid") return storeAway(error);
  return refuse("invalid-runbook", "The runbook has errors.", error.problems.map(runbookProblem));
}

/** The warnings are those of the text and of what workers tell, whenever they are asked for. */
async function publishedOf(parts: Parts, { body }: Publishing, version: RunbookVersion) {
  const { name, yaml_content: text } = body;
  const record = await parts.store.runbooks.version(name, version);
  if (!record.ok) return storeAway(record.error);
  if (record.value === null) throw new Error("the version that was just made is not there");
  const { dataTableName } = record.value;
  const checked = await checkWithWorkers(parts.store, { file: name, text }, { strict: false });
  if (!checked.ok) return storeAway(checked.error);
  const problems = checked.value.problems.map(runbookProblem);
  return ok({ name, version, dataTableName, problems });
}

/** A connection or worker that nobody registered would only be noticed when work stops. */
async function allRegistered(
  { store, knownConnections }: Parts,
  runbook: Runbook,
): Promise<Answer<null>> {
  const registered = await store.workers.registered();
  if (!registered.ok) return storeAway(registered.error);
  const workers = new Set<string>(registered.value.map(({ manifest }) => manifest.workerId));
  const { connection } = runbook.source;
  const missing = [
    ...[...workersOf(runbook)].filter((id) => !workers.has(id)).map((id) => `the worker ${id}`),
    ...(connection === null || knownConnections().has(connection)
      ? []
      : [`the connection ${connection}`]),
  ];
  if (missing.length === 0) return ok(null);
  const detail =
    `Not registered: ${missing.join(", ")}. Register them first, ` +
    "or publish with force when they are still to come.";
  return refuse("unregistered-names", detail);
}

function workersOf({ init, phases, onMemberRemoved, finalize, rollbacks }: Runbook) {
  const steps = [
    ...init,
    ...phases.flatMap((phase) => phase.steps),
    ...onMemberRemoved,
    ...finalize,
    ...[...rollbacks.values()].flat(),
  ];
  return new Set(steps.map(({ workerId }) => workerId));
}

async function deactivate(
  parts: Parts,
  { params: { name, v }, asked }: Deactivating,
  keep: KeepReceipt<Done>,
): Promise<Answer<Done>> {
  const { runbooks } = parts.store;
  const found = await runbooks.version(name, v);
  if (!found.ok) return storeAway(found.error);
  if (found.value === null) return unknownVersion(name, v);
  const inactive = refuse("version-inactive", `Version ${v} of ${name} is not active.`);
  if (!found.value.isActive) return inactive;
  const detail = { name, version: v };
  const event = { actor: asked.actor, cause: "deactivate", type: "runbook.deactivated", detail };
  const turned = await runbooks.deactivate(name, [event], keep(DONE));
  if (!turned.ok) return storeAway(turned.error);
  return turned.value ? ok(DONE) : inactive;
}

async function setAutomation(
  parts: Parts,
  { params: { name }, body, asked }: Switching,
  keep: KeepReceipt<Done>,
): Promise<Answer<Done>> {
  const versions = await parts.store.runbooks.versions(name);
  if (!versions.ok) return storeAway(versions.error);
  if (versions.value.length === 0) return unknownRunbook(name);
  const on = body.automationEnabled;
  const set = await parts.engine.setAutomation(name, on, asked.actor, keep(DONE));
  return set.ok ? ok(DONE) : storeAway(set.error);
}
