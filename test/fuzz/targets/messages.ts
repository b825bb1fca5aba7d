/** Messages of every kind, in both casings, with fields lost, doubled, retyped and edited. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { agentEvent } from "../../../runtime/contract/messages/agent-event.ts";
import { readEvent } from "../../../runtime/contract/messages/read-event.ts";
import { runCard } from "../../../runtime/contract/messages/run-card.ts";
import { workerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { workerResult } from "../../../runtime/contract/messages/worker-result.ts";
import { nearMisses, noise } from "../near-misses.ts";
import type { FuzzTarget } from "../target.ts";

type Arrived = { readonly type: string; readonly body: string };

const FOLDER = fileURLToPath(new URL("../../fixtures/messages/", import.meta.url));
const bodies = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => readFileSync(`${FOLDER}${name}`, "utf8"));

const TYPES = [
  "batch-init",
  "phase-due",
  "member-added",
  "member-removed",
  "poll-check",
  "retry-check",
  "worker-job",
  "worker-result",
  "agent-event",
  "run-card",
  "unheard-of",
] as const;

const oneOfTheBodies = fc.constantFrom(...bodies);
const scalar = fc.oneof(
  fc.constantFrom(null, -0, 1e308, 2 ** 53, "", "__proto__", "2025-03-15T00:00:00Z", true),
  fc.jsonValue({ maxDepth: 2 }),
);
/** One field replaced by something else, the rest as it was. */
const retyped = fc.tuple(oneOfTheBodies, fc.nat(), scalar).map(([body, at, value]) => {
  const object = JSON.parse(body) as Record<string, unknown>;
  const keys = Object.keys(object);
  const key = keys[at % keys.length];
  return JSON.stringify(key === undefined ? object : { ...object, [key]: value });
});

export const messages: FuzzTarget<Arrived> = {
  name: "messages",
  inputs: fc.record({
    type: fc.constantFrom(...TYPES),
    body: fc.oneof(
      { weight: 4, arbitrary: retyped },
      { weight: 4, arbitrary: nearMisses(oneOfTheBodies, 2) },
      { weight: 1, arbitrary: noise },
    ),
  }),
  read: ({ type, body }) => {
    const read = readAny(type, body);
    if (read.ok) return "past";
    return read.error.kind === "not-json" || read.error.kind === "too-large" ? "refused" : "past";
  },
};

function readAny(type: string, body: string) {
  if (type === "worker-job") return workerJob.read(body);
  if (type === "worker-result") return workerResult.read(body);
  if (type === "agent-event") return agentEvent.read(body);
  if (type === "run-card") return runCard.read(body);
  return readEvent(type, body);
}
