/** Settings of the function apps of runbook automation, and of the job that prepares their
 *  database. Topic names are not settings: they are fixed by the blueprint. */
import { z } from "zod";
import { guid, httpsUrl, list, text } from "./forms.ts";
import { SETTING_NOTES } from "./notes.ts";
import { BUS, BUS_TRIGGER, DATABASE, FUNCTION_HOST, IDENTITY, TELEMETRY } from "./platform.ts";

/** Where members come from. Runbooks name these settings, so the names are the seeds' (M-015).
 *  They hold addresses only: the component's identity signs in. */
const SOURCES = {
  DATAVERSE_CONNECTION_STRING: text.optional().register(SETTING_NOTES, {
    source: "plain",
    description:
      "Address of the Dataverse SQL endpoint; holds no credential. Let the identity only read " +
      "there.",
  }),
  DATABRICKS_CONNECTION_STRING: text.optional().register(SETTING_NOTES, {
    source: "plain",
    description:
      "Address of the Databricks workspace; holds no credential. Let the identity only read there.",
  }),
  DATABRICKS_WAREHOUSE_ID: text.optional().register(SETTING_NOTES, {
    source: "plain",
    description:
      "The warehouse that runs queries. Set its STATEMENT_TIMEOUT to ten minutes: a statement " +
      "whose id got lost on the way back cannot be stopped by anything else.",
  }),
  DROVER_SQL_SOURCES: text.optional().register(SETTING_NOTES, {
    source: "plain",
    description:
      "JSON object of the Azure SQL databases that runbooks may name, each with its server and " +
      "database; holds no credential. Let the identity only read there.",
  }),
} as const;

const FUNCTION_APP = { ...IDENTITY, ...TELEMETRY, ...FUNCTION_HOST };

const STORAGE_ACCOUNT = text.clone().register(SETTING_NOTES, {
  source: "derived",
  description: "The storage account that holds the data of runs.",
});

export const schedulerSettings = z.object({
  ...FUNCTION_APP,
  ...BUS,
  ...DATABASE,
  ...SOURCES,
  STORAGE_ACCOUNT,
  DROVER_TICK_CRON: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "When the scheduler ticks, from the schedule of the stack's size.",
  }),
});

export const orchestratorSettings = z.object({
  ...FUNCTION_APP,
  ...BUS,
  ...BUS_TRIGGER,
  ...DATABASE,
  DROVER_WORKER_IDS: list.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The worker ids that have a subscription, separated by commas.",
  }),
  DROVER_SWEEP_CRON: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "When leftovers are swept, from the schedule of the stack's size.",
  }),
});

export const adminApiSettings = z.object({
  ...FUNCTION_APP,
  ...BUS,
  ...DATABASE,
  ...SOURCES,
  STORAGE_ACCOUNT,
  DROVER_ENTRA_INSTANCE: httpsUrl
    .default("https://login.microsoftonline.com/")
    .register(SETTING_NOTES, {
      source: "plain",
      description: "The sign-in service that issues tokens.",
    }),
  DROVER_TENANT_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The one tenant whose tokens are accepted.",
  }),
  DROVER_API_CLIENT_ID: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Client id of the API's app registration.",
  }),
  DROVER_API_AUDIENCE: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The audience a token must carry.",
  }),
  DROVER_ALLOWED_APPS: list.default([]).register(SETTING_NOTES, {
    source: "plain",
    description: "Client ids of programs that may call without a person, separated by commas.",
  }),
});

export const databaseBootstrapSettings = z.object({
  ...IDENTITY,
  ...DATABASE,
  DROVER_DATABASE_USERS: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "JSON list of identities, each with its client id, that become database users.",
  }),
});
