/** Runbooks and their versions: read, published, switched on and off. */
import type { RunbookName } from "../../contract/identifiers.ts";
import type { RunbookVersion } from "../../contract/ids.ts";
import { Instant } from "../../contract/instant.ts";
import { ok } from "../../contract/result.ts";
import { whyRunbook } from "../../domain/why/why-runbook.ts";
import { checkRunbook } from "../../runbook/check-runbook.ts";
import type { RunbookRecord } from "../../store/runbooks.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { outlineFor } from "./runbook-outline.ts";

type Parts = Pick<Backend, "store">;

type Names =
  | "listRunbooks"
  | "getRunbook"
  | "listRunbookVersions"
  | "getRunbookVersion"
  | "getAutomation";

const maybe = (date: Date | null) => (date === null ? null : at(date));
const at = (date: Date) => Instant.parse(date.toISOString());

export const unknownRunbook = (name: RunbookName) =>
  refuse("unknown-runbook", `No version of the runbook ${name} is active.`);

export const unknownVersion = (name: RunbookName, version: RunbookVersion) =>
  refuse("unknown-runbook", `There is no version ${version} of the runbook ${name}.`);

/** Nobody has ever switched it: it is off. */
async function isAutomated({ store }: Parts, name: RunbookName): Promise<Answer<boolean>> {
  const automation = await store.runbooks.automation(name);
  return automation.ok ? ok(automation.value?.enabled ?? false) : storeAway(automation.error);
}

export async function summaryOf(parts: Parts, record: RunbookRecord) {
  const automated = await isAutomated(parts, record.name);
  if (!automated.ok) return automated;
  const { runbook } = checkRunbook({ file: record.name, text: record.yaml }, { strict: false });
  return ok({
    name: record.name,
    version: record.version,
    description: runbook?.description ?? null,
    isActive: record.isActive,
    automationEnabled: automated.value,
    overdueBehavior: record.overdue,
    rerunInit: record.rerunInit,
    createdAt: at(record.createdAt),
    publishedBy: record.publishedBy,
    lastError: record.lastError,
    lastErrorAt: maybe(record.lastErrorAt),
  });
}

async function summaries(parts: Parts, records: readonly RunbookRecord[]) {
  const items = [];
  for (const record of records) {
    const summary = await summaryOf(parts, record);
    if (!summary.ok) return summary;
    items.push(summary.value);
  }
  return ok({ items });
}

async function detailOf(parts: Parts, record: RunbookRecord) {
  const summary = await summaryOf(parts, record);
  if (!summary.ok) return summary;
  const { yaml, dataTableName, ignoreOverdueApplied } = record;
  const { runbook } = checkRunbook({ file: record.name, text: yaml }, { strict: false });
  const outline = runbook === null ? null : outlineFor(runbook);
  return ok({
    ...summary.value,
    yamlContent: yaml,
    dataTableName,
    ignoreOverdueApplied,
    outline,
  });
}

export const runbookHandlers = (parts: Parts): HandlersOf<Names> => {
  const { runbooks } = parts.store;
  return {
    listRunbooks: async () => {
      const active = await runbooks.allActive();
      return active.ok ? summaries(parts, active.value) : storeAway(active.error);
    },
    getRunbook: async ({ params: { name } }) => {
      const active = await runbooks.active(name);
      if (!active.ok) return storeAway(active.error);
      return active.value === null ? unknownRunbook(name) : detailOf(parts, active.value);
    },
    listRunbookVersions: async ({ params: { name } }) => {
      const versions = await runbooks.versions(name);
      if (!versions.ok) return storeAway(versions.error);
      if (versions.value.length === 0) return unknownRunbook(name);
      return summaries(parts, versions.value);
    },
    getRunbookVersion: async ({ params: { name, v } }) => {
      const found = await runbooks.version(name, v);
      if (!found.ok) return storeAway(found.error);
      return found.value === null ? unknownVersion(name, v) : detailOf(parts, found.value);
    },
    getAutomation: async ({ params: { name } }) => {
      const versions = await runbooks.versions(name);
      if (!versions.ok) return storeAway(versions.error);
      if (versions.value.length === 0) return unknownRunbook(name);
      return automationOf(parts, name);
    },
  };
};

export async function automationOf({ store }: Parts, name: RunbookName) {
  const found = await store.runbooks.automation(name);
  if (!found.ok) return storeAway(found.error);
  const { enabled = false, enabledAt = null, enabledBy = null } = found.value ?? {};
  const { disabledAt = null, disabledBy = null } = found.value ?? {};
  const active = await store.runbooks.active(name);
  if (!active.ok) return storeAway(active.error);
  const { kind, text, since } = whyRunbook({
    name,
    isActive: active.value !== null,
    automation: { enabled, by: disabledBy, at: disabledAt },
    lastError: active.value?.lastError ?? null,
    lastErrorAt: active.value?.lastErrorAt ?? null,
  });
  return ok({
    finds: { kind, sentence: text, since: maybe(since) },
    runbookName: name,
    automationEnabled: enabled,
    enabledAt: maybe(enabledAt),
    enabledBy,
    disabledAt: maybe(disabledAt),
    disabledBy,
  });
}
