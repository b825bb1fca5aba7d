/** Runbooks, in SQLite. */
import type { RunbookVersion } from "../../contract/ids.ts";
import { plain } from "../operations/columns.ts";
import { activeRunbooks } from "../operations/runbook/active-runbooks.ts";
import { dataView } from "../operations/runbook/data-view.ts";
import { deactivateRunbook } from "../operations/runbook/deactivate-runbook.ts";
import { disableAutomation } from "../operations/runbook/disable-automation.ts";
import { enableAutomation } from "../operations/runbook/enable-automation.ts";
import { insertAutomation } from "../operations/runbook/insert-automation.ts";
import { insertRunbook } from "../operations/runbook/insert-runbook.ts";
import { insertStepPlans } from "../operations/runbook/insert-step-plans.ts";
import { newestVersion } from "../operations/runbook/newest-version.ts";
import { noteRunbookError } from "../operations/runbook/note-runbook-error.ts";
import { readAutomation } from "../operations/runbook/read-automation.ts";
import { automationOf, runbookOf, stepPlanCells } from "../operations/runbook/runbook-cells.ts";
import { runbookVersions } from "../operations/runbook/runbook-versions.ts";
import type { NewVersion, Runbooks } from "../runbooks.ts";
import { type Access, change } from "./access.ts";
import { keepAnswers } from "./answers.ts";
import { recordEvents } from "./platform-events.ts";
import type { Statements } from "./statements.ts";

const VERSION = plain<RunbookVersion>("version");

export function runbookRows(access: Access): Runbooks {
  const { statements, writer, now, read } = access;
  return {
    publish: (version, events, remember = () => []) =>
      writer.write(() => {
        const at = now().toISOString();
        const made = publish(statements, version, at);
        recordEvents(statements, events(made), at);
        keepAnswers(statements, remember(made), at);
        return made;
      }),
    deactivate: (name, events = [], remember = []) =>
      writer.write(() => {
        if (statements.run(deactivateRunbook, [name]) !== 1) return false;
        const at = now().toISOString();
        recordEvents(statements, events, at);
        keepAnswers(statements, remember, at);
        return true;
      }),
    active: (name) => read(() => statements.all(activeRunbooks, [name]).map(runbookOf)[0] ?? null),
    version: (name, version) =>
      read(() => statements.all(runbookVersions, [name, version]).map(runbookOf)[0] ?? null),
    allActive: () => read(() => statements.all(activeRunbooks, [null]).map(runbookOf)),
    versions: (name) => read(() => statements.all(runbookVersions, [name, null]).map(runbookOf)),
    noteError: (name, version, error) =>
      change(access, () => {
        const at = error === null ? null : now().toISOString();
        return statements.run(noteRunbookError, [error, at, name, version]) === 1;
      }),
    setAutomation: (name, enabled, by, events, remember = []) =>
      writer.write(() => {
        const at = now().toISOString();
        statements.run(insertAutomation, [name]);
        const turn = enabled ? enableAutomation : disableAutomation;
        statements.run(turn, [at, by, name]);
        recordEvents(statements, events, at);
        keepAnswers(statements, remember, at);
      }),
    automation: (name) =>
      read(() => statements.all(readAutomation, [name]).map(automationOf)[0] ?? null),
  };
}

function publish(statements: Statements, given: NewVersion, at: string): RunbookVersion {
  const { name, yaml, dataTableName, overdue, rerunInit, publishedBy, steps } = given;
  const newest = statements.all(newestVersion, [name])[0]?.[0] ?? 0;
  const version = Number(newest) + 1;
  statements.run(deactivateRunbook, [name]);
  const rerun = rerunInit ? 1 : 0;
  const fixed = [name, version, yaml, dataTableName, 1, overdue, 0, rerun, at, publishedBy];
  const pins = given.inFlight === "pin" ? 1 : 0;
  statements.run(insertRunbook, [...fixed, null, null, pins]);
  for (const plan of steps) {
    statements.run(insertStepPlans, [name, version, ...stepPlanCells(plan)]);
  }
  statements.define(dataView(dataTableName, name, version));
  return VERSION.read(version);
}
