/** Runbooks and workers, in the model. */
import { RunbookVersion } from "../../../runtime/contract/ids.ts";
import type { NewVersion, RunbookRecord, Runbooks } from "../../../runtime/store/runbooks.ts";
import { type Change, put } from "./change.ts";
import { change, read, write } from "./connection.ts";
import { claimKey } from "./counters.ts";
import type { Connection } from "./database.ts";
import { byText, keyOf } from "./keys.ts";
import { recordPlatform } from "./records.ts";
import type { Tables } from "./tables.ts";
import { keepAnswers } from "./transact.ts";

const versionsOf = ({ runbooks }: Tables, name: string): readonly RunbookRecord[] =>
  [...runbooks.values()]
    .filter((each) => each.name === name)
    .sort((one, other) => other.version - one.version);

const activeOf = (tables: Tables, name: string): RunbookRecord | null =>
  versionsOf(tables, name).find(({ isActive }) => isActive) ?? null;

const idOf = ({ name, version }: RunbookRecord): string => keyOf(name, version);

export const runbooksOf = (connection: Connection): Runbooks => ({
  publish: (given, events, remember = () => []) =>
    write(connection, [`runbook ${given.name}`], (each) => {
      const version = publish(each, given);
      recordPlatform(each, events(version));
      keepAnswers(each, remember(version));
      return version;
    }),
  deactivate: (name, events = [], remember = []) =>
    write(connection, [], (each) => {
      if (!deactivate(each, name)) return false;
      recordPlatform(each, events);
      keepAnswers(each, remember);
      return true;
    }),
  active: (name) => read(connection, (tables) => activeOf(tables, name)),
  version: (name, version) =>
    read(connection, ({ runbooks }) => runbooks.get(keyOf(name, version)) ?? null),
  allActive: () =>
    read(connection, ({ runbooks }) =>
      [...runbooks.values()]
        .filter(({ isActive }) => isActive)
        .sort((one, other) => byText(one.name, other.name)),
    ),
  versions: (name) => read(connection, (tables) => versionsOf(tables, name)),
  noteError: (name, version, error) =>
    change(connection, ({ tables, undo, now }) => {
      const found = tables.runbooks.get(keyOf(name, version));
      if (found === undefined) return false;
      const noted = { lastError: error, lastErrorAt: error === null ? null : now };
      put(undo, tables.runbooks, idOf(found), { ...found, ...noted });
      return true;
    }),
  setAutomation: (name, enabled, by, events, remember = []) =>
    write(connection, [], (each) => {
      const { automation } = each.tables;
      const known = automation.get(name) ?? { runbookName: name, enabled: false, ...NEVER_SET };
      const turned = enabled
        ? { enabled, enabledAt: each.now, enabledBy: by }
        : { enabled, disabledAt: each.now, disabledBy: by };
      put(each.undo, automation, name, known.enabled === enabled ? known : { ...known, ...turned });
      recordPlatform(each, events);
      keepAnswers(each, remember);
    }),
  automation: (name) => read(connection, ({ automation }) => automation.get(name) ?? null),
});

const NEVER_SET = { enabledAt: null, enabledBy: null, disabledAt: null, disabledBy: null };

function deactivate({ tables, undo }: Change, name: string): boolean {
  const active = activeOf(tables, name);
  if (active === null) return false;
  put(undo, tables.runbooks, idOf(active), { ...active, isActive: false });
  return true;
}

function publish(each: Change, { steps: _, ...given }: NewVersion): RunbookVersion {
  const newest = versionsOf(each.tables, given.name)[0]?.version ?? 0;
  const version = RunbookVersion.parse(newest + 1);
  deactivate(each, given.name);
  const record: RunbookRecord = {
    ...given,
    version,
    isActive: true,
    ignoreOverdueApplied: false,
    createdAt: each.now,
    lastError: null,
    lastErrorAt: null,
  };
  claimKey(each, keyOf("data table", given.dataTableName), idOf(record).length);
  put(each.undo, each.tables.runbooks, idOf(record), record);
  return version;
}
