import { describe, expect, test } from "@jest/globals";
import { instanceVariables } from "../../../../runtime/contract/blueprint/settings/pass-through.ts";
import { readSettings } from "../../../../runtime/contract/blueprint/settings/read.ts";

const GUID = "11111111-2222-4333-8444-555555555555";
const scaler = {
  AZURE_CLIENT_ID: GUID,
  APPLICATIONINSIGHTS_CONNECTION_STRING: "InstrumentationKey=0",
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: "Authorization=AAD",
  AzureWebJobsStorage__accountName: "account",
  AzureWebJobsStorage__credential: "managedidentity",
  AzureWebJobsStorage__clientId: GUID,
  SB_NAMESPACE: "drover.servicebus.windows.net",
  ACI_IMAGE: "image",
  ACI_NAME_PREFIX: "scaled",
  ACI_LOCATION: "westeurope",
  DROVER_ACI_IDENTITY_ID: "/identity",
  AZURE_SUBSCRIPTION_ID: GUID,
  AZURE_RESOURCE_GROUP: "group",
  DROVER_SCALER_CRON: "0 * * * * *",
};
const runCards = {
  AZURE_CLIENT_ID: GUID,
  APPLICATIONINSIGHTS_CONNECTION_STRING: "InstrumentationKey=0",
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: "Authorization=AAD",
  SERVICE_BUS_NAMESPACE: "drover.servicebus.windows.net",
  DROVER_SQL_SERVER: "drover.database.windows.net",
  DROVER_SQL_DATABASE: "drover",
};

