/** The first half of the proof that nobody can do more or less than they do: what the code of a
 *  component uses and what the blueprint declares for it are two texts, and they say the same.
 *  Where they differ, the difference has its reason here. The second half is
 *  rights-proof-estates. */

import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { entryOf, NOT_YET } from "../../infra/bundle/sources.ts";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";
import { COMPONENT_NAMES } from "./rights-proof/granted.ts";
import { graphFrom } from "./rights-proof/module-graph.ts";
import { balance, declared } from "./rights-proof/needed.ts";
import { KNOWN_FILES, sayUse, usesOf } from "./rights-proof/uses.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const entry = (component: ComponentName): string | null => {
  const file = entryOf(component);
  return file !== null && existsSync(path.join(ROOT, file)) ? file : null;
};

const shipped = COMPONENT_NAMES.filter((component) => entry(component) !== null);
const others = COMPONENT_NAMES.filter((component) => entry(component) === null);

const OUTBOX = "Its host will publish rows of the outbox; the row names the topic, not the code.";
const RUN_CARDS = "Run cards are not written yet.";
const RUNS = "Pages about HayMaker's runs are not written yet.";
const SENDER = "Azure Service Bus Data Sender on topic";
const READER = "Storage Blob Data Reader on container";

/** Rights that are declared and granted although no text of the component's code names them. */
const IDLE: Readonly<Record<string, string>> = {
  [`orchestrator: ${SENDER} orchestrator-events`]: OUTBOX,
  [`orchestrator: ${SENDER} worker-jobs`]: OUTBOX,
  "orchestrator: Azure Service Bus Data Receiver on subscription worker-jobs/worker-{workerId}":
    "It reads the dead letters of every subscription of the blueprint, and names none.",
  [`scheduler: ${SENDER} orchestrator-events`]: OUTBOX,
  [`scheduler: ${READER} scenarios`]: "No source reads the scenario library yet.",
  [`admin-api: ${SENDER} orchestrator-events`]: OUTBOX,
  [`admin-api: ${SENDER} ingest`]: RUN_CARDS,
  [`admin-api: ${SENDER} minutes`]: RUN_CARDS,
  [`admin-api: ${SENDER} score`]: RUN_CARDS,
  [`admin-api: ${READER} execution-logs`]: RUNS,
  [`admin-api: ${READER} execution-reports`]: RUNS,
  "worker: Key Vault Secrets User on secret worker-{workerId}-certificate":
    "Its host will sign in to the tenant; what it runs is handed the tenant.",
  "worker: Key Vault Secrets User on secret worker-{workerId}-webhooks":
    "Its host will read the webhooks' addresses; what it runs is handed them.",
  "worker: Monitoring Metrics Publisher on telemetry": "Its host will send the telemetry.",
  "worker: Storage Table Data Contributor on table throttlebudget":
    "Its host will open the budget; what it runs is handed it.",
};

/** Code that is there and will be part of a component, but has no host on Azure yet. */
const PARTS: Readonly<Partial<Record<ComponentName, string>>> = {
  orchestrator: "runtime/orchestrator/open-orchestrator.ts",
  scheduler: "runtime/scheduler/open-scheduler.ts",
  "admin-api": "runtime/api/app.ts",
  worker: "runtime/worker/worker.ts",
};

const PART_NAMES = COMPONENT_NAMES.filter((component) => component in PARTS);

const idleOf = (component: ComponentName, file: string): readonly string[] =>
  balance(component, usesOf(graphFrom(ROOT, file))).idle.map((right) => `${component}: ${right}`);

