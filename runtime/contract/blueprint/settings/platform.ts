/** Groups of settings that several components share. Names with a double underscore are read by
 *  the Functions host itself and are spelled as it demands. */
import { z } from "zod";
import { guid, hostName, httpsUrl, oneOf, text } from "./forms.ts";
import { SETTING_NOTES } from "./notes.ts";

const managedIdentity = z.literal("managedidentity", { error: "must be managedidentity" });

export const IDENTITY = {
  AZURE_CLIENT_ID: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Client id of the component's own identity.",
  }),
  LOG_LEVEL: oneOf(["DEBUG", "INFO", "WARNING", "ERROR"]).default("INFO").register(SETTING_NOTES, {
    source: "plain",
    description: "The least severe log line that is written.",
  }),
} as const;

export const TELEMETRY = {
  APPLICATIONINSIGHTS_CONNECTION_STRING: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Where telemetry goes; it opens nothing, because local authentication is off.",
  }),
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Tells the telemetry client to sign in with the component's identity.",
  }),
} as const;

export const FUNCTION_HOST = {
  AzureWebJobsStorage__accountName: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The storage account of this function app's host.",
  }),
  AzureWebJobsStorage__credential: managedIdentity.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The host reaches its storage by identity.",
  }),
  AzureWebJobsStorage__clientId: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Which identity the host uses for its storage.",
  }),
} as const;

export const BUS_TRIGGER = {
  ServiceBusConnection__fullyQualifiedNamespace: hostName.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The namespace whose subscriptions trigger this function app.",
  }),
  ServiceBusConnection__credential: managedIdentity.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Triggers listen by identity.",
  }),
  ServiceBusConnection__clientId: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Which identity the triggers use.",
  }),
} as const;

export const BUS = {
  SERVICE_BUS_NAMESPACE: hostName.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The namespace the component talks to, as a full host name.",
  }),
} as const;

export const DATABASE = {
  DROVER_SQL_SERVER: hostName.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Host name of the SQL server.",
  }),
  DROVER_SQL_DATABASE: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Name of the database.",
  }),
} as const;

export const VAULT = {
  KEY_VAULT_URL: httpsUrl.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The vault that holds the component's secrets.",
  }),
} as const;
