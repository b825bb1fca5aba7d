import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import type { Component } from "../../../../runtime/contract/blueprint/component-shape.ts";
import {
  COMPONENTS,
  type ComponentName,
} from "../../../../runtime/contract/blueprint/components.ts";
import { SCHEDULES } from "../../../../runtime/contract/blueprint/schedules.ts";
import { SECRETS } from "../../../../runtime/contract/blueprint/secrets.ts";
import {
  FLEX_FORBIDDEN_SETTINGS,
  KEYED_SETTINGS,
} from "../../../../runtime/contract/blueprint/settings/forbidden.ts";
import { noteOf } from "../../../../runtime/contract/blueprint/settings/notes.ts";
import {
  type AppSettingsOf,
  SETTINGS,
} from "../../../../runtime/contract/blueprint/settings/settings.ts";
import type { Topic } from "../../../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../../../runtime/contract/blueprint/topics.ts";

const components = Object.entries<Component>(COMPONENTS);
const schemas: Readonly<Record<string, z.ZodObject>> = SETTINGS;
const fieldsOf = (component: string) =>
  Object.entries<z.ZodType>(schemas[component]?.shape ?? {}).map(([name, schema]) => ({
    name,
    note: noteOf(schema),
    isRequired: !schema.safeParse(undefined).success,
  }));
const namesOf = (component: ComponentName) => Object.keys(SETTINGS[component].shape);

const PREFIXES =
  "DROVER|AZURE|SERVICE_BUS|APPLICATIONINSIGHTS|DATAVERSE|DATABRICKS|SB|ACI|ACR|PROVISIONING";
const NAME_FORM = new RegExp(
  `^(?:(?:${PREFIXES})_[A-Z_]+|(?:AzureWebJobsStorage|ServiceBusConnection)__[a-zA-Z]+)$`,
);
const SEED_NAMES = new Set([
  "ANTHROPIC_API_KEY",
  "CONTAINER_IMAGE",
  "CONTAINER_REGISTRY",
  "INSTANCE_SUBSCRIPTION_ENV_NAME",
  "KEY_VAULT_URL",
  "LOG_LEVEL",
  "MESSAGE_ID",
  "RUN_ID",
  "SCENARIO_NAME",
  "SCHEDULE_CRON",
  "SEQUENCE_NUMBER",
  "SIMULATION_SIZE",
  "SIZING",
  "SKIP_SUBSCRIPTIONS",
  "STORAGE_ACCOUNT",
]);

