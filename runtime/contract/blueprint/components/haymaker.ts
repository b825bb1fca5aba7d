/** The deployables of HayMaker. A run is a batch, so there is no second engine: only what starts
 *  runs, what listens to agents, what acts on the target subscription, and the agents. Its
 *  routes are served by the admin API, where sign-in is already solved.
 *  Monitor and archiver are two: the archive must go on while the database is away, and so has
 *  no right to it. */
import type { Component } from "../component-shape.ts";
import { USES_NOTHING } from "./unused.ts";

const AGENT_TIMEOUT_SEC = 10 * 3_600;

export const HAYMAKER_COMPONENTS = {
  "haymaker-scheduler": {
    ...USES_NOTHING,
    kind: "function-app",
    system: "S0",
    purpose: "Starts runs and orphan sweeps as batches, and keeps the scenario library current.",
    apart: "One instance only, on a schedule of its own that is switched off by itself.",
    entry: "runtime/hosts/functions/haymaker-scheduler.ts",
    triggers: [
      { kind: "timer", schedule: "haymaker-run" },
      { kind: "timer", schedule: "haymaker-orphan-sweep" },
    ],
    scale: { alwaysReady: 0, max: 1, memoryMb: 2048 },
    publishes: ["orchestrator-events"],
    database: "read-write",
    writes: ["scenarios"],
  },
  "haymaker-monitor": {
    ...USES_NOTHING,
    kind: "function-app",
    system: "S0",
    purpose: "Follows each agent's events in order and keeps the state of the run.",
    apart: "It locks one session per agent for minutes; batches must not wait behind that.",
    entry: "runtime/hosts/functions/haymaker-monitor.ts",
    triggers: [
      { kind: "subscription", topic: "agent-logs", subscription: "orchestrator-monitoring" },
    ],
    scale: { alwaysReady: 0, max: 5, memoryMb: 2048 },
    receives: [
      { topic: "agent-logs", subscription: "orchestrator-monitoring", part: "messages" },
      { topic: "agent-logs", subscription: "orchestrator-monitoring", part: "dead-letters" },
    ],
    database: "read-write",
    writes: ["execution-logs", "execution-state"],
  },
  "haymaker-archiver": {
    ...USES_NOTHING,
    kind: "function-app",
    system: "S0",
    purpose: "Appends every agent event to the log in storage, once.",
    apart: "It needs storage only, and keeps the record while the database is away.",
    entry: "runtime/hosts/functions/haymaker-archiver.ts",
    triggers: [{ kind: "subscription", topic: "agent-logs", subscription: "archival" }],
    scale: { alwaysReady: 0, max: 5, memoryMb: 512 },
    receives: [
      { topic: "agent-logs", subscription: "archival", part: "messages" },
      { topic: "agent-logs", subscription: "archival", part: "dead-letters" },
    ],
    writes: ["execution-logs"],
  },
  "haymaker-worker": {
    ...USES_NOTHING,
    kind: "container-app",
    system: "S0",
    purpose: "Validates, provisions identities and agents, cleans up and writes the report.",
    apart: "Its rights on the target subscription must not meet those on a migrated tenant.",
    image: { repository: "drover-worker", dockerfile: "docker/worker/Dockerfile" },
    workers: { kind: "reserved", id: "haymaker" },
    triggers: [{ kind: "subscription", topic: "worker-jobs", subscription: "worker-{workerId}" }],
    scale: {
      min: 0,
      max: 1,
      pollingSec: 30,
      cooldownSec: 300,
      rule: { topic: "worker-jobs", subscription: "worker-{workerId}", messageCount: 5 },
    },
    publishes: ["worker-results"],
    receives: [{ topic: "worker-jobs", subscription: "worker-{workerId}", part: "messages" }],
    secrets: ["anthropic-api-key", "scenario-principal"],
    reads: ["execution-logs", "execution-state", "scenarios"],
    writes: ["execution-reports"],
    tables: ["jobledger", "throttlebudget"],
  },
  agent: {
    ...USES_NOTHING,
    kind: "container-job",
    system: "S0",
    purpose: "Plays one scenario of one run against the target subscription.",
    apart: "It runs what a language model proposes: alone, with nothing but its own scenario.",
    image: { repository: "haymaker-agent", dockerfile: "docker/agent/Dockerfile" },
    triggers: [{ kind: "start", by: "haymaker-worker, once for each scenario of a run" }],
    scale: {
      cpu: 2,
      memoryGib: 64,
      timeoutSec: AGENT_TIMEOUT_SEC,
      retries: 0,
      parallelism: 1,
      max: 50,
    },
    publishes: ["agent-logs"],
    secrets: ["anthropic-api-key"],
  },
} as const satisfies Readonly<Record<string, Component>>;
