/** The wiring of settings against the schemas that components read at their start. */
import { describe, expect, test } from "@jest/globals";
import { usersOf } from "../../infra/settings/estate-values.ts";
import type { EstateValues, OwnValues } from "../../infra/settings/wire.ts";
import { type WiredComponent, wireSettings } from "../../infra/settings/wire-settings.ts";
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import { DATABASE_RIGHTS } from "../../runtime/contract/blueprint/database-rights.ts";
import {
  readDatabaseUsers,
  writeDatabaseUsers,
} from "../../runtime/contract/blueprint/database-users.ts";
import { SCHEDULES } from "../../runtime/contract/blueprint/schedules.ts";
import { ABSENT_SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import {
  FLEX_FORBIDDEN_SETTINGS,
  KEYED_SETTINGS,
} from "../../runtime/contract/blueprint/settings/forbidden.ts";
import { noteOf } from "../../runtime/contract/blueprint/settings/notes.ts";
import { readSettings } from "../../runtime/contract/blueprint/settings/read.ts";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";
import { estateOf, publicConfig } from "./ground-config.ts";
import { id, VALUES } from "./settings-values.ts";

const OWN: OwnValues = {
  clientId: id("6"),
  telemetry: { connectionString: "InstrumentationKey=0", authentication: "ClientId=6" },
  hostAccount: "host",
  worker: { id: "cloud", targetTenantId: id("7"), targetClientId: id("8") },
};

const isWired = (name: string): name is WiredComponent =>
  Object.hasOwn(COMPONENTS, name) && name !== "agent" && name !== "scaled-container";

const NAMES = Object.keys(COMPONENTS).filter(isWired);

const wired = (name: WiredComponent, estate: Partial<EstateValues> = {}) =>
  wireSettings(name, { estate: { ...VALUES, ...estate }, own: OWN });

describe.each(NAMES)("the settings of %s", (name) => {
  test("H-071, M-133 (part): the component starts with what the estate gives it", () => {
    const given = Object.entries(wired(name)).map(([key, value]) => [key, String(value)]);
    expect(readSettings(name, Object.fromEntries(given))).toMatchObject({ ok: true });
  });

  test("H-072 (part), X-62: each is one that the component reads", () => {
    const known = Object.keys(SETTINGS[name].shape);
    expect(Object.keys(wired(name)).filter((setting) => !known.includes(setting))).toEqual([]);
  });

  test("M-132, X-66, H-038 (part): none is a secret or a key, and none is for home only", () => {
    const names: readonly string[] = Object.keys(wired(name));
    const schemas = new Map(Object.entries(SETTINGS[name].shape));
    const sources = new Set(
      names.map((setting) => {
        const schema = schemas.get(setting);
        if (schema === undefined) throw new Error(`${setting} is not the component's`);
        return noteOf(schema).source;
      }),
    );
    expect([...sources].filter((source) => source !== "derived" && source !== "plain")).toEqual([]);
    const refused: readonly string[] = [
      ...FLEX_FORBIDDEN_SETTINGS,
      ...KEYED_SETTINGS,
      ...Object.keys(ABSENT_SECRETS),
    ];
    expect(names.filter((setting) => refused.includes(setting))).toEqual([]);
  });
});

test("H-073 (part), H-074 (part): timers come from the schedule of the stack's size", () => {
  const cron = (size: "dev" | "prod") => ({
    tick: wired("scheduler", { size })["DROVER_TICK_CRON"],
    sweep: wired("orchestrator", { size })["DROVER_SWEEP_CRON"],
    run: wired("haymaker-scheduler", { size })["SCHEDULE_CRON"],
    pass: wired("scaler", { size })["DROVER_SCALER_CRON"],
  });
  for (const size of ["dev", "prod"] as const)
    expect(cron(size)).toEqual({
      tick: SCHEDULES["scheduler-tick"].cron[size],
      sweep: SCHEDULES["orchestrator-sweep"].cron[size],
      run: SCHEDULES["haymaker-run"].cron[size],
      pass: SCHEDULES["scaler-pass"].cron[size],
    });
  expect(cron("prod").run).toBe("0 0 0,6,12,18 * * *");
});

test("a source the stack names is a setting of who reads sources, and of nobody else", () => {
  const sources = { dataverse: "org.crm4.dynamics.com,5558" };
  const readers = NAMES.filter((name) =>
    Object.hasOwn(wired(name, { sources }), "DATAVERSE_CONNECTION_STRING"),
  );
  expect(readers).toEqual(["scheduler", "admin-api"]);
  expect(wired("scheduler")).not.toHaveProperty("DATAVERSE_CONNECTION_STRING");
});

test("a worker without its id is a bug, not a worker that takes nobody's jobs", () => {
  const own = { ...OWN, worker: null };
  expect(() => wireSettings("worker", { estate: VALUES, own })).toThrow("worker id");
});

test("each worker's certificate is its own", () => {
  expect(wired("worker")["DROVER_CERTIFICATE_NAME"]).toBe("worker-cloud-certificate");
  expect(wired("worker")["DROVER_WEBHOOKS_NAME"]).toBe("worker-cloud-webhooks");
});

test("M-131 (part): who has rights in the database becomes a user, nobody else", () => {
  const users = usersOf(estateOf(publicConfig), (name) => id(name === "scheduler" ? "a" : "b"));
  expect(users.map(({ component }) => component)).toEqual(
    DATABASE_RIGHTS.map(({ component }) => component),
  );
  const told = users.map((user, index) => ({ ...user, clientId: id(String(index)) }));
  expect(readDatabaseUsers(writeDatabaseUsers(told))).toEqual({ ok: true, value: told });
  const small = usersOf(estateOf(publicConfig, ["orchestrator", "worker"]), () => id("a"));
  expect(small.map(({ component }) => component)).toEqual(["orchestrator"]);
});