describe("settings of components", () => {
  test("X-62 (part): every component has one table of settings, and no other table exists", () => {
    expect(Object.keys(SETTINGS).sort()).toEqual(Object.keys(COMPONENTS).sort());
  });

  test.each(components)("each setting of %s says what it is for and who provides it", (name) => {
    for (const { note } of fieldsOf(name)) {
      expect(["plain", "derived", "secret", "local"]).toContain(note.source);
      expect(note.description).toMatch(/\.$/);
    }
  });

  test("X-62 (part): names are ours, a seed's, or demanded by the platform", () => {
    for (const [name] of components) {
      for (const setting of fieldsOf(name)) {
        expect(setting.name).not.toMatch(/^(Scheduler|Orchestrator|AdminApi|AzureAd)__/);
        expect(SEED_NAMES.has(setting.name) || NAME_FORM.test(setting.name)).toBe(true);
      }
    }
  });

  test("M-133 (part): a function app reaches its host's storage by identity, not by a key", () => {
    for (const [name, component] of components) {
      const names = fieldsOf(name).map((field) => field.name);
      for (const keyed of KEYED_SETTINGS) expect(names).not.toContain(keyed);
      const host = [
        "AzureWebJobsStorage__accountName",
        "AzureWebJobsStorage__credential",
        "AzureWebJobsStorage__clientId",
      ];
      expect(host.every((part) => names.includes(part))).toBe(component.kind === "function-app");
    }
  });

  test(
    "M-136 (part), X-62 (part): " +
      "exactly the apps that a subscription triggers carry its connection",
    () => {
      for (const [name, component] of components) {
        const names = fieldsOf(name).map((field) => field.name);
        const isTriggered =
          component.kind === "function-app" &&
          component.triggers.some(({ kind }) => kind === "subscription");
        for (const part of ["fullyQualifiedNamespace", "credential", "clientId"]) {
          expect(names.includes(`ServiceBusConnection__${part}`)).toBe(isTriggered);
        }
      }
    },
  );

  test("no component carries a setting that the Flex plan forbids", () => {
    for (const [name] of components) {
      const forbidden = fieldsOf(name).filter(
        (field) =>
          FLEX_FORBIDDEN_SETTINGS.some((banned) => banned === field.name) ||
          field.name.startsWith("WEBSITE_"),
      );
      expect(forbidden).toEqual([]);
    }
  });

  test("X-26 (part): whoever talks to the bus requires its namespace at start", () => {
    for (const [name, component] of components) {
      const talks = component.publishes.length + component.receives.length > 0;
      const required = fieldsOf(name).filter(
        (field) =>
          ["SERVICE_BUS_NAMESPACE", "SB_NAMESPACE"].includes(field.name) && field.isRequired,
      );
      expect({ name, required: required.length }).toEqual({ name, required: talks ? 1 : 0 });
    }
  });

  test("M-004 (part): only the components that may use the database are told where it is", () => {
    for (const [name, component] of components) {
      const names = fieldsOf(name).map((field) => field.name);
      expect(names.includes("DROVER_SQL_SERVER")).toBe(component.database !== "none");
      expect(names.includes("DROVER_SQL_DATABASE")).toBe(component.database !== "none");
    }
  });

  test("whoever uses containers or tables is told which account holds them", () => {
    for (const [name, component] of components) {
      const names = fieldsOf(name).map((field) => field.name);
      const usesBlobs = component.reads.length + component.writes.length > 0;
      expect({ name, told: names.includes("STORAGE_ACCOUNT") }).toEqual({ name, told: usesBlobs });
      expect(names.includes("DROVER_TABLE_ACCOUNT")).toBe(component.tables.length > 0);
    }
  });

  test.each(components)(
    "the timers of %s find their expression in a required setting",
    (name, component) => {
      for (const trigger of component.triggers) {
        if (trigger.kind !== "timer") continue;
        const field = fieldsOf(name).find((f) => f.name === SCHEDULES[trigger.schedule].setting);
        expect(field?.isRequired).toBe(true);
      }
    },
  );

  test("a setting that names a topic names one that exists and that its component uses", () => {
    for (const [name, component] of components) {
      for (const { note } of fieldsOf(name)) {
        if (note.topic === undefined) continue;
        expect(TOPICS[note.topic]).toBeDefined();
        const used = [...component.publishes, ...component.receives.map(({ topic }) => topic)];
        expect(used).toContain(note.topic);
      }
    }
  });

  test("a topic with a configurable name is the default of its setting", () => {
    for (const topic of Object.values<Topic>(TOPICS)) {
      if (topic.nameSetting === null) continue;
      for (const [name] of components) {
        const schema: z.ZodType | undefined = schemas[name]?.shape[topic.nameSetting];
        if (schema !== undefined) expect(schema.parse(undefined)).toBe(topic.name);
      }
    }
    expect(SETTINGS.agent.shape.SERVICE_BUS_TOPIC.parse(undefined)).toBe("agent-logs");
  });

  test("H-038 (part): a container gets a secret only as a reference to one that exists", () => {
    const secretFields = components.flatMap(([name]) =>
      fieldsOf(name)
        .filter(({ note }) => note.source === "secret")
        .map((field) => ({ component: name, ...field })),
    );
    expect(secretFields.map(({ component, name }) => `${component} ${name}`)).toEqual([
      "agent AZURE_CLIENT_SECRET",
      "agent ANTHROPIC_API_KEY",
    ]);
    for (const { note } of secretFields) {
      expect(SECRETS).toHaveProperty([note.secret ?? "none"]);
    }
  });

  test("X-04 (part), X-43 (part): connection strings and passwords are never the estate's", () => {
    const local = components.flatMap(([name]) =>
      fieldsOf(name).filter(({ note }) => note.source === "local"),
    );
    expect(new Set(local.map(({ name }) => name))).toEqual(
      new Set([
        "SERVICE_BUS_CONNECTION_STRING",
        "SERVICE_BUS_CONN_STRING",
        "SB_CONNECTION_STR",
        "ACR_USERNAME",
        "ACR_PASSWORD",
      ]),
    );
    for (const { isRequired } of local) expect(isRequired).toBe(false);
  });

  test("H-072 (part): HayMaker keeps its eight settings", () => {
    const names = new Set(
      (["haymaker-scheduler", "haymaker-worker"] as const).flatMap((name) => namesOf(name)),
    );
    for (const name of [
      "SIMULATION_SIZE",
      "SCHEDULE_CRON",
      "KEY_VAULT_URL",
      "SERVICE_BUS_NAMESPACE",
      "CONTAINER_REGISTRY",
      "CONTAINER_IMAGE",
      "STORAGE_ACCOUNT",
      "LOG_LEVEL",
    ]) {
      expect(names).toContain(name);
    }
  });

  test(
    "H-037 (part), X-04 (part): " +
      "an agent's variables keep their names, and the namespace joins them",
    () => {
      expect(namesOf("agent")).toEqual(
        expect.arrayContaining([
          "AZURE_TENANT_ID",
          "AZURE_CLIENT_ID",
          "AZURE_CLIENT_SECRET",
          "AZURE_SUBSCRIPTION_ID",
          "ANTHROPIC_API_KEY",
          "SERVICE_BUS_CONNECTION_STRING",
          "SERVICE_BUS_NAMESPACE",
          "SERVICE_BUS_TOPIC",
          "SCENARIO_NAME",
          "RUN_ID",
          "LOG_LEVEL",
        ]),
      );
    },
  );

  test("M-015 (part): runbooks find the connections they name", () => {
    for (const component of ["scheduler", "admin-api"] as const) {
      expect(namesOf(component)).toEqual(
        expect.arrayContaining([
          "DATAVERSE_CONNECTION_STRING",
          "DATABRICKS_CONNECTION_STRING",
          "DATABRICKS_WAREHOUSE_ID",
        ]),
      );
    }
  });

  test("a setting without a note is a mistake that shows at once", () => {
    expect(() => noteOf(z.string())).toThrow("has no note");
  });

  test("a required setting that the program forgets does not compile", () => {
    const forgotten = { AZURE_CLIENT_ID: "id", SB_TOPIC_NAME: "t" };
    // @ts-expect-error SB_NAMESPACE, MESSAGE_ID and SEQUENCE_NUMBER are missing.
    const refused: AppSettingsOf<"scaled-container", string> = forgotten;
    const complete: AppSettingsOf<"scaled-container", string> = {
      AZURE_CLIENT_ID: "id",
      SB_NAMESPACE: "n",
      MESSAGE_ID: "m",
      SEQUENCE_NUMBER: "1",
    };
    expect(Object.keys(complete)).not.toEqual(Object.keys(refused));
  });
});
