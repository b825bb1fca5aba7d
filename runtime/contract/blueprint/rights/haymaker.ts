/** Rights of HayMaker. Only its worker acts on the target subscription; the identity that all
 *  agents carry can do no more than report, pull the image and reach the language model. */

import type { ComponentName } from "../components.ts";
import type { Right, Scope } from "../right-shape.ts";
import type { RoleName } from "../roles.ts";
import type { ContainerName } from "../storage.ts";
import { hostRights, pull, receive, send, telemetry } from "./phrases.ts";

const right = (
  component: ComponentName,
  role: RoleName,
  scope: Scope,
  reason: string,
  when: Right["when"] = "always",
): Right => ({ component, role, scope, reason, when });

const inContainer = (container: ContainerName): Scope => ({ kind: "container", container });

const SCHEDULER: readonly Right[] = [
  ...hostRights("haymaker-scheduler"),
  send("haymaker-scheduler", "orchestrator-events", "Wakes the orchestrator for a new run."),
  right(
    "haymaker-scheduler",
    "Storage Blob Data Contributor",
    inContainer("scenarios"),
    "Keeps the scenario library equal to the shipped one and selects from it.",
  ),
];

const LISTENERS: readonly Right[] = [
  ...hostRights("haymaker-monitor"),
  receive(
    "haymaker-monitor",
    { topic: "agent-logs", subscription: "orchestrator-monitoring" },
    "Follows agents in order, and reads what ended as dead letters.",
  ),
  right(
    "haymaker-monitor",
    "Storage Blob Data Contributor",
    inContainer("execution-logs"),
    "Writes an event down before it is settled.",
  ),
  right(
    "haymaker-monitor",
    "Storage Blob Data Contributor",
    inContainer("execution-state"),
    "Rewrites the state of a run at each phase.",
  ),
  ...hostRights("haymaker-archiver"),
  receive(
    "haymaker-archiver",
    { topic: "agent-logs", subscription: "archival" },
    "Reads every event for the archive, and those that ended as dead letters.",
  ),
  right(
    "haymaker-archiver",
    "Storage Blob Data Contributor",
    inContainer("execution-logs"),
    "Appends events to the log, each once (X-06).",
  ),
];

const WORKER_OWN: readonly Right[] = [
  pull("haymaker-worker"),
  telemetry("haymaker-worker"),
  receive(
    "haymaker-worker",
    { topic: "worker-jobs", subscription: "worker-{workerId}" },
    "Reads the jobs of runs; its scale rule counts them the same way (X-24).",
  ),
  send("haymaker-worker", "worker-results", "Reports what became of a job."),
  ...(["jobledger", "throttlebudget"] as const).map((table) =>
    right(
      "haymaker-worker",
      "Storage Table Data Contributor",
      { kind: "table", table },
      table === "jobledger"
        ? "Remembers results, so that a second delivery has no second effect."
        : "Shares what is left of each API's budget with its peers.",
    ),
  ),
  ...(["execution-logs", "execution-state", "scenarios"] as const).map((container) =>
    right(
      "haymaker-worker",
      "Storage Blob Data Reader",
      inContainer(container),
      "Reads what a run was to do and what it did.",
    ),
  ),
  right(
    "haymaker-worker",
    "Storage Blob Data Contributor",
    inContainer("execution-reports"),
    "Writes the report of a run.",
  ),
  right(
    "haymaker-worker",
    "Key Vault Secrets User",
    { kind: "secret", secret: "anthropic-api-key" },
    "Tries the language model before a run begins.",
  ),
];

const WORKER_ON_AZURE: readonly Right[] = [
  right(
    "haymaker-worker",
    "Drover Scenario Cleaner",
    { kind: "target-subscription" },
    "Makes one resource group for each scenario of a run and removes what is left of it.",
  ),
  right(
    "haymaker-worker",
    "Role Based Access Control Administrator",
    { kind: "target-subscription" },
    "Lets a scenario's identity into its own resource group, under a condition (X-07).",
  ),
  right(
    "haymaker-worker",
    "Container Apps Jobs Contributor",
    { kind: "resource-group", group: "agents" },
    "Makes, starts and removes one job for each scenario of a run.",
  ),
  right(
    "haymaker-worker",
    "Drover Environment Joiner",
    { kind: "environment", environment: "agents" },
    "Places those jobs in the agents' environment.",
  ),
  right(
    "haymaker-worker",
    "Managed Identity Contributor",
    { kind: "resource-group", group: "agents" },
    "Makes and removes one identity for each scenario of a run.",
  ),
  right(
    "haymaker-worker",
    "Managed Identity Operator",
    { kind: "resource-group", group: "agents" },
    "Attaches that identity to the job.",
  ),
  right(
    "haymaker-worker",
    "Managed Identity Operator",
    { kind: "identity", of: "agent" },
    "Attaches the agents' shared identity, which lies outside of their group, to the job.",
  ),
  right(
    "haymaker-worker",
    "Key Vault Secrets Officer",
    { kind: "scenario-vault" },
    "Writes and deletes scenario secrets, whose names are made at run time.",
    "scenario-secrets",
  ),
  right(
    "haymaker-worker",
    "Role Based Access Control Administrator",
    { kind: "scenario-vault" },
    "Lets a scenario's identity read its own secret, under a condition.",
    "scenario-secrets",
  ),
];

const AGENT: readonly Right[] = [
  pull("agent"),
  send("agent", "agent-logs", "Reports what it does."),
  right(
    "agent",
    "Key Vault Secrets User",
    { kind: "secret", secret: "anthropic-api-key" },
    "Its secret reference to the language model's key is resolved with this identity.",
  ),
];

export const HAYMAKER_RIGHTS: readonly Right[] = [
  ...SCHEDULER,
  ...LISTENERS,
  ...WORKER_OWN,
  ...WORKER_ON_AZURE,
  ...AGENT,
];
