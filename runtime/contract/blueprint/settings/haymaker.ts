/** Settings of HayMaker's components, under the names its design gives them (H-037, H-072). */
import { z } from "zod";
import { guid, httpsUrl, oneOf, text } from "./forms.ts";
import { SETTING_NOTES } from "./notes.ts";
import { BUS, BUS_TRIGGER, DATABASE, FUNCTION_HOST, IDENTITY, TELEMETRY } from "./platform.ts";
import { WORKER_BASE } from "./worker.ts";

const FUNCTION_APP = { ...IDENTITY, ...TELEMETRY, ...FUNCTION_HOST };

const STORAGE_ACCOUNT = text.clone().register(SETTING_NOTES, {
  source: "derived",
  description: "The storage account that holds the data of runs.",
});

export const haymakerSchedulerSettings = z.object({
  ...FUNCTION_APP,
  ...BUS,
  ...DATABASE,
  STORAGE_ACCOUNT,
  SIMULATION_SIZE: oneOf(["small", "medium", "large"]).register(SETTING_NOTES, {
    source: "plain",
    description: "How many scenarios a run plays: small 5, medium 15, large 30.",
  }),
  SCHEDULE_CRON: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "When runs start, from the schedule of the stack's size.",
  }),
  DROVER_ORPHAN_SWEEP_CRON: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "When the daily search for forgotten resources starts.",
  }),
  DROVER_RUN_OVERLAP: oneOf(["allow", "skip", "buffer-one"])
    .default("allow")
    .register(SETTING_NOTES, {
      source: "plain",
      description: "What happens when a run is due while another is active.",
    }),
});

export const haymakerMonitorSettings = z.object({
  ...FUNCTION_APP,
  ...BUS_TRIGGER,
  ...BUS,
  ...DATABASE,
  STORAGE_ACCOUNT,
});

export const haymakerArchiverSettings = z.object({
  ...FUNCTION_APP,
  ...BUS_TRIGGER,
  ...BUS,
  STORAGE_ACCOUNT,
});

export const haymakerWorkerSettings = z.object({
  ...WORKER_BASE,
  STORAGE_ACCOUNT,
  CONTAINER_REGISTRY: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Login server of the registry that holds the agent's image.",
  }),
  CONTAINER_IMAGE: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The agent's image, by digest.",
  }),
  DROVER_TARGET_TENANT_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The tenant of the target subscription.",
  }),
  DROVER_TARGET_SUBSCRIPTION_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The subscription that runs exercise.",
  }),
  DROVER_AGENT_RESOURCE_GROUP: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The resource group in which agent jobs and scenario identities are made.",
  }),
  DROVER_AGENT_JOB: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Name of the job in that group which each agent job is a copy of.",
  }),
  DROVER_AGENT_ENVIRONMENT_ID: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Resource id of the environment in which agent jobs run.",
  }),
  DROVER_AGENT_IDENTITY_ID: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Resource id of the identity that every agent job carries.",
  }),
  DROVER_SCENARIO_IDENTITY: oneOf(["managed", "federated", "secret"])
    .default("managed")
    .register(SETTING_NOTES, {
      source: "plain",
      description:
        "How scenarios sign in; all but `managed` make app registrations, `secret` a secret.",
    }),
  DROVER_SCENARIO_VAULT_URL: httpsUrl.optional().register(SETTING_NOTES, {
    source: "derived",
    description: "The vault for scenario secrets; exists only when they are used.",
  }),
});

export const agentSettings = z.object({
  ...IDENTITY,
  ...BUS,
  AZURE_TENANT_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The tenant of the target subscription.",
  }),
  AZURE_SUBSCRIPTION_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The subscription the scenario works in.",
  }),
  AZURE_CLIENT_SECRET: text.optional().register(SETTING_NOTES, {
    source: "secret",
    secret: "scenario-principal",
    description: "Secret reference of the scenario's principal, where secrets are used at all.",
  }),
  ANTHROPIC_API_KEY: text.clone().register(SETTING_NOTES, {
    source: "secret",
    secret: "anthropic-api-key",
    description: "Secret reference of the key to the language model.",
  }),
  SERVICE_BUS_CONNECTION_STRING: text.optional().register(SETTING_NOTES, {
    source: "local",
    description: "Connection string of an emulator.",
  }),
  SERVICE_BUS_TOPIC: text.default("agent-logs").register(SETTING_NOTES, {
    source: "derived",
    topic: "agent-logs",
    description: "The topic that takes the agent's reports.",
  }),
  SCENARIO_NAME: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The scenario to play.",
  }),
  RUN_ID: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The run the scenario belongs to.",
  }),
  DROVER_SCENARIO_CLIENT_ID: guid.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Client id of the scenario's identity, which does the work in the subscription.",
  }),
});
