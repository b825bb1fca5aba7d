/** Rights of runbook automation. M-130 bounds the roles; the scopes are narrower than its. */
import type { Right } from "../right-shape.ts";
import { hostRights, pull, receive, send, telemetry } from "./phrases.ts";

const SCHEDULER: readonly Right[] = [
  ...hostRights("scheduler"),
  send("scheduler", "orchestrator-events", "Wakes the orchestrator for what a tick found due."),
  {
    component: "scheduler",
    role: "Storage Blob Data Reader",
    scope: { kind: "container", container: "scenarios" },
    reason: "Runbooks may take their members from the scenario library.",
    when: "always",
  },
];

const ORCHESTRATOR: readonly Right[] = [
  ...hostRights("orchestrator"),
  send("orchestrator", "orchestrator-events", "Schedules its own polls and retries."),
  send("orchestrator", "worker-jobs", "Hands out jobs; nothing else may."),
  receive(
    "orchestrator",
    { topic: "orchestrator-events", subscription: "orchestrator" },
    "Reads the events it decides on, and those that ended as dead letters.",
  ),
  receive(
    "orchestrator",
    { topic: "worker-results", subscription: "orchestrator" },
    "Reads results, and those that ended as dead letters.",
  ),
  receive(
    "orchestrator",
    { topic: "worker-jobs", subscription: "unrouted" },
    "Turns jobs that no worker takes into steps that need attention (R20).",
  ),
  receive(
    "orchestrator",
    { topic: "worker-jobs", subscription: "worker-{workerId}" },
    "Reads dead jobs, so that their steps fail instead of waiting for ever (X-52).",
  ),
];

const ADMIN_API: readonly Right[] = [
  ...hostRights("admin-api"),
  send("admin-api", "orchestrator-events", "Wakes the orchestrator for what a person asked."),
  send("admin-api", "ingest", "Fans a run card out."),
  send("admin-api", "minutes", "Fans a run card out."),
  send("admin-api", "score", "Fans a run card out."),
  {
    component: "admin-api",
    role: "Storage Blob Data Reader",
    scope: { kind: "container", container: "execution-logs" },
    reason: "Shows what the agents of a run reported.",
    when: "always",
  },
  {
    component: "admin-api",
    role: "Storage Blob Data Reader",
    scope: { kind: "container", container: "execution-reports" },
    reason: "Shows the report of a run.",
    when: "always",
  },
];

const WORKER: readonly Right[] = [
  pull("worker"),
  telemetry("worker"),
  receive(
    "worker",
    { topic: "worker-jobs", subscription: "worker-{workerId}" },
    "Reads its own jobs and no other worker's; its scale rule counts them the same way (X-24).",
  ),
  send("worker", "worker-results", "Reports what became of a job."),
  {
    component: "worker",
    role: "Key Vault Secrets User",
    scope: { kind: "secret", secret: "worker-certificate" },
    reason: "Signs in to the tenant it acts on.",
    when: "always",
  },
  {
    component: "worker",
    role: "Key Vault Secrets User",
    scope: { kind: "secret", secret: "worker-webhooks" },
    reason: "Knows the addresses of the webhooks that alerts may name.",
    when: "always",
  },
  {
    component: "worker",
    role: "Storage Table Data Contributor",
    scope: { kind: "table", table: "jobledger" },
    reason: "Remembers results, so that a second delivery has no second effect.",
    when: "always",
  },
  {
    component: "worker",
    role: "Storage Table Data Contributor",
    scope: { kind: "table", table: "throttlebudget" },
    reason: "Shares what is left of each API's budget with its peers.",
    when: "always",
  },
];

export const ENGINE_RIGHTS: readonly Right[] = [
  ...SCHEDULER,
  ...ORCHESTRATOR,
  ...ADMIN_API,
  ...WORKER,
  pull("database-bootstrap"),
];