describe("reading settings", () => {
  test("C-003, C-006 (part), X-44, X-46 (part), X-48 (part): the scaler has its defaults", () => {
    expect(readSettings("scaler", scaler)).toMatchObject({
      ok: true,
      value: {
        ACI_MAX_INSTANCES: 200,
        ACI_DEFAULT_CPU: 2,
        ACI_MEMORY_MULTIPLIER: 8,
        ACI_MIN_MEMORY_GB: 0.5,
        ACI_MAX_MEMORY_GB: 240,
        PROVISIONING_MAX_WORKERS: 4,
        PROVISIONING_PEEK_MAX: 50,
        PROVISIONING_CONFIRM_MESSAGE: true,
        PROVISIONING_DELETE_ORPHANS: true,
        PROVISIONING_ORPHAN_PEEK_MAX: 50,
        PROVISIONING_ORPHAN_CONFIRM_CHECKS: 2,
        PROVISIONING_ORPHAN_CONFIRM_INTERVAL_SECONDS: 5,
        PROVISIONING_REQUIRE_JSON: true,
        DROVER_ORPHAN_GRACE_SEC: 600,
        SIZING: "message",
        SKIP_SUBSCRIPTIONS: [],
      },
    });
  });

  test.each([
    "AZURE_SUBSCRIPTION_ID",
    "AZURE_RESOURCE_GROUP",
    "ACI_IMAGE",
    "ACI_NAME_PREFIX",
    "ACI_LOCATION",
  ])("C-002 (part), C-003: the scaler does not start without %s", (name) => {
    const read = readSettings("scaler", { ...scaler, [name]: undefined });
    expect(read).toMatchObject({ ok: false, error: { missing: [name], invalid: [] } });
  });

  test("C-005 (part): subscriptions to skip are a list by commas", () => {
    const read = readSettings("scaler", { ...scaler, SKIP_SUBSCRIPTIONS: "a, b,,c " });
    expect(read).toMatchObject({ ok: true, value: { SKIP_SUBSCRIPTIONS: ["a", "b", "c"] } });
  });

  test(
    "A-013 (part), A-014 (part): " +
      "run cards retry five times from one second on, unless told otherwise",
    () => {
      expect(readSettings("run-cards-score", runCards)).toMatchObject({
        ok: true,
        value: { SERVICE_BUS_MAX_RETRIES: 5, SERVICE_BUS_RETRY_DELAY: 1 },
      });
      const told = { ...runCards, SERVICE_BUS_MAX_RETRIES: "2", SERVICE_BUS_RETRY_DELAY: "3" };
      expect(readSettings("run-cards-ingest", told)).toMatchObject({
        ok: true,
        value: { SERVICE_BUS_MAX_RETRIES: 2, SERVICE_BUS_RETRY_DELAY: 3 },
      });
    },
  );

  test("H-071 (part): all that is missing or malformed is named in one sentence", () => {
    const read = readSettings("run-cards-minutes", {
      ...runCards,
      AZURE_CLIENT_ID: "nobody",
      SERVICE_BUS_NAMESPACE: undefined,
      DROVER_SQL_DATABASE: "",
      SERVICE_BUS_MAX_RETRIES: "many",
    });
    expect(read).toEqual({
      ok: false,
      error: {
        component: "run-cards-minutes",
        missing: ["SERVICE_BUS_NAMESPACE", "DROVER_SQL_DATABASE"],
        invalid: [
          { name: "AZURE_CLIENT_ID", problem: "must be a GUID" },
          {
            name: "SERVICE_BUS_MAX_RETRIES",
            problem: "must be a whole number from 0 to 20",
          },
        ],
        message:
          "The component run-cards-minutes cannot start: missing settings: " +
          "SERVICE_BUS_NAMESPACE, DROVER_SQL_DATABASE; AZURE_CLIENT_ID must be a GUID; " +
          "SERVICE_BUS_MAX_RETRIES must be a whole number from 0 to 20.",
      },
    });
  });

  test("with nothing missing the sentence speaks only of what is malformed", () => {
    const read = readSettings("run-cards-score", { ...runCards, DROVER_SQL_SERVER: "https://x" });
    expect(read).toMatchObject({
      error: {
        message:
          "The component run-cards-score cannot start: DROVER_SQL_SERVER must be a full host " +
          "name, without a scheme.",
      },
    });
  });

  test("a failure never repeats a value", () => {
    const canary = "canary-7f3a";
    const env = Object.fromEntries(Object.keys(scaler).map((name) => [name, canary]));
    const read = readSettings("scaler", { ...env, SIZING: canary, ACI_DEFAULT_CPU: canary });
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain(canary);
  });

  test("X-39 (part), X-26 (part): an empty environment starts nothing", () => {
    for (const component of ["orchestrator", "admin-api", "scheduler", "worker"] as const) {
      expect(readSettings(component, {})).toMatchObject({ ok: false });
    }
  });

  test.each([
    ["ACI_MAX_INSTANCES", "1e3"],
    ["ACI_MAX_INSTANCES", "-1"],
    ["ACI_MAX_INSTANCES", "1001"],
    ["ACI_DEFAULT_CPU", "two"],
    ["ACI_DEFAULT_CPU", "0"],
    ["ACI_MAX_MEMORY_GB", "240.5"],
    ["PROVISIONING_CONFIRM_MESSAGE", "yes"],
    ["SB_NAMESPACE", "drover"],
    ["SIZING", "huge"],
    ["AzureWebJobsStorage__credential", "key"],
  ])("%s does not take %s", (name, value) => {
    const read = readSettings("scaler", { ...scaler, [name]: value });
    expect(read).toMatchObject({ ok: false, error: { missing: [], invalid: [{ name }] } });
  });

  test.each([
    ["ACI_DEFAULT_CPU", "31", 31],
    ["ACI_DEFAULT_CPU", "0.1", 0.1],
    ["ACI_MAX_INSTANCES", "0", 0],
    ["ACI_MAX_INSTANCES", "1000", 1000],
    ["PROVISIONING_CONFIRM_MESSAGE", "False", false],
  ])("%s takes %s", (name, value, expected) => {
    const read = readSettings("scaler", { ...scaler, [name]: value });
    expect(read).toMatchObject({ ok: true, value: { [name]: expected } });
  });

  test("a choice is answered with the choices", () => {
    const read = readSettings("scaler", { ...scaler, SIZING: "huge" });
    expect(read).toMatchObject({
      error: { invalid: [{ name: "SIZING", problem: "must be one of message, max" }] },
    });
  });

  test("variables that are nobody's setting are left alone", () => {
    const read = readSettings("run-cards-score", { ...runCards, PATH: "/bin" });
    expect(read.ok && Object.keys(read.value)).not.toContain("PATH");
  });
});

describe("variables for scaled containers", () => {
  test("C-004 (part): INSTANCE_ variables lose their prefix, the named key gets the name", () => {
    const env = {
      INSTANCE_COLOUR: "red",
      INSTANCE_SUBSCRIPTION_ENV_NAME: "VALIDATION_REQ_SUB",
      INSTANCE_GONE: undefined,
      ACI_IMAGE: "image",
    };
    expect(instanceVariables(env, "requests")).toEqual({
      COLOUR: "red",
      VALIDATION_REQ_SUB: "requests",
    });
  });

  test.each([undefined, ""])(
    "C-004 (part): without a named key (%p) no subscription is passed",
    (key) => {
      const env = { INSTANCE_COLOUR: "red", INSTANCE_SUBSCRIPTION_ENV_NAME: key };
      expect(instanceVariables(env, "requests")).toEqual({ COLOUR: "red" });
    },
  );
});
