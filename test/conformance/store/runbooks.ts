/** Versions of runbooks, and whether the scheduler looks for their batches. */
import { expect } from "@jest/globals";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { PlatformEvent } from "../../../runtime/store/records.ts";
import type { NewVersion } from "../../../runtime/store/runbooks.ts";
import { stepPlans } from "../../../runtime/store/step-plan.ts";
import type { Store } from "../../../runtime/store/store.ts";
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

const publish = (store: Store<string>, given: NewVersion) =>
  store.runbooks.publish(given, () => []);

const told = (type: string, detail: PlatformEvent["detail"] = null): PlatformEvent => ({
  actor: "ada",
  cause: "api",
  type,
  detail,
});

export const RUNBOOKS: readonly StoreCase[] = [
  test("M-057 (part): M-058: I26: publishing raises the version and turns the old one off", async ({
    store,
    clock,
  }) => {
    expect(answerOf(await publish(store, newVersion("t_v1")))).toBe(1);
    expect(answerOf(await publish(store, newVersion("t_v2", { rerunInit: true })))).toBe(2);
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
      ["t_v1", "t_v2"].map((table) => publish(store, newVersion(table))),
    );
    expect(both.map(answerOf)).toEqual([1, 2]);
    const active = answerOf(await store.runbooks.allActive());
    expect(active.map((each) => each.version)).toEqual([2]);
  }),
  test("a data table's name belongs to one version", async ({ store }) => {
    answerOf(await publish(store, newVersion("t_v1")));
    const other = newVersion("t_v1", { name: RunbookName.parse("another") });
    expect(failureOf(await publish(store, other)).kind).toBe("conflict");
    expect(answerOf(await store.runbooks.active(other.name))).toBeNull();
  }),
  test("a runbook can be turned off, once", async ({ store }) => {
    answerOf(await publish(store, newVersion("t_v1")));
    expect(answerOf(await store.runbooks.deactivate(RUNBOOK))).toBe(true);
    expect(answerOf(await store.runbooks.deactivate(RUNBOOK))).toBe(false);
    expect(answerOf(await store.runbooks.active(RUNBOOK))).toBeNull();
  }),
  test("what went wrong with its source is noted and taken back", async ({ store, clock }) => {
    answerOf(await publish(store, newVersion("t_v1")));
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
    answerOf(await store.runbooks.setAutomation(RUNBOOK, true, "ada", []));
    answerOf(await store.runbooks.setAutomation(RUNBOOK, true, "bob", []));
    const on = { runbookName: RUNBOOK, enabled: true, enabledAt: clock.time, enabledBy: "ada" };
    expect(answerOf(await store.runbooks.automation(RUNBOOK))).toEqual({
      ...on,
      disabledAt: null,
      disabledBy: null,
    });
    answerOf(await store.runbooks.setAutomation(RUNBOOK, false, "eve", []));
    expect(answerOf(await store.runbooks.automation(RUNBOOK))).toEqual({
      ...on,
      enabled: false,
      disabledAt: clock.time,
      disabledBy: "eve",
    });
  }),
  test("R03 (part): who published, switched or limited something is in the same commit", async ({
    store,
  }) => {
    const published = (version: number) => [told("runbook.published", { version })];
    answerOf(await store.runbooks.publish(newVersion("t_v1"), published));
    answerOf(await store.runbooks.setAutomation(RUNBOOK, true, "ada", [told("automation.on")]));
    answerOf(await store.workers.setLimit("worker:west", 5, [told("limit.set")]));
    answerOf(await store.workers.setLimit("worker:west", null, [told("limit.lifted")]));
    answerOf(await store.workers.register([], [told("worker.registered")]));
    const refused = newVersion("t_v1", { name: RunbookName.parse("another") });
    expect((await store.runbooks.publish(refused, published)).ok).toBe(false);
    const events = answerOf(await store.records.events(0, 0, 10));
    expect(events.map(({ seq, type, detail }) => [seq, type, detail])).toEqual([
      [1, "runbook.published", { version: 1 }],
      [2, "automation.on", null],
      [3, "limit.set", null],
      [4, "limit.lifted", null],
      [5, "worker.registered", null],
    ]);
  }),
  test("R17: a change and its receipt are one commit: a key used before undoes both", async ({
    store,
  }) => {
    const receipt = (key: string) => [{ actor: "ada", key, requestHash: "h", response: "{}" }];
    const { runbooks, records } = store;
    const publishing = (table: string) =>
      runbooks.publish(
        newVersion(table),
        () => [told("runbook.published")],
        () => receipt("p"),
      );
    answerOf(await publishing("t_v1"));
    expect(answerOf(await records.recall("ada", "p"))).toEqual(receipt("p")[0]);
    expect(failureOf(await publishing("t_v2")).kind).toBe("conflict");
    expect(answerOf(await runbooks.versions(RUNBOOK))).toHaveLength(1);
    const off = () => runbooks.setAutomation(RUNBOOK, false, "ada", [], receipt("off"));
    answerOf(await runbooks.setAutomation(RUNBOOK, true, "ada", []));
    answerOf(await off());
    answerOf(await runbooks.setAutomation(RUNBOOK, true, "bob", []));
    expect(failureOf(await off()).kind).toBe("conflict");
    expect(answerOf(await runbooks.automation(RUNBOOK))?.enabled).toBe(true);
    const limited = await store.workers.setLimit("worker:west", 5, [], receipt("off"));
    expect(failureOf(limited).kind).toBe("conflict");
    expect(answerOf(await store.workers.limits()).size).toBe(0);
    answerOf(await store.workers.setLimit("worker:west", 5, [], receipt("limit")));
    expect(answerOf(await records.recall("ada", "limit"))).not.toBeNull();
    const turned = await runbooks.deactivate(RUNBOOK, [told("runbook.off")], receipt("off"));
    expect(failureOf(turned).kind).toBe("conflict");
    expect(answerOf(await runbooks.active(RUNBOOK))).not.toBeNull();
    answerOf(await runbooks.deactivate(RUNBOOK, [told("runbook.off")], receipt("d")));
    expect(answerOf(await records.recall("ada", "d"))).not.toBeNull();
    const events = answerOf(await records.events(0, 0, 100)).map(({ type }) => type);
    expect(events).toEqual(["runbook.published", "runbook.off"]);
  }),
];
