/** Versions of runbooks, and whether the scheduler looks for their batches. */
import { expect } from "@jest/globals";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { NewVersion } from "../../../runtime/store/runbooks.ts";
import { stepPlans } from "../../../runtime/store/step-plan.ts";
import { phase, runbook, step } from "../../unit/domain/engine/runbooks.ts";
import { version } from "../../unit/domain/engine/start-world.ts";
import { answerOf, failureOf } from "../bus/answers.ts";
import { RUNBOOK } from "./batch-of.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

const PLAN = runbook([phase("first", [step("a")])]);

const newVersion = (table: string, given: Partial<NewVersion> = {}): NewVersion => ({
  name: RUNBOOK,
  yaml: "name: move-mailboxes",
  dataTableName: table,
  overdue: "ignore",
  rerunInit: false,
  publishedBy: "ada",
  steps: stepPlans(PLAN),
  ...given,
});

export const RUNBOOKS: readonly StoreCase[] = [
  test("M-057 (part): M-058: I26: publishing raises the version and turns the old one off", async ({
    store,
    clock,
  }) => {
    expect(answerOf(await store.runbooks.publish(newVersion("t_v1")))).toBe(1);
    expect(answerOf(await store.runbooks.publish(newVersion("t_v2", { rerunInit: true })))).toBe(2);
    const versions = answerOf(await store.runbooks.versions(RUNBOOK));
    expect(versions.map((each) => [each.version, each.isActive])).toEqual([
      [2, true],
      [1, false],
    ]);
    const { steps: _, ...kept } = newVersion("t_v2", { rerunInit: true });
    expect(answerOf(await store.runbooks.active(RUNBOOK))).toEqual({
      ...kept,
      version: 2,
      isActive: true,
      ignoreOverdueApplied: false,
      createdAt: clock.time,
      lastError: null,
      lastErrorAt: null,
    });
    const first = answerOf(await store.runbooks.version(RUNBOOK, version(1)));
    expect(first?.dataTableName).toBe("t_v1");
    expect(answerOf(await store.runbooks.version(RUNBOOK, version(3)))).toBeNull();
  }),
  test("I26: two who publish at once get two versions, one of them active", async ({ store }) => {
    const both = await Promise.all(
      ["t_v1", "t_v2"].map((table) => store.runbooks.publish(newVersion(table))),
    );
    expect(both.map(answerOf)).toEqual([1, 2]);
    const active = answerOf(await store.runbooks.allActive());
    expect(active.map((each) => each.version)).toEqual([2]);
  }),
  test("a data table's name belongs to one version", async ({ store }) => {
    answerOf(await store.runbooks.publish(newVersion("t_v1")));
    const other = newVersion("t_v1", { name: RunbookName.parse("another") });
    expect(failureOf(await store.runbooks.publish(other)).kind).toBe("conflict");
    expect(answerOf(await store.runbooks.active(other.name))).toBeNull();
  }),
  test("a runbook can be turned off, once", async ({ store }) => {
    answerOf(await store.runbooks.publish(newVersion("t_v1")));
    expect(answerOf(await store.runbooks.deactivate(RUNBOOK))).toBe(true);
    expect(answerOf(await store.runbooks.deactivate(RUNBOOK))).toBe(false);
    expect(answerOf(await store.runbooks.active(RUNBOOK))).toBeNull();
  }),
  test("what went wrong with its source is noted and taken back", async ({ store, clock }) => {
    answerOf(await store.runbooks.publish(newVersion("t_v1")));
    answerOf(await store.runbooks.noteError(RUNBOOK, version(1), "no such table"));
    const noted = answerOf(await store.runbooks.active(RUNBOOK));
    expect(noted).toMatchObject({ lastError: "no such table", lastErrorAt: clock.time });
    answerOf(await store.runbooks.noteError(RUNBOOK, version(1), null));
    const well = answerOf(await store.runbooks.active(RUNBOOK));
    expect(well).toMatchObject({ lastError: null, lastErrorAt: null });
    expect(answerOf(await store.runbooks.noteError(RUNBOOK, version(9), "x"))).toBe(false);
  }),
  test("M-064: automation keeps who switched it on and off, and when", async ({ store, clock }) => {
    expect(answerOf(await store.runbooks.automation(RUNBOOK))).toBeNull();
    answerOf(await store.runbooks.setAutomation(RUNBOOK, true, "ada"));
    answerOf(await store.runbooks.setAutomation(RUNBOOK, true, "bob"));
    const on = { runbookName: RUNBOOK, enabled: true, enabledAt: clock.time, enabledBy: "ada" };
    expect(answerOf(await store.runbooks.automation(RUNBOOK))).toEqual({
      ...on,
      disabledAt: null,
      disabledBy: null,
    });
    answerOf(await store.runbooks.setAutomation(RUNBOOK, false, "eve"));
    expect(answerOf(await store.runbooks.automation(RUNBOOK))).toEqual({
      ...on,
      enabled: false,
      disabledAt: clock.time,
      disabledBy: "eve",
    });
  }),
];