describe("what code uses and what the blueprint declares", () => {
  test("X-66 (part): there is code that ships, and code that does not says why", () => {
    expect(shipped).toContain("database-bootstrap");
    for (const component of others)
      expect({ component, reason: NOT_YET[component] }).toEqual({
        component,
        reason: expect.stringMatching(/^[A-Z].{8,}\.$/),
      });
  });

  test.each(shipped)("X-66 (part): %s uses exactly what it is declared to use", (component) => {
    const file = entry(component) ?? "";
    const { lacking, database } = balance(component, usesOf(graphFrom(ROOT, file)));
    expect(lacking).toEqual([]);
    expect(idleOf(component, file).filter((one) => !(one in IDLE))).toEqual([]);
    expect(database.used).toBe(database.declared);
  });

  test("every reason for an idle right is a sentence and still belongs to one", () => {
    const idle = [
      ...shipped.flatMap((component) => idleOf(component, entry(component) ?? "")),
      ...PART_NAMES.flatMap((component) => idleOf(component, PARTS[component] ?? "")),
    ];
    for (const [listed, reason] of Object.entries(IDLE)) {
      expect(idle).toContain(listed);
      expect(reason).toMatch(/^[A-Z].{8,}\.$/);
    }
  });

  test.each(Object.entries(PARTS))(
    "X-66 (part): what there is of %s uses nothing that it is not declared to use",
    (name, file) => {
      const component = COMPONENT_NAMES.find((one) => one === name);
      if (component === undefined) throw new Error(`${name} is no component`);
      const uses = usesOf(graphFrom(ROOT, file));
      expect(balance(component, uses).lacking).toEqual([]);
      expect(uses.filter(({ kind }) => kind === "unexplained")).toEqual([]);
    },
  );

  test("what is declared for a part that its code does not name has a reason", () => {
    const idle = PART_NAMES.flatMap((component) => idleOf(component, PARTS[component] ?? ""));
    expect(idle.filter((one) => !(one in IDLE))).toEqual([]);
  });

  test("X-65 (part): sources ask for no right of Azure's, and two components know them", () => {
    const uses = usesOf(graphFrom(ROOT, "runtime/hosts/functions/member-sources.ts"));
    expect(uses.map(sayUse).toSorted()).toEqual([
      "source azure-sql",
      "source databricks",
      "source dataverse",
    ]);
    const readers = COMPONENT_NAMES.filter((component) =>
      Object.keys(SETTINGS[component].shape).some((name) =>
        /^DATAVERSE_|^DATABRICKS_|^DROVER_SQL_SOURCES$/.test(name),
      ),
    );
    expect(readers.toSorted()).toEqual(["admin-api", "scheduler"]);
    for (const component of readers)
      expect(balance(component, uses).lacking).toEqual(balance(component, []).lacking);
  });

  test("X-24 (part): a worker's code names its own jobs, the results and its ledger", () => {
    const uses = usesOf(graphFrom(ROOT, "runtime/worker/worker.ts")).map(sayUse);
    expect(uses.toSorted()).toEqual([
      "receive worker-jobs worker-{workerId}",
      "send worker-results",
      "table jobledger",
    ]);
  });

  test("X-66 (part): each client of a tenant goes through its own door and no other's", () => {
    const usesIn = (file: string) =>
      usesOf(graphFrom(ROOT, `runtime/tenant/azure/${file}`)).map(sayUse);
    expect(usesIn("tenant.ts").toSorted()).toEqual(["tenant exchange", "tenant graph"]);
    expect(usesIn("arm/arm.ts")).toEqual(["arm"]);
    expect(usesIn("vault/vault.ts")).toEqual(["vault read"]);
  });

  test("X-66 (part): a worker with its tenant and its secrets has exactly its rights", () => {
    const files = [
      "runtime/worker/worker.ts",
      "runtime/worker/boot/boot.ts",
      "runtime/tenant/azure/tenant.ts",
      "runtime/tenant/azure/vault/vault.ts",
      "runtime/throttle/adaptive/governor.ts",
    ];
    const uses = files.flatMap((file) => usesOf(graphFrom(ROOT, file)));
    const { lacking, idle } = balance("worker", uses);
    expect(lacking).toEqual([]);
    // Its host alone sends it.
    expect(idle).toEqual(["Monitoring Metrics Publisher on telemetry"]);
    for (const own of ["certificate", "webhooks"]) {
      const right = `Key Vault Secrets User on secret worker-{workerId}-${own}`;
      const held = declared("worker").filter((one) => one !== right);
      expect(balance("worker", uses, held).lacking).toEqual([right]);
    }
  });

  test("X-66 (part): a worker opens no door to a subscription or a vault's other secrets", () => {
    const files = ["runtime/worker/worker.ts", "runtime/worker/boot/boot.ts"];
    const uses = files.flatMap((file) => usesOf(graphFrom(ROOT, file)));
    expect(uses.filter(({ kind }) => kind === "arm" || kind === "vault")).toEqual([]);
    const more = [...uses, { kind: "arm" }, { kind: "vault", does: "write" }] as const;
    expect(balance("worker", more).lacking).toHaveLength(2);
  });

  test.each([
    ["a template", "export const at = (n: string) => `https://\x24{n}.azure.net/.default`;"],
    ["a template without parts", "export const at = `https://vault.azure.net/.default`;"],
    ["a sum", 'export const at = (name: string) => "https://" + name + "/.default";'],
    ["a list", 'export const at = (name: string) => ["https:/", name, ".default"].join("/");'],
    ["another scheme", 'export const at = "api://AzureADTokenExchange/.default";'],
  ])("X-66 (part): an audience that is written as %s is no use unseen", (_how, text) => {
    for (const file of [
      "runtime/worker/worker.ts",
      "runtime/contract/names.ts",
      "runtime/tenant/azure/arm/arm.ts",
    ]) {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
      const uses = usesOf(new Map([[file, { file, source, imports: [], types: [] }]]));
      expect(uses).toEqual([{ kind: "unexplained", door: expect.stringMatching(/\.default$/) }]);
    }
  });

  test("every file by which a use is known is there", () => {
    expect(KNOWN_FILES.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test("a right that is taken away, or one too many, does not go unnoticed", () => {
    const uses = usesOf(graphFrom(ROOT, "runtime/worker/worker.ts"));
    for (const right of [
      "AcrPull on registry",
      "Azure Service Bus Data Sender on topic worker-results",
    ]) {
      const held = declared("worker").filter((one) => one !== right);
      expect(held.length).toBe(declared("worker").length - 1);
      expect(balance("worker", uses, held).lacking).toEqual([right]);
    }
    const more = [...declared("worker"), "Azure Service Bus Data Sender on topic worker-jobs"];
    expect(balance("worker", uses, more).idle).toContain(more.at(-1));
  });
});
